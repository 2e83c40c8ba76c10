// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_BENCHMARK_SUPPORT_SUBJECTS_H_
#define BATON_TESTS_BENCHMARK_SUPPORT_SUBJECTS_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "baton/testing/v1/scripted.grpc.pb.h"

namespace baton::benchmarks {

using Stub = testing::v1::Scripted::Stub;

// A way to make calls, for the comparison.
struct Subject {
  std::string name;
  std::unique_ptr<Stub> stub;
};

// Returns the subject with this name, on its own connection:
//
//   bare       a plain gRPC channel
//   noop       the same with an interceptor that does nothing
//   header     the same with an interceptor that adds Baton's header
//   native     the same with a retry policy in the service config
//   direct     Baton with a policy of one attempt: nothing is hijacked
//   retrying   Baton with a policy of three attempts of idempotent calls
//   middle     the same without a grant and with a deadline that Baton cuts, as
//              most calls in the middle of a stack
//   hedged     Baton with a policy of one hedge, at the 95th percentile
//   many       the same as "retrying", with 100 000 methods in the policy
//
// Ends the program for any other name.
Subject MakeSubject(absl::string_view name, const std::string& address);
std::vector<Subject> MakeSubjects(const std::vector<std::string>& names,
                                  const std::string& address);

}  // namespace baton::benchmarks

#endif  // BATON_TESTS_BENCHMARK_SUPPORT_SUBJECTS_H_
