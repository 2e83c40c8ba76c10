// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/harm/runs/subject.h"

#include <utility>

#include "absl/time/time.h"
#include "baton/client.h"
#include "tests/support/calls/baton_channel.h"

namespace baton::harm {
namespace {

grpc::ChannelArguments Arguments() {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_HTTP2_BDP_PROBE, 0);
  // Connection attempts fail and repeat quickly.
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 50);
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 100);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 100);
  return arguments;
}

void SetDefaultProfile(const Scenario& scenario, MethodPolicy& method) {
  method.retry.max_connection_wait =
      absl::Milliseconds(scenario.connection_wait);
  if (scenario.attempt_timeout > 0) {
    method.deadline.attempt_timeout =
        absl::Milliseconds(scenario.attempt_timeout);
  }
  if (scenario.default_timeout > 0) {
    method.deadline.default_timeout =
        absl::Milliseconds(scenario.default_timeout);
  }
  if (scenario.max_timeout > 0) {
    method.deadline.max_timeout = absl::Milliseconds(scenario.max_timeout);
  }
}

void SetStrictProfile(MethodPolicy& method, ClientOptions& options) {
  method.deadline.missing = MissingDeadline::kAllow;
  method.deadline.attempt_timeout = absl::InfiniteDuration();
  method.deadline.hop_reserve = absl::ZeroDuration();
  method.deadline.min_attempt_time = absl::ZeroDuration();
  method.retry.max_connection_wait = absl::ZeroDuration();
  method.retry.pushback_jitter_ratio = 0;
  for (BackoffOptions* backoff :
       {&method.retry.backoff, &method.retry.throttled.backoff,
        &method.retry.contention.backoff}) {
    backoff->initial = absl::Milliseconds(1);
    backoff->max = absl::Milliseconds(1);
  }
  options.policy.retry_breaker.enabled = false;
  options.explain_errors = false;
}

ClientOptions OptionsOf(const Scenario& scenario, const std::string& fallback) {
  ClientOptions options;
  MethodPolicy& method = options.policy.everything();
  method.idempotency = scenario.idempotency;
  if (scenario.hedged) {
    method.hedge.max_attempts = 2;
    method.hedge.delay = absl::Milliseconds(kHedgeDelay);
    method.hedge.max_extra_load_ratio = 1;
  }
  if (!fallback.empty()) {
    method.fallback.eligible_calls = FallbackCalls::kIdempotent;
    method.fallback.from_attempt = 2;
    options.fallback_channels.push_back(grpc::CreateCustomChannel(
        fallback, grpc::InsecureChannelCredentials(), Arguments()));
  }
  if (scenario.profile == Profile::kStrict) {
    SetStrictProfile(method, options);
  } else {
    SetDefaultProfile(scenario, method);
  }
  return options;
}

}  // namespace

std::shared_ptr<grpc::Channel> NewSubjectChannel(const Subject& subject,
                                                 const Scenario& scenario,
                                                 const std::string& address,
                                                 const std::string& fallback,
                                                 std::string* error) {
  if (!subject.has_baton && subject.defect == Defect::kNone) {
    return grpc::CreateCustomChannel(
        address, grpc::InsecureChannelCredentials(), Arguments());
  }
  if (!subject.has_baton) {
    return NewDefectiveChannel(subject.defect, address, Arguments());
  }
  auto channel =
      CreateChannel(address, grpc::InsecureChannelCredentials(),
                    OptionsOf(scenario, fallback), Arguments(),
                    scenario.interceptors ? PassingInterceptors()
                                          : ClientInterceptorFactories());
  if (channel.ok()) return *std::move(channel);
  *error = channel.status().ToString();
  return nullptr;
}

}  // namespace baton::harm
