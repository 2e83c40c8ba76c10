// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/kit/entity_tracker.h"

#include <cstddef>
#include <optional>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/strings/str_cat.h"
#include "baton/core/decision/entity_rules.h"
#include "baton/core/limits/recent_entities.h"
#include "baton/core/policy/field_checks.h"
#include "baton/core/policy/policy_validation.h"
#include "baton/core/policy/validation_errors.h"
#include "baton/kit/engine/repeatable_scope.h"
#include "baton/kit/engine/unit_text.h"
#include "baton/kit/retry_unit.h"
#include "baton/mutex.h"
#include "baton/policy/method_policy.h"
#include "baton/rpc/grpc/convert.h"
#include "baton/rpc/request/call_group.h"
#include "baton/rpc/runtime/runtime.h"

namespace baton {
namespace {

constexpr int kMaxEntities = 1000000;

MonotonicTime Now() { return rpc::Runtime::Process().Now(); }

void CheckRetry(const char* field, const RetryOptions& retry,
                core::ValidationErrors& errors) {
  const core::ValidationErrors::Field in(errors, field);
  MethodPolicy policy;
  policy.retry = retry;
  core::ValidateMethodPolicy(policy, errors);
}

// Runs a unit with this policy. Its classifier knows `facts`.
grpc::Status RunUnit(const EntityTrackerOptions& options,
                     const RetryOptions& retry, const core::EntityFacts& facts,
                     const RetryUnit::Body& body, UnitReport* report) {
  RetryUnitOptions unit;
  unit.name = options.name;
  unit.retry = retry;
  unit.total_time = options.total_time;
  unit.telemetry = options.telemetry;
  unit.classifier =
      std::make_shared<const core::EntityClassifier>(retry.classifier, facts);
  // Create() has validated the options.
  return RetryUnit::Create(std::move(unit))->Run(body, report);
}

// Makes one call without a unit.
grpc::Status RunAlone(const std::string& name,
                      const std::function<grpc::Status()>& call,
                      UnitReport* report) {
  const MonotonicTime started_at = Now();
  grpc::Status status = call();
  if (report == nullptr) return status;
  *report = UnitReport();
  report->name = name;
  report->runs = 1;
  report->code = rpc::FromGrpcCode(status.error_code());
  if (!status.ok()) report->stop_reason = StopReason::kNotRetryable;
  report->lasted = Now() - started_at;
  return status;
}

}  // namespace

struct EntityTracker::Shared {
  explicit Shared(EntityTrackerOptions given)
      : options(std::move(given)),
        entities(options.visible_within,
                 static_cast<std::size_t>(options.max_entities)) {}

  const EntityTrackerOptions options;
  Mutex mutex;
  core::RecentEntities entities ABSL_GUARDED_BY(mutex);
};

EntityTrackerOptions::EntityTrackerOptions() {
  missing.max_attempts = defaults::kMaxAttemptsLimit;
  missing.edge_grant = defaults::kEdgeGrantLimit;
  missing.backoff.initial = absl::Milliseconds(200);
  missing.backoff.max = absl::Seconds(1);
}

EntityTracker::EntityTracker(EntityTrackerOptions options)
    : shared_(std::make_shared<Shared>(std::move(options))) {}

absl::StatusOr<EntityTracker> EntityTracker::Create(
    EntityTrackerOptions options) {
  core::ValidationErrors errors;
  if (options.name.empty()) errors.Add("name", "must not be empty");
  CheckRetry("retry", options.retry, errors);
  CheckRetry("missing", options.missing, errors);
  core::CheckDuration(errors, "visible_within", options.visible_within,
                      core::Zero::kAllowed, core::Infinite::kNotAllowed);
  core::CheckInt(errors, "max_entities", options.max_entities, 1, kMaxEntities);
  core::CheckDuration(errors, "total_time", options.total_time,
                      core::Zero::kNotAllowed, core::Infinite::kNotAllowed);
  if (absl::Status status = errors.ToStatus("entity tracker options");
      !status.ok()) {
    return status;
  }
  return EntityTracker(std::move(options));
}

grpc::Status EntityTracker::RunCreate(const Step& call, const Step& fetch,
                                      const std::string& entity,
                                      UnitReport* report) const {
  const EntityTrackerOptions& options = shared_->options;
  core::EntityFacts facts;
  bool unknown = false;  // whether an earlier attempt may have taken effect
  std::optional<MonotonicTime> conflict_at;

  const auto create = [&] {
    if (fetch == nullptr) return call();
    const kit::RepeatableScope calls;
    grpc::Status status = call();
    const absl::StatusCode code = rpc::FromGrpcCode(status.error_code());
    const bool may_be_own = core::MayBeOwnEntity(code, unknown);
    unknown |= calls.outcome_unknown();
    facts = core::EntityFacts();
    if (!may_be_own) return status;
    if (!conflict_at.has_value()) conflict_at = Now();
    const kit::RepeatableScope reads;
    if (grpc::Status fetched = fetch(); fetched.ok()) return fetched;
    if (const auto read = reads.last_outcome(); read.has_value()) {
      core::EntityFacts of_read;
      of_read.may_be_missing = Now() < *conflict_at + options.visible_within;
      facts.conflict = core::ClassOfConflict(
          core::EntityClassifier(options.retry.classifier, of_read), *read);
    }
    return status;
  };
  grpc::Status status = RunUnit(
      options, options.retry, facts,
      [&](UnitAttempt& /*attempt*/) { return create(); }, report);
  if (status.ok() && !entity.empty()) {
    const MutexLock lock(shared_->mutex);
    shared_->entities.Note(entity, Now());
  }
  return status;
}

grpc::Status EntityTracker::RunRead(const Step& call, const std::string& entity,
                                    UnitReport* report) const {
  const EntityTrackerOptions& options = shared_->options;
  if (const auto& outer = rpc::CurrentCallGroup(); outer != nullptr) {
    return kit::NestedStatus(absl::StrCat("read '", options.name, "'"),
                             outer->description());
  }
  std::optional<MonotonicTime> missing_until;
  {
    const MutexLock lock(shared_->mutex);
    missing_until = shared_->entities.MissingUntil(entity, Now());
  }
  if (!missing_until.has_value()) return RunAlone(options.name, call, report);
  core::EntityFacts facts;
  const auto read = [&](UnitAttempt& /*attempt*/) {
    const kit::RepeatableScope reads;
    grpc::Status status = call();
    facts.may_be_missing = Now() < *missing_until;
    return status;
  };
  return RunUnit(options, options.missing, facts, read, report);
}

void EntityTracker::Forget(absl::string_view entity) const {
  const MutexLock lock(shared_->mutex);
  shared_->entities.Forget(entity);
}

}  // namespace baton
