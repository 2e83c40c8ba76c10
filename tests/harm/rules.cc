// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/harm/rules.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/str_cat.h"

namespace baton::harm {
namespace {

using ::grpc::StatusCode;

// 1 + the grant of the default policy.
constexpr std::size_t kMaxRequests = 3;

// A connection wait ends this much later at most, in milliseconds. Includes the
// 200 ms that a call may wait for a connection attempt in flight.
constexpr double kConnectionSlack = 260;

// The longest time from the decision to send a request to its arrival, in
// milliseconds.
constexpr double kFlight = 8;

// A timeout is not shorter than this below its value, in milliseconds.
constexpr double kClockSlack = 3;

bool PermitsRetry(const StepPlan& step, Kind kind) {
  if (StreamsResponses(kind) && step.messages > 0) return false;
  if (step.cut) return true;
  if (step.pushback.has_value() && *step.pushback < 0) return false;
  if (step.code == StatusCode::UNAVAILABLE) return true;
  return step.code == StatusCode::RESOURCE_EXHAUSTED &&
         (step.pushback.has_value() || step.retry_info.has_value());
}

bool WaitedForConnection(const CallReport& report) {
  return report.stop_reason == StopReason::kNoConnection ||
         report.last_wait_cause == WaitCause::kConnection ||
         std::any_of(report.attempts.begin(), report.attempts.end(),
                     [](const AttemptReport& attempt) {
                       return attempt.wait_cause == WaitCause::kConnection;
                     });
}

bool TimedOut(const CallReport& report) {
  return std::any_of(report.attempts.begin(), report.attempts.end(),
                     [](const AttemptReport& attempt) {
                       return attempt.origin == AttemptOrigin::kAttemptTimeout;
                     });
}

// Returns whether the application can prepare the call before it starts it.
bool IsPrepared(const CallPlan& plan) {
  switch (plan.api) {
    case Api::kSync:
      return false;
    case Api::kQueue:
      return true;
    case Api::kCallback:
      return plan.kind != Kind::kUnary || plan.initial_metadata_first;
    case Api::kGeneric:
      return plan.kind != Kind::kUnary || !plan.initial_metadata_first;
  }
  return false;
}

bool HasSecondBesideLate(const CallOutcome& call) {
  return call.report.has_value() &&
         std::any_of(call.report->attempts.begin(), call.report->attempts.end(),
                     [](const AttemptReport& attempt) {
                       return attempt.wait_cause == WaitCause::kLate;
                     });
}

// Returns whether a call with retries can stop for this reason.
bool EndsRetries(StopReason reason) {
  switch (reason) {
    case StopReason::kGrantExhausted:
    case StopReason::kAttemptsExhausted:
    case StopReason::kThrottledAttemptsExhausted:
    case StopReason::kContentionAttemptsExhausted:
    case StopReason::kNotEnoughTime:
    case StopReason::kThrottledTimeExhausted:
    case StopReason::kContentionTimeExhausted:
    case StopReason::kNotRetryable:
    case StopReason::kServerPushback:
    case StopReason::kProcessBudgetExhausted:
    case StopReason::kRetryBreakerOpen:
    case StopReason::kCommitted:
    case StopReason::kNoConnection:
    case StopReason::kConnectTimeout:
    case StopReason::kFirstAnswerTimeout:
    case StopReason::kReplayBufferFull:
    case StopReason::kNotIdempotent:
    case StopReason::kCancelled:
      return true;
    default:
      return false;
  }
}

// Returns whether the server cuts the connection at this request.
bool CutsAt(const Scenario& scenario, int call, int number) {
  for (const auto* plans : {&scenario.earlier, &scenario.calls}) {
    for (const CallPlan& plan : *plans) {
      if (plan.id == call) return StepOf(plan, number).cut;
    }
  }
  return false;
}

}  // namespace

bool ConnectionsBreak(const Scenario& scenario) {
  if (scenario.fault != Fault::kNone) return true;
  const auto cuts = [](const CallPlan& call) {
    return std::any_of(call.steps.begin(), call.steps.end(),
                       [](const StepPlan& step) { return step.cut; });
  };
  return std::any_of(scenario.calls.begin(), scenario.calls.end(), cuts) ||
         std::any_of(scenario.earlier.begin(), scenario.earlier.end(), cuts);
}

bool WasCutByAnotherCall(const Scenario& scenario, const CallOutcome& call,
                         const RunOutcome& bare, const RunOutcome& tested) {
  if (call.code != StatusCode::UNAVAILABLE || AnsweredBy(call) > 0) {
    return false;
  }
  const auto cuts = [&](const RunOutcome& run) {
    return std::count_if(run.facts.begin(), run.facts.end(),
                         [&](const ServerFact& fact) {
                           return fact.call != call.id &&
                                  CutsAt(scenario, fact.call, fact.number);
                         });
  };
  return cuts(tested) > cuts(bare);
}

double PauseAfterMetadata(const Scenario& scenario, const CallPlan& plan) {
  const bool waits = plan.initial_metadata_first && plan.kind == Kind::kUnary &&
                     plan.api == Api::kQueue &&
                     IsIdempotent(scenario.idempotency);
  return waits ? plan.poll_delay : 0;
}

std::string ExtraRequest(const Scenario& scenario, const CallPlan& plan,
                         const CallOutcome& call,
                         const std::vector<ServerFact>& facts) {
  if (facts.size() > kMaxRequests) {
    return absl::StrCat(facts.size(), " requests");
  }
  const bool may_overlap = scenario.hedged || scenario.attempt_timeout > 0 ||
                           HasSecondBesideLate(call);
  // A hedge may be in flight while the server answers the attempt before.
  const double flight = may_overlap ? kFlight : 0;
  for (std::size_t i = 1; i < facts.size(); ++i) {
    const ServerFact& before = facts[i - 1];
    const StepPlan& step = StepOf(plan, before.number);
    const std::string next =
        absl::StrCat("request ", facts[i].number, " after ");
    // The operator's limit may end an attempt while its response arrives.
    const bool timed_out =
        scenario.attempt_timeout > 0 && before.ended &&
        before.ended_at - before.arrived + kFlight > scenario.attempt_timeout;
    // A connection that breaks may have lost the response.
    const bool answered = !step.silent && !step.cut && before.ended &&
                          !before.cancelled && !ConnectionsBreak(scenario) &&
                          !timed_out &&
                          before.ended_at + flight <= facts[i].arrived;
    if (answered && step.code == StatusCode::OK) {
      return absl::StrCat(next, "a good response");
    }
    if (answered && !PermitsRetry(step, plan.kind)) {
      return absl::StrCat(next, "a final response with code ", step.code);
    }
    if (!IsIdempotent(scenario.idempotency)) {
      return absl::StrCat(next,
                          "another request, and the call is not idempotent");
    }
    if (answered || may_overlap) continue;
    if (ConnectionsBreak(scenario)) continue;
    if (!PermitsRetry(step, plan.kind) || before.cancelled) {
      return absl::StrCat(next, "an attempt that had not ended");
    }
  }
  return "";
}

std::string ExcusingLimit(const Scenario& scenario, const CallPlan& plan,
                          const CallOutcome& bare, const CallOutcome& call) {
  if (scenario.profile == Profile::kStrict || !call.report.has_value()) {
    return "";
  }
  const CallReport& report = *call.report;
  if (call.code == StatusCode::DEADLINE_EXCEEDED) {
    const double prepared = IsPrepared(plan) ? plan.prepare_delay : 0;
    const double took = call.took - prepared + kClockSlack;
    if (report.deadline_source == DeadlineSource::kDefault &&
        scenario.default_timeout > 0 && took >= scenario.default_timeout) {
      return "default_deadline";
    }
    const bool has_maximum = report.deadline_capped ||
                             report.deadline_source == DeadlineSource::kMaximum;
    if (has_maximum && scenario.max_timeout > 0 &&
        took >= scenario.max_timeout) {
      return "max_timeout";
    }
  }
  if (scenario.attempt_timeout > 0 && TimedOut(report)) {
    return "attempt_timeout";
  }
  // Bare gRPC failed, too: Baton may have tried for longer.
  if (bare.code == StatusCode::OK) return "";
  if (WaitedForConnection(report) && scenario.connection_wait > 0 &&
      call.took <= bare.took + scenario.connection_wait + kConnectionSlack) {
    return "connection_wait";
  }
  const bool retried =
      report.attempts.size() > 1 || report.last_wait_cause != WaitCause::kNone;
  if (retried && EndsRetries(report.stop_reason) && !TimedOut(report)) {
    return "retries";
  }
  return "";
}

const CallOutcome& LastOf(const Scenario& scenario, const RunOutcome& run) {
  const auto earlier = static_cast<std::ptrdiff_t>(scenario.earlier.size());
  return *std::max_element(run.calls.begin() + earlier, run.calls.end(),
                           [](const CallOutcome& a, const CallOutcome& b) {
                             return a.took < b.took;
                           });
}

}  // namespace baton::harm
