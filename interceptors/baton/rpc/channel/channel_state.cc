// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/channel/channel_state.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "baton/call_observer.h"
#include "baton/core/policy/target_name.h"
#include "baton/core/report/printable_text.h"
#include "baton/rpc/channel/retry_abort.h"
#include "baton/rpc/grpc/linked_idempotency.h"
#include "baton/rpc/runtime/misuse_report.h"

namespace baton::rpc {
namespace {

// The longest name of a target in a line, in bytes.
constexpr std::size_t kMaxName = 200;

ClientOptions Completed(const std::string& target, ClientOptions options) {
  options.core_retries =
      core::EffectiveCoreRetries(target, WantedCoreRetries(options));
  if (options.policy_source == nullptr) {
    if (!options.policy.has_declarations()) {
      DeclareLinkedMethods(options.policy);
    }
    options.policy_source =
        std::make_shared<PolicySource>(std::make_shared<const Policy>(
            std::exchange(options.policy, Policy())));
  } else {
    options.policy_source->DeclareWith(DeclareLinkedMethods);
  }
  return options;
}

TargetOptions LimitsOf(const Policy& policy) {
  return {policy.process_budget, policy.retry_breaker};
}

std::vector<std::unique_ptr<FallbackChannel>> FallbacksOf(
    const ClientOptions& options) {
  std::vector<std::unique_ptr<FallbackChannel>> fallbacks;
  fallbacks.reserve(options.fallback_channels.size());
  for (const std::shared_ptr<grpc::Channel>& channel :
       options.fallback_channels) {
    fallbacks.push_back(std::make_unique<FallbackChannel>(channel));
  }
  return fallbacks;
}

}  // namespace

CoreRetries WantedCoreRetries(const ClientOptions& options) {
  return options.core_retries.value_or(options.external &&
                                               CanServerAbortRetries()
                                           ? CoreRetries::kOff
                                           : CoreRetries::kTransparentOnly);
}

ChannelState::ChannelState(std::string target_name, ClientOptions options,
                           bool first_attempts_in_place, Runtime& runtime)
    : runtime_(runtime),
      target_name_(std::move(target_name)),
      options_(Completed(target_name_, std::move(options))),
      first_attempts_in_place_(first_attempts_in_place),
      observers_(
          CombineCallObservers({options_.telemetry, options_.observers})),
      target_(TargetRecordFor(target_name_,
                              LimitsOf(*options_.policy_source->Current()),
                              runtime_)),
      fallbacks_(FallbacksOf(options_)),
      configured_for_(nullptr) {
  if (options_.telemetry != nullptr) {
    options_.telemetry->WatchTargets(AllTargetGauges());
  }
}

void ChannelState::NoteStoppedCall() const {
  if (core_retries() != CoreRetries::kUnchanged ||
      is_noted_.exchange(true, std::memory_order_relaxed)) {
    return;
  }
  ReportMisuse(Misuse::kUnstoppedCoreRetries,
               absl::StrCat("all retries are stopped, but on the channel to ",
                            core::PrintableText(target_name_, kMaxName),
                            " gRPC may still retry by a policy of its own; "
                            "remove this policy from the service config or the "
                            "route (docs/operating.md#incidents)"));
}

std::shared_ptr<const Policy> ChannelState::CurrentPolicy() const {
  std::shared_ptr<const Policy> policy = options_.policy_source->Current();
  if (configured_for_.load(std::memory_order_relaxed) != policy.get()) {
    const MutexLock lock(mutex_);
    target_->Configure(LimitsOf(*policy), runtime_.Now());
    kept_ = policy;
    configured_for_.store(policy.get(), std::memory_order_relaxed);
  }
  return policy;
}

}  // namespace baton::rpc
