// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/kit/refresh_and_retry.h"

#include "absl/status/statusor.h"
#include "baton/core/policy/contention_rule.h"
#include "baton/kit/engine/repeatable_scope.h"
#include "baton/rpc/grpc/convert.h"

namespace baton {
namespace {

// Runs a unit, or returns the errors of its options.
grpc::Status RunUnit(RetryUnitOptions unit_options,
                     const ContentionOptions& options,
                     const RetryUnit::Body& body, UnitReport* report) {
  unit_options.name = options.name;
  unit_options.retry = unit_options.verify_retry = options.retry;
  unit_options.total_time = options.total_time;
  unit_options.telemetry = options.telemetry;
  const absl::StatusOr<RetryUnit> unit =
      RetryUnit::Create(std::move(unit_options));
  if (!unit.ok()) {
    return grpc::Status(rpc::ToGrpcCode(unit.status().code()),
                        std::string(unit.status().message()));
  }
  return unit->Run(body, report);
}

}  // namespace

ContentionOptions::ContentionOptions() {
  retry.max_attempts = defaults::kMaxAttemptsForAnyGrant;
  retry.edge_grant = retry.max_attempts - 1;
  // `total_time` is the limit.
  retry.contention.max_time = absl::InfiniteDuration();
  retry.backoff = retry.contention.backoff;
}

grpc::Status VerifyThenRetry(const ContentionOptions& options,
                             const std::function<Verified()>& read,
                             const std::function<grpc::Status()>& write,
                             UnitReport* report) {
  RetryUnitOptions unit_options;
  unit_options.verify = [&read](const UnitAttempt&) { return read(); };
  return RunUnit(
      std::move(unit_options), options,
      [&write](UnitAttempt&) { return write(); }, report);
}

namespace kit {

grpc::Status RunRefresh(const ContentionOptions& options,
                        const std::function<grpc::Status()>& read,
                        const std::function<grpc::Status()>& write,
                        UnitReport* report) {
  RetryUnitOptions unit_options;
  unit_options.classifier = std::make_shared<const core::ContentionClassifier>(
      options.retry.classifier);
  return RunUnit(
      std::move(unit_options), options,
      [&](UnitAttempt&) {
        {
          const RepeatableScope reads;
          if (grpc::Status status = read(); !status.ok()) return status;
        }
        return write();
      },
      report);
}

}  // namespace kit
}  // namespace baton
