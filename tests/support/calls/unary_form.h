// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_CALLS_UNARY_FORM_H_
#define BATON_TESTS_SUPPORT_CALLS_UNARY_FORM_H_

#include <ostream>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace baton {

// The ways in which gRPC's API lets one make a unary call.
enum class UnaryForm {
  kSync,
  kCqFinish,           // Completion queue; Finish() and nothing before it.
  kCqInitialMetadata,  // ReadInitialMetadata(), then Finish() on its tag.
  kCallback,           // A function to call with the status.
  kReactor,
  kGenericCq,  // Bytes instead of messages, as in the three that follow.
  kGenericCqInitialMetadata,
  kGenericCallback,
  kGenericReactor,
  kTypedGenericCallback,  // A generic stub of message types.
};

const std::vector<UnaryForm>& AllUnaryForms();

// Those that can be prepared and never started.
const std::vector<UnaryForm>& PreparedUnaryForms();

// Whether the caller gets the response's bytes, and parses them if at all.
bool IsOfBytes(UnaryForm form);

// "CqFinish"
std::string Name(UnaryForm form);

std::ostream& operator<<(std::ostream& out, UnaryForm form);

// For INSTANTIATE_TEST_SUITE_P.
std::string NameOfForm(const ::testing::TestParamInfo<UnaryForm>& info);

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_CALLS_UNARY_FORM_H_
