// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/call_plan.h"

#include <iterator>
#include <optional>
#include <utility>

#include "baton/core/decision/connection_wait.h"
#include "baton/core/decision/fallback_route.h"
#include "baton/core/decision/grant_use.h"
#include "baton/idempotency/idempotency_key.h"
#include "baton/policy/core_retries.h"
#include "baton/policy/retry_stop.h"
#include "baton/rpc/channel/first_channel.h"
#include "baton/rpc/grpc/context_access.h"
#include "baton/rpc/grpc/convert.h"
#include "baton/rpc/request/context_extension.h"
#include "baton/rpc/request/unlinked_call.h"
#include "grpc/grpc.h"

namespace baton::rpc {
namespace {

// The properties that a call inherits from its request.
struct Inheritance {
  Deadline deadline;
  // gRPC itself ends the call together with its parent server call, but does
  // not tell the deadline of that call.
  bool unknown = false;
  // Whether gRPC itself sends this deadline to the server.
  bool is_sent_by_grpc = false;
};

Inheritance InheritedBy(const grpc::ClientContext& context,
                        const RequestRecord* request) {
  const bool has_parent = ParentOf(context) != nullptr;
  Inheritance inherited;
  if (has_parent &&
      (PropagationOf(context).c_bitmask() & GRPC_PROPAGATE_DEADLINE) == 0) {
    return inherited;
  }
  if (request != nullptr) {
    inherited.deadline = request->deadline();
    inherited.is_sent_by_grpc = has_parent;
  } else {
    inherited.unknown = has_parent;
  }
  return inherited;
}

// Returns whether the server learns the deadline of the plan from the
// application's own call, up to the reserve of one hop.
bool TellsDeadline(const CallPlan& plan, const Inheritance& inherited) {
  Deadline told = plan.own_deadline;
  if (inherited.is_sent_by_grpc) {
    told = Deadline::Earlier(told, inherited.deadline);
  }
  // gRPC sends nothing then, and Baton can.
  if (told.IsNone()) return true;
  return told.time() - plan.deadline.deadline.time() <=
         plan.policy->deadline.hop_reserve;
}

EffectiveDeadline ResolveFor(const MethodPolicy& policy, CallKind kind,
                             const Inheritance& inherited, Deadline wanted,
                             MonotonicTime now) {
  DeadlineOptions options = policy.deadline;
  // A stream may be long-lived on purpose. Only the application can know.
  const bool may_stay =
      kind != CallKind::kUnary && options.missing == MissingDeadline::kDefault;
  const bool need_not_say =
      inherited.unknown && options.missing == MissingDeadline::kReject;
  if (may_stay || need_not_say) {
    options.missing = MissingDeadline::kAllow;
  }
  EffectiveDeadline effective =
      core::ResolveDeadline(options, wanted, inherited.deadline, now);
  if (effective.missing && inherited.unknown) {
    effective.missing = false;
    if (effective.source == DeadlineSource::kNone) {
      effective.source = DeadlineSource::kInherited;
    }
  }
  return effective;
}

// Asks the group of the call for its terms. If the group rejects the call, sets
// the rejection in the plan.
CallGroup::Terms JoinGroup(CallMembership membership,
                           const std::optional<CallOverrides>& overrides,
                           CallPlan& plan) {
  absl::StatusOr<CallGroup::Terms> terms = membership.group->OnCallStarted(
      {plan.method, overrides.has_value() ? &*overrides : nullptr,
       membership.has_stable_key});
  if (!terms.ok()) {
    plan.rejection = terms.status();
    return {};
  }
  plan.membership = std::move(membership);
  plan.earlier_attempts = terms->earlier_attempts;
  return *terms;
}

// Decides whether attempts carry the header. `has_group_grant`: a group has
// given the call its grant.
void PlanHeader(bool has_group_grant, CallPlan& plan) {
  core::HeaderFacts facts;
  facts.is_linked = has_group_grant || plan.request.record() != nullptr;
  facts.has_grant = has_group_grant || plan.request.granted().has_value();
  facts.retries_stopped = plan.retries_stopped;
  plan.sends_header = core::SendsHeader(*plan.policy, facts);
  // The callee could spend the grant again for each attempt of gRPC core.
  plan.passes_grant_on = facts.has_grant && plan.channel->core_retries() !=
                                                CoreRetries::kUnchanged;
}

core::WaitForReady WaitForReadyOf(const grpc::ClientContext& context) {
  const uint32_t flags = InitialMetadataFlags(context);
  if ((flags & GRPC_INITIAL_METADATA_WAIT_FOR_READY_EXPLICITLY_SET) == 0) {
    return core::WaitForReady::kUnspecified;
  }
  return (flags & GRPC_INITIAL_METADATA_WAIT_FOR_READY) != 0
             ? core::WaitForReady::kYes
             : core::WaitForReady::kNo;
}

}  // namespace

MethodPolicy WithOverrides(MethodPolicy policy,
                           const CallOverrides& overrides) {
  if (overrides.max_attempts.has_value()) {
    RetryOptions& retry = policy.retry;
    retry.max_attempts = *overrides.max_attempts;
    for (ClassRetryOptions* one : {&retry.throttled, &retry.contention}) {
      if (one->max_attempts > retry.max_attempts) one->max_attempts.reset();
    }
  }
  if (overrides.idempotency.has_value()) {
    policy.idempotency = *overrides.idempotency;
  }
  if (overrides.owner.has_value()) policy.retry.owner = *overrides.owner;
  if (overrides.hedge.has_value()) policy.hedge = *overrides.hedge;
  if (overrides.fallback.has_value()) policy.fallback = *overrides.fallback;
  if (overrides.disable_retries) {
    policy.retry.max_attempts = 1;
    policy.hedge.max_attempts = 1;
  }
  return policy;
}

void CallPlan::ChooseIdempotencyKey(
    const std::multimap<std::string, std::string>& metadata) {
  if (kind != CallKind::kUnary) return idempotency_key.clear();
  if (!metadata.empty()) {
    const auto range = metadata.equal_range(std::string(kIdempotencyKeyName));
    if (range.first != range.second) {
      // A server rejects an invalid key and a second one, so Baton adds none.
      key_is_in_metadata = true;
      const bool valid = std::next(range.first) == range.second &&
                         ValidateIdempotencyKey(range.first->second).ok();
      idempotency_key = valid ? range.first->second : std::string();
      return;
    }
  }
  if (idempotency_key.empty() && policy->idempotency_key.send &&
      policy->mode == Mode::kEnforce) {
    idempotency_key = NewIdempotencyKey();
  }
}

bool CallPlan::MayHedge() const {
  // Client-streaming calls cannot be hedged, because their messages arrive
  // during the call.
  return kind != CallKind::kStreaming && policy->hedge.max_attempts > 1 &&
         IsIdempotent(policy->idempotency) && grant > 0;
}

bool CallPlan::MayStartSecondAttempt() const {
  // A hedged call has second attempts anyway. See MayHedge() for the kinds.
  return policy->late.start_second_attempt && kind != CallKind::kStreaming &&
         policy->hedge.max_attempts <= 1 && policy->retry.max_attempts > 1 &&
         IsIdempotent(policy->idempotency) && grant > 0;
}

bool CallPlan::MayFallBack() const {
  return channel->fallbacks() > 0 && core::MayFallBack(*policy);
}

bool CallPlan::NeedsAttempts() const {
  // In observe mode nothing changes, and a rejected call is not sent. Neither
  // needs attempts.
  if (policy->mode == Mode::kObserve || deadline.rejected || !rejection.ok()) {
    return false;
  }
  if ((policy->retry.max_attempts > 1 && grant > 0) || MayHedge()) return true;
  // The application's own call uses the primary channel.
  if (first_channel != core::FallbackRoute::kPrimary) return true;
  // Waiting needs no grant. For a stream Baton would have to keep the messages
  // that the application writes meanwhile.
  if (kind == CallKind::kUnary && policy->retry.max_attempts > 1 &&
      waits_for_connection) {
    return true;
  }
  if (kind != CallKind::kUnary &&
      policy->stream.idle_timeout != absl::InfiniteDuration()) {
    return true;
  }
  // The application's own call was created without wait-for-ready.
  return wait_for_ready;
}

CallPlan PlanCall(std::shared_ptr<const ChannelState> channel,
                  std::string method, CallKind kind,
                  const grpc::ClientContext& context,
                  FoundRequest found_request, CallMembership membership) {
  CallPlan plan;
  plan.snapshot = channel->CurrentPolicy();
  plan.channel = std::move(channel);
  plan.method = std::move(method);
  plan.record = plan.channel->target().methods().Find(plan.method);
  plan.kind = kind;
  plan.policy = &plan.snapshot->Find(plan.method);
  plan.started_at = plan.runtime().Now();
  plan.own_deadline = FromGrpcDeadline(context.raw_deadline(), plan.started_at);
  plan.request = RequestLink(std::move(found_request.record));
  plan.is_unlinked = found_request.is_unlinked;
  if (plan.is_unlinked) {
    NoteUnlinkedCall(
        plan.method,
        core::GrantAtEdge(plan.policy->retry, /*is_unlinked=*/true),
        plan.channel->target().methods(), plan.record);
  }
  const RequestRecord* const request = plan.request.record();

  Deadline wanted = plan.own_deadline;
  bool disable_retries = false;
  std::optional<CallOverrides> overrides;
  if (const ContextExtension* extension = ContextExtension::Find(context)) {
    overrides = extension->overrides();
  }
  std::optional<int> group_grant;
  if (membership.group != nullptr) {
    const CallGroup::Terms terms =
        JoinGroup(std::move(membership), overrides, plan);
    if (terms.single_attempt) {
      if (!overrides.has_value()) overrides.emplace();
      overrides->disable_retries = true;
    }
    group_grant = terms.grant;
    wanted = Deadline::Earlier(wanted, terms.deadline);
  }
  if (overrides.has_value()) {
    plan.overridden = std::make_unique<const MethodPolicy>(
        WithOverrides(*plan.policy, *overrides));
    plan.policy = plan.overridden.get();
    disable_retries = overrides->disable_retries;
    if (kind == CallKind::kUnary) {
      plan.idempotency_key = overrides->idempotency_key.value_or("");
    }
    if (overrides->timeout.has_value()) {
      wanted = Deadline::Earlier(
          wanted, Deadline::After(plan.started_at, *overrides->timeout));
    }
  }
  const Inheritance inherited = InheritedBy(context, request);
  plan.deadline =
      ResolveFor(*plan.policy, kind, inherited, wanted, plan.started_at);
  plan.tells_deadline = TellsDeadline(plan, inherited);
  plan.enforced =
      plan.policy->mode == Mode::kEnforce ? plan.deadline.deadline : wanted;
  const core::WaitForReady said = WaitForReadyOf(context);
  plan.wait_for_ready = plan.policy->wait_for_ready.value_or(false) &&
                        said == core::WaitForReady::kUnspecified;
  plan.fails_fast = said == core::WaitForReady::kNo;
  plan.waits_for_connection = core::WaitsForConnection(*plan.policy, said);
  // A call that waits for ready would wait for the primary channel without
  // Baton, too.
  if (!plan.wait_for_ready && said != core::WaitForReady::kYes) {
    plan.first_channel = FirstChannel(*plan.channel, *plan.policy, context);
  }
  if (!disable_retries) {
    plan.grant = group_grant.has_value()
                     ? *group_grant
                     : plan.request.granted().value_or(core::GrantAtEdge(
                           plan.policy->retry, plan.is_unlinked));
  }
  plan.retries_stopped = AllRetriesStopped();
  if (plan.retries_stopped) {
    plan.channel->NoteStoppedCall();
    plan.grant = 0;
    plan.waits_for_connection = false;
  }
  PlanHeader(group_grant.has_value(), plan);
  if (request != nullptr) plan.hop = request->inbound().hop;
  return plan;
}

}  // namespace baton::rpc
