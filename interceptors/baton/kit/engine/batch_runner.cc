// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/kit/engine/batch_runner.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "baton/core/decision/grant_use.h"
#include "baton/core/decision/leftover_rule.h"
#include "baton/kit/engine/blocking_wait.h"
#include "baton/kit/engine/round_group.h"
#include "baton/policy/retry_stop.h"
#include "baton/rpc/grpc/convert.h"
#include "baton/rpc/request/current_request.h"

namespace baton::kit {
namespace {

MethodPolicy PolicyOf(const LeftoversOptions& options) {
  MethodPolicy policy;
  policy.idempotency = Idempotency::kIdempotent;
  policy.retry = options.retry;
  return policy;
}

Deadline DeadlineOf(const LeftoversOptions& options, MonotonicTime now,
                    const rpc::RequestRecord* request) {
  const Deadline own = Deadline::After(now, options.total_time);
  return request == nullptr ? own : Deadline::Earlier(own, request->deadline());
}

// A round forwards the whole grant that is left to its call, and gets the
// unused part back.
Owner Delegate() {
  Owner owner;
  owner.mode = OwnerMode::kDelegate;
  return owner;
}

}  // namespace

BatchRunner::BatchRunner(const LeftoversOptions& options, rpc::Runtime& runtime)
    : runtime_(runtime),
      description_(absl::StrCat("batch '", options.name, "'")),
      policy_(PolicyOf(options)),
      request_(rpc::CurrentRequest()),
      link_(request_),
      started_at_(runtime.Now()),
      progress_(started_at_, DeadlineOf(options, started_at_, request_.get()),
                core::CallGrant(
                    link_.granted().value_or(core::GrantAtEdge(
                        options.retry, rpc::FindCurrentRequest().is_unlinked)),
                    Delegate(), /*callee_participates=*/true)),
      no_budget_(ProcessBudgetOptions::Unlimited(), started_at_) {
  report_.grant = progress_.grant.granted();
}

core::TargetLimits BatchRunner::limits() {
  if (channel_ == nullptr) return {no_budget_, core::RetryBreakers()};
  return channel_->target().limits();
}

RoundResult BatchRunner::RunRound(const std::function<RoundResult()>& round) {
  ++report_.rounds;
  const int forwarded = progress_.grant.StartAttempt();
  const auto group = std::make_shared<RoundGroup>(
      description_, progress_.deadline, report_.rounds, forwarded);
  RoundResult result;
  {
    const rpc::CallGroupScope scope(group);
    result = round();
  }
  const RoundGroup::Result of_calls = group->result();
  progress_.grant.EndAttempt(forwarded, of_calls.grant_used);
  channel_ = of_calls.channel;
  if (!result.status.ok()) {
    report_.outcome_unknown = of_calls.outcome_unknown;
    report_.stop_reason = of_calls.stop_reason;
  }
  return result;
}

Decision BatchRunner::Decide(int sent, int left) {
  if (paid_ != channel_) progress_.spending = core::BudgetSpending();
  paid_ = channel_;
  progress_.retries_stopped = AllRetriesStopped();
  return core::DecideRound(policy_, {sent, left}, limits(), runtime_.Now(),
                           runtime_.Uniform(), progress_);
}

bool BatchRunner::Wait(const Decision& decision) {
  const WaitEnd end =
      WaitUntil(runtime_, runtime_.Now() + decision.delay, request_.get());
  if (end == WaitEnd::kTime && !AllRetriesStopped()) return true;
  report_.stop_reason = end == WaitEnd::kRequestEnded
                            ? StopReason::kCancelled
                            : StopReason::kAllRetriesStopped;
  progress_.grant.ReleaseAttempt();
  limits().budget.ReturnUnsent(decision.cost, progress_.spending);
  return false;
}

BatchEnd BatchRunner::Run(int items,
                          const std::function<RoundResult()>& round) {
  int left = items;
  while (left > 0) {
    const int sent = left;
    const RoundResult result = RunRound(round);
    if (!result.status.ok()) return Finish(items, left, result.status);
    left = result.left;
    const Decision decision = Decide(sent, left);
    report_.stop_reason = decision.reason;
    if (!decision.retry) break;
    if (!Wait(decision)) break;
  }
  return Finish(items, left, grpc::Status::OK);
}

BatchEnd BatchRunner::Finish(int items, int left, const grpc::Status& last) {
  BatchEnd end;
  report_.done = items - left;
  report_.left = left;
  report_.lasted = runtime_.Now() - started_at_;
  report_.grant_used = progress_.grant.used();
  if (!last.ok()) {
    end.left_because = last;
  } else if (left > 0) {
    end.left_because = grpc::Status(
        grpc::StatusCode::RESOURCE_EXHAUSTED,
        absl::StrCat(description_, ": the server left ", left, " of ", items,
                     " items in ", report_.rounds,
                     report_.rounds == 1 ? " round" : " rounds",
                     ", no further round: ", ToString(report_.stop_reason)));
  } else if (paid_ != nullptr) {
    limits().budget.OnCallSaved(progress_.spending);
  }
  if (left == items) end.status = end.left_because;
  link_.OnCallEnded({report_.grant_used,
                     rpc::FromGrpcCode(end.status.error_code()), std::nullopt,
                     report_.outcome_unknown});
  end.report = report_;
  return end;
}

}  // namespace baton::kit
