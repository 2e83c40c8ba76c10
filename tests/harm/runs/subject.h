// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_HARM_RUNS_SUBJECT_H_
#define BATON_TESTS_HARM_RUNS_SUBJECT_H_

#include <memory>
#include <string>

#include "grpcpp/grpcpp.h"
#include "tests/harm/runs/planted_defects.h"
#include "tests/harm/scenario.h"

namespace baton::harm {

// The channel under test: bare gRPC's, Baton's, or a defective one.
struct Subject {
  bool has_baton = false;
  Defect defect = Defect::kNone;
};

// Returns a channel. `fallback` is the address of the fallback channel, or "".
// Returns null, with an error, if Baton rejects the options.
std::shared_ptr<grpc::Channel> NewSubjectChannel(const Subject& subject,
                                                 const Scenario& scenario,
                                                 const std::string& address,
                                                 const std::string& fallback,
                                                 std::string* error);

}  // namespace baton::harm

#endif  // BATON_TESTS_HARM_RUNS_SUBJECT_H_
