// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/kit/engine/unit_runner.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "baton/core/decision/connection_wait.h"
#include "baton/core/decision/final_result.h"
#include "baton/core/decision/grant_use.h"
#include "baton/core/decision/retry_decider.h"
#include "baton/core/policy/backoff.h"
#include "baton/core/policy/detailed_classifier.h"
#include "baton/kit/engine/blocking_wait.h"
#include "baton/kit/engine/unit_text.h"
#include "baton/policy/retry_stop.h"
#include "baton/rpc/grpc/convert.h"
#include "baton/rpc/request/call_group.h"
#include "baton/rpc/request/current_request.h"

namespace baton::kit {
namespace {

MethodPolicy PolicyOf(const RetryUnitOptions& options) {
  MethodPolicy policy;
  policy.idempotency = Idempotency::kIdempotent;
  policy.retry = options.retry;
  policy.retry.owner = Owner();
  return policy;
}

Deadline DeadlineOf(const RetryUnitOptions& options, MonotonicTime now,
                    const rpc::RequestRecord* request) {
  const Deadline own = Deadline::After(now, options.total_time);
  return request == nullptr ? own : Deadline::Earlier(own, request->deadline());
}

std::vector<core::UnitMember> EndsOf(
    const std::vector<UnitGroup::Member>& members) {
  std::vector<core::UnitMember> ends;
  ends.reserve(members.size());
  for (const UnitGroup::Member& member : members) ends.push_back(member.end);
  return ends;
}

}  // namespace

UnitRunner::UnitRunner(const RetryUnitOptions& options, rpc::Runtime& runtime)
    : options_(options),
      runtime_(runtime),
      default_classifier_(options.retry.classifier),
      description_(absl::StrCat("unit '", options.name, "'")),
      policy_(PolicyOf(options)),
      request_(rpc::CurrentRequest()),
      link_(request_),
      started_at_(runtime.Now()),
      progress_(started_at_, DeadlineOf(options, started_at_, request_.get()),
                core::CallGrant(
                    link_.granted().value_or(core::GrantAtEdge(
                        options.retry, rpc::FindCurrentRequest().is_unlinked)),
                    Owner(), /*callee_participates=*/false)),
      verify_grant_(progress_.grant.granted(), Owner(),
                    /*callee_participates=*/false) {
  report_.name = options.name;
  report_.grant = progress_.grant.granted();
  if (options.telemetry == nullptr) return;
  UnitStart start;
  start.name = options.name;
  start.grant = report_.grant;
  start.timeout = progress_.deadline.Remaining(started_at_);
  if (request_ != nullptr) start.request = request_->observer();
  observer_ = options.telemetry->OnUnitStart(start);
}

const Classifier& UnitRunner::classifier() const {
  if (options_.classifier != nullptr) return *options_.classifier;
  return default_classifier_;
}

UnitRunner::RunResult UnitRunner::RunBody(const Body& body) {
  progress_.grant.StartAttempt();
  ++report_.runs;
  const auto group = std::make_shared<UnitGroup>(
      description_, progress_.deadline, runs_by_method_);
  UnitAttempt attempt(report_.runs, group, request_);
  RunResult result;
  {
    const auto attachment =
        observer_ != nullptr ? observer_->OnRunStart(report_.runs) : nullptr;
    const rpc::CallGroupScope scope(group);
    result.status = body(attempt);
  }
  result.group = group->Close();
  runs_by_method_ = group->runs();
  return result;
}

bool UnitRunner::Stop(StopReason reason, bool outcome_unknown) {
  report_.stop_reason = reason;
  report_.outcome_unknown = outcome_unknown;
  return false;
}

Decision UnitRunner::Admit(const UnitGroup::Member& cause,
                           const AttemptOutcome& outcome,
                           const AttemptDetails& details) {
  if (paid_ != cause.channel) progress_.spending = core::BudgetSpending();
  progress_.retries_stopped = AllRetriesStopped();
  const core::DetailedClassifier detailed(classifier(), details);
  const core::RetryDecider decider(policy_, detailed,
                                   cause.channel->target().limits());
  Decision decision =
      decider.Decide(outcome, runtime_.Now(), runtime_.Uniform(), progress_);
  if (decision.retry && decision.paid) paid_ = cause.channel;
  return decision;
}

bool UnitRunner::DecideReplay(RunResult& result, Decision& decision) {
  if (!result.group.misuse.ok()) {
    result.status = grpc::Status(rpc::ToGrpcCode(result.group.misuse.code()),
                                 std::string(result.group.misuse.message()));
    return Stop(StopReason::kNotRetryable,
                core::HasUnknownOutcome(EndsOf(result.group.members)));
  }
  if (result.status.ok()) return Stop(StopReason::kSucceeded, false);
  const std::vector<core::UnitMember> ends = EndsOf(result.group.members);
  const core::UnitMember* const cause =
      core::CauseOfFailure(ends, rpc::FromGrpcCode(result.status.error_code()));
  // The status that the body returned is the status of this member.
  const OwnedAttemptDetails details(
      cause != nullptr ? absl::string_view(cause->method) : "", report_.runs,
      {result.status.error_message(), result.status.error_details(), {}});
  OutcomeClass cause_class = OutcomeClass::kPermanent;
  AttemptOutcome outcome;
  if (cause != nullptr) {
    outcome = core::OutcomeForUnit(*cause, progress_.deadline, runtime_.Now());
    cause_class = classifier().ClassifyWithDetails(outcome, details);
  }
  const core::UnitMember* const blocking = core::MemberAgainstReplay(ends);
  if (blocking != nullptr) report_.blocked_by = blocking->method;
  effect_possible_ |= core::HasUnknownOutcome(ends);

  const bool can_verify = options_.verify != nullptr;
  switch (core::StepAfterFailure(ends, cause_class, can_verify)) {
    case core::UnitStep::kFail:
      return Stop(StopReason::kNotRetryable, effect_possible_);
    case core::UnitStep::kFailUnknown:
      return Stop(blocking != nullptr ? StopReason::kNotIdempotent
                                      : StopReason::kNotRetryable,
                  /*outcome_unknown=*/true);
    case core::UnitStep::kVerify:
      switch (Verify()) {
        case Verified::kDone:
          result.status = grpc::Status::OK;
          return Stop(StopReason::kSucceeded, false);
        case Verified::kUnknown:
          return Stop(StopReason::kNotIdempotent, /*outcome_unknown=*/true);
        case Verified::kNotDone:
          effect_possible_ = false;
          report_.blocked_by.clear();
          break;
      }
      if (!core::IsRetryable(cause_class)) {
        return Stop(StopReason::kNotRetryable, false);
      }
      break;
    case core::UnitStep::kReplay:
      break;
  }
  // A run that reached no server is free.
  if (std::all_of(ends.begin(), ends.end(), [](const core::UnitMember& one) {
        return one.outcome.never_sent;
      })) {
    core::BookUnsent(/*forwarded=*/0, runtime_.Now(), progress_);
  }
  decision =
      Admit(result.group.members[static_cast<std::size_t>(cause - ends.data())],
            outcome, details);
  if (decision.retry) return true;
  if (effect_possible_ && can_verify && Verify() == Verified::kDone) {
    result.status = grpc::Status::OK;
    return Stop(StopReason::kSucceeded, false);
  }
  return Stop(decision.reason, effect_possible_);
}

bool UnitRunner::MayVerify(absl::Duration wait) {
  const bool is_first = verify_grant_.attempts() == 0;
  return (is_first || !AllRetriesStopped()) &&
         verify_grant_.CanStartAttempt() &&
         verify_grant_.attempts() < options_.verify_retry.max_attempts &&
         progress_.deadline.Fits(runtime_.Now(),
                                 wait + policy_.deadline.min_attempt_time);
}

Verified UnitRunner::Verify() {
  absl::Duration wait = absl::ZeroDuration();
  for (int retry = 1; MayVerify(wait); ++retry) {
    // The first verification follows at once, also while retries are stopped.
    if (retry > 1 && Wait(wait).has_value()) return Verified::kUnknown;
    verify_grant_.StartAttempt();
    ++report_.verifications;
    const auto group =
        std::make_shared<UnitGroup>(absl::StrCat("verify of ", description_),
                                    progress_.deadline, RunsByMethod());
    const UnitAttempt attempt(report_.verifications, group, request_);
    Verified verified = Verified::kUnknown;
    {
      const rpc::CallGroupScope scope(group);
      verified = options_.verify(attempt);
    }
    const UnitGroup::Result result = group->Close();
    if (!result.misuse.ok()) return Verified::kUnknown;
    if (verified != Verified::kUnknown) return verified;
    wait = core::DrawBackoff(options_.verify_retry.backoff, retry,
                             runtime_.Uniform());
  }
  return Verified::kUnknown;
}

std::optional<StopReason> UnitRunner::Wait(absl::Duration delay) {
  const WaitEnd end =
      delay <= absl::ZeroDuration()
          ? WaitEnd::kTime
          : WaitUntil(runtime_, runtime_.Now() + delay, request_.get());
  if (end == WaitEnd::kRequestEnded) return StopReason::kCancelled;
  // The stop may have come after the decision, or together with the timer.
  if (AllRetriesStopped()) return StopReason::kAllRetriesStopped;
  return std::nullopt;
}

void UnitRunner::CancelReplay(const Decision& decision) {
  progress_.grant.ReleaseAttempt();
  if (!decision.paid) return;
  paid_->target().budget().ReturnUnsent(decision.cost, progress_.spending);
}

void UnitRunner::OnSaved() {
  if (paid_ == nullptr) return;
  paid_->target().budget().OnCallSaved(progress_.spending);
}

grpc::Status UnitRunner::Run(const Body& body) {
  for (;;) {
    RunResult result = RunBody(body);
    Decision decision;
    const bool replay = DecideReplay(result, decision);
    if (observer_ != nullptr) {
      observer_->OnRunEnd({report_.runs,
                           rpc::FromGrpcCode(result.status.error_code()),
                           replay, decision.delay});
    }
    if (!replay) return Finish(std::move(result.status));
    const std::optional<StopReason> stopped = Wait(decision.delay);
    if (stopped.has_value()) {
      CancelReplay(decision);
      Stop(*stopped, effect_possible_);
      return Finish(std::move(result.status));
    }
  }
}

grpc::Status UnitRunner::Finish(grpc::Status status) {
  if (status.ok()) OnSaved();
  const absl::StatusCode code = rpc::FromGrpcCode(status.error_code());
  report_.code = code;
  report_.lasted = runtime_.Now() - started_at_;
  report_.grant_used = std::max(progress_.grant.used(), verify_grant_.used());
  // A caller that retried the request would run the whole unit again.
  link_.OnCallEnded({report_.grant_used, code,
                     report_.outcome_unknown
                         ? std::optional(RetryAdvice::Reason::kAmbiguous)
                         : std::nullopt,
                     report_.outcome_unknown});
  if (observer_ != nullptr) observer_->OnUnitEnd(report_);
  return UnitStatus(std::move(status), report_);
}

}  // namespace baton::kit
