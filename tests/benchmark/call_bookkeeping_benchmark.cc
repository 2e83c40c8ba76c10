// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// The cost of Baton's own work for one healthy unary call, without gRPC. If the
// calls of two threads shared a lock or wrote to the same cache line, the cost
// of a call would be higher with two threads.

#include <map>
#include <memory>
#include <string>

#include "absl/time/time.h"
#include "baton/attempt_outcome.h"
#include "baton/client_options.h"
#include "baton/deadline.h"
#include "baton/monotonic_time.h"
#include "baton/rpc/call/budget_metadata.h"
#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/call/call_route.h"
#include "baton/rpc/call/first_attempt.h"
#include "baton/rpc/call/outcome_of.h"
#include "baton/rpc/call/plan/plan_call.h"
#include "baton/rpc/call/response_details.h"
#include "baton/rpc/call/running/late_checks.h"
#include "baton/rpc/channel/channel_state.h"
#include "baton/rpc/channel/method_name.h"
#include "baton/rpc/grpc/application_metadata.h"
#include "baton/rpc/grpc/convert.h"
#include "baton/rpc/runtime/runtime.h"
#include "baton/rpc/runtime/thread_lane.h"
#include "benchmark/benchmark.h"
#include "grpcpp/client_context.h"

namespace baton::rpc {
namespace {

using Channel = std::shared_ptr<const ChannelState>;

Channel NewChannel(int max_attempts) {
  ClientOptions options;
  MethodPolicy& policy = options.policy.everything();
  policy.idempotency = Idempotency::kIdempotent;
  policy.retry.max_attempts = max_attempts;
  return std::make_shared<const ChannelState>("dns:///shop", options);
}

// All threads of a benchmark make calls on the same channel.
const Channel& ChannelWith(int max_attempts) {
  static const Channel direct = NewChannel(1);
  static const Channel retrying = NewChannel(3);
  return max_attempts == 1 ? direct : retrying;
}

// Makes the calls that HealthyCall makes for one call, in their order, from the
// first batch to a successful end.
void MakeCall(const Channel& channel) {
  grpc::ClientContext context;
  context.set_deadline(ToGrpcDeadline(
      Deadline::After(channel->runtime().Now(), absl::Seconds(10))));
  CallPlan plan = PlanCall(
      channel,
      MethodName("/shop.v1.Inventory/Get", channel->target().methods()),
      CallKind::kUnary, context, RequestLink::RequestOf(context));
  Runtime& runtime = plan.runtime();
  LateChecks late(plan);

  FirstAttempt first = FirstAttempt::Start(plan);
  if (late.on()) {
    late.Watch(first.AttemptsLeft(plan), first.facts, /*is_connected=*/true);
  }
  std::multimap<std::string, std::string> map;
  MetadataChanges changes;
  ApplicationMetadata metadata(map, changes);
  SetBudgetMetadata(first.facts.header, metadata);
  const bool has_timer = late.NextAt() != MonotonicTime::InfiniteFuture();
  Runtime::TimerId timer = 0;
  if (has_timer) timer = runtime.Schedule(late.NextAt(), [] {});

  // The status has arrived.
  if (has_timer) runtime.Cancel(timer);
  const MonotonicTime now = runtime.Now();
  const grpc::Status status;
  const AttemptOutcome outcome =
      OutcomeOf(plan, status, context, Enders::kAlsoOthers);
  const ResponseDetails details(plan, first.facts, status, context);
  CallRoute route(plan);
  route.OnAttemptEnd({first.facts, outcome, details}, now);
  route.OnSuccess(first.facts, now);
  plan.channel->target().budget().OnFirstAttemptSuccess(&route.account());
  if (late.on()) {
    late.OnAnswer(first.facts, /*success=*/true, now, ThreadLane());
  }
  benchmark::DoNotOptimize(outcome);
}

void BM_CallBookkeeping(benchmark::State& state) {
  const Channel& channel = ChannelWith(static_cast<int>(state.range(0)));
  for (auto _ : state) MakeCall(channel);
}
BENCHMARK(BM_CallBookkeeping)
    ->ArgName("attempts")
    ->Arg(1)
    ->Arg(3)
    ->Threads(1)
    ->Threads(2)
    ->UseRealTime();

}  // namespace
}  // namespace baton::rpc
