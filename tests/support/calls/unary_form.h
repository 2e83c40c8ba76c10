// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_CALLS_UNARY_FORM_H_
#define BATON_TESTS_SUPPORT_CALLS_UNARY_FORM_H_

#include <ostream>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace baton {

// The ways to make a unary call with gRPC's API.
enum class UnaryForm {
  kSync,
  kCqFinish,           // Completion queue with Finish() only.
  kCqInitialMetadata,  // ReadInitialMetadata(), then Finish() on its tag.
  kCallback,           // A function that gets the status.
  kReactor,
  kGenericCq,  // Bytes instead of messages, also in the next three.
  kGenericCqInitialMetadata,
  kGenericCallback,
  kGenericReactor,
  kTypedGenericCallback,  // A generic stub with message types.
};

const std::vector<UnaryForm>& AllUnaryForms();

// Returns the forms that can be prepared and never started.
const std::vector<UnaryForm>& PreparedUnaryForms();

// Returns whether the caller gets the response as bytes.
bool IsOfBytes(UnaryForm form);

// Returns for example "CqFinish".
std::string Name(UnaryForm form);

std::ostream& operator<<(std::ostream& out, UnaryForm form);

// Returns the name of a form, for INSTANTIATE_TEST_SUITE_P.
std::string NameOfForm(const ::testing::TestParamInfo<UnaryForm>& info);

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_CALLS_UNARY_FORM_H_
