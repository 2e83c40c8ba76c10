// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/harm/ends.h"

#include "absl/time/time.h"
#include "tests/harm/rules.h"

namespace baton::harm {
namespace {

using ::grpc::StatusCode;

bool BrokeBeforeCancel(const CallPlan& plan, const CallOutcome& bare,
                       const CallOutcome& call) {
  return plan.cancel_after >= 0 && StreamsResponses(plan.kind) &&
         bare.code == StatusCode::CANCELLED &&
         call.code == StatusCode::UNAVAILABLE && AnsweredBy(bare) == 0 &&
         AnsweredBy(call) == 0 && call.payloads == bare.payloads &&
         call.report.has_value() &&
         absl::ToDoubleMilliseconds(call.report->lasted) < plan.cancel_after;
}

bool EndedDuringRetries(const CallPlan& plan, const CallOutcome& bare,
                        const CallOutcome& call) {
  if (bare.code == StatusCode::OK || !call.report.has_value()) return false;
  const CallReport& report = *call.report;
  const bool retries =
      report.attempts.size() > 1 || report.last_wait_cause != WaitCause::kNone;
  const bool cancelled = plan.cancel_after >= 0 &&
                         call.code == StatusCode::CANCELLED &&
                         report.stop_reason == StopReason::kCancelled;
  const bool expired = call.code == StatusCode::DEADLINE_EXCEEDED &&
                       report.stop_reason == StopReason::kNotEnoughTime &&
                       report.lasted >= report.timeout;
  return retries && (cancelled || expired);
}

bool FailedBeforeLatePoll(const Scenario& scenario, const CallPlan& plan,
                          const CallOutcome& bare, const CallOutcome& call) {
  const bool ended_before_poll =
      bare.code == StatusCode::DEADLINE_EXCEEDED ||
      (bare.code == StatusCode::CANCELLED && IsCancelledBeforePoll(plan));
  return plan.poll_delay > 0 && ConnectionsBreak(scenario) &&
         ended_before_poll && call.code == StatusCode::UNAVAILABLE &&
         AnsweredBy(bare) == 0 && AnsweredBy(call) == 0;
}

bool CancelledWhileReading(const CallPlan& plan, const CallOutcome& bare,
                           const CallOutcome& call) {
  return plan.cancel_after >= 0 && bare.code == StatusCode::UNAVAILABLE &&
         AnsweredBy(bare) == 0 && call.code == StatusCode::CANCELLED &&
         call.payloads.size() > bare.payloads.size() &&
         call.report.has_value() &&
         call.report->stop_reason == StopReason::kCancelled;
}

bool ExpiredWhileReading(const CallPlan& plan, const CallOutcome& bare,
                         const CallOutcome& call) {
  return StreamsResponses(plan.kind) &&
         bare.code == StatusCode::DEADLINE_EXCEEDED && call.code == bare.code &&
         call.message == bare.message && AnsweredBy(bare) == 0 &&
         call.payloads.size() > bare.payloads.size();
}

// Whether the times are so close that either event may come first.
bool IsRace(double time, double cancel_after) {
  constexpr double kRace = 3;  // milliseconds
  return time > cancel_after - kRace && time < cancel_after + kRace;
}

}  // namespace

bool CancelRaces(const CallPlan& plan, const CallOutcome& bare,
                 const CallOutcome& call) {
  if (plan.cancel_after < 0 || call.code != StatusCode::CANCELLED ||
      !call.report.has_value() ||
      call.report->stop_reason != StopReason::kCancelled) {
    return false;
  }
  if (IsRace(bare.took, plan.cancel_after)) return true;
  // Bare gRPC has read its last message just before the cancellation.
  return bare.code == call.code &&
         bare.payloads.size() == call.payloads.size() + 1 &&
         IsRace(plan.read_delay * static_cast<double>(bare.payloads.size()),
                plan.cancel_after);
}

bool IsOtherEnd(const Scenario& scenario, const CallPlan& plan,
                const CallOutcome& bare, const CallOutcome& call) {
  return FailedBeforeLatePoll(scenario, plan, bare, call) ||
         BrokeBeforeCancel(plan, bare, call) ||
         EndedDuringRetries(plan, bare, call) ||
         CancelledWhileReading(plan, bare, call) ||
         ExpiredWhileReading(plan, bare, call);
}

bool IsSameCancel(const CallPlan& plan, const CallOutcome& bare,
                  const CallOutcome& call) {
  return plan.cancel_after >= 0 && bare.code == StatusCode::CANCELLED &&
         call.code == bare.code && call.message == bare.message &&
         AnsweredBy(bare) == 0;
}

bool EndedBeforeCancel(const CallPlan& plan, const CallOutcome& bare,
                       const CallOutcome& call) {
  return plan.cancel_after >= 0 && StreamsResponses(plan.kind) &&
         bare.code == StatusCode::CANCELLED &&
         call.code != StatusCode::CANCELLED && AnsweredBy(call) > 0 &&
         call.report.has_value() &&
         absl::ToDoubleMilliseconds(call.report->lasted) < plan.cancel_after;
}

bool IsCancelledBeforePoll(const CallPlan& plan) {
  return plan.cancel_after >= 0 && plan.cancel_after < plan.poll_delay;
}

}  // namespace baton::harm
