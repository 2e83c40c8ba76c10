// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_KIT_RETRY_UNIT_H_
#define BATON_KIT_RETRY_UNIT_H_

#include "baton/base/export.h"

#include <functional>
#include <memory>
#include <utility>

#include "absl/status/statusor.h"
#include "baton/kit/retry_unit_options.h"
#include "baton/kit/unit_attempt.h"
#include "baton/kit/unit_report.h"
#include "grpcpp/support/status.h"

namespace BATON_EXPORT baton {

// Runs a group of calls as one unit, like a transaction that is retried as a
// whole:
//
//   baton::RetryUnitOptions options;
//   options.name = "checkout";
//   auto unit = baton::RetryUnit::Create(options);
//   ...
//   const grpc::Status status = unit->Run([&](baton::UnitAttempt& attempt) {
//     grpc::ClientContext context;
//     ...
//     return stub->Reserve(&context, request, &response);
//   });
//
// The calls of the body make one attempt each, and carry the grant 0. If the
// body fails, the unit runs it again from the start. All runs share one grant
// and one total time.
//
// gRPC cannot roll back. The unit is therefore replayed only if each call that
// may have run can run again: its method is idempotent, or it carries a stable
// key, or `verify` has returned kNotDone. Otherwise the unit stops with an
// unknown outcome. See docs/kit.md.
//
// Calls on channels without Baton are invisible to the unit. Thread-safe: each
// Run() is independent.
class RetryUnit {
 public:
  // The body of a unit. It must return only after each of its calls has ended.
  using Body = std::function<grpc::Status(UnitAttempt&)>;

  // Returns INVALID_ARGUMENT with every invalid option.
  static absl::StatusOr<RetryUnit> Create(RetryUnitOptions options);

  // Runs `body` until it succeeds or may not run again. Blocks the thread. Must
  // not run inside another unit.
  grpc::Status Run(const Body& body, UnitReport* report = nullptr) const;

  // Does the same, with a new State for each run. `body` gets the attempt and a
  // State&. After a success, moves the state of the last run into `*result`.
  // Otherwise `*result` stays unchanged, so that no state of a failed run
  // remains.
  template <typename State, typename StatefulBody>
  grpc::Status RunWithState(State* result, const StatefulBody& body,
                            UnitReport* report = nullptr) const {
    State latest{};
    grpc::Status status = Run(
        [&](UnitAttempt& attempt) {
          State state{};
          grpc::Status of_run = body(attempt, state);
          if (of_run.ok()) latest = std::move(state);
          return of_run;
        },
        report);
    if (status.ok()) *result = std::move(latest);
    return status;
  }

 private:
  explicit RetryUnit(RetryUnitOptions options);

  std::shared_ptr<const RetryUnitOptions> options_;
};

}  // namespace baton

#endif  // BATON_KIT_RETRY_UNIT_H_
