// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/config/service_config.h"

#include <algorithm>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "baton/config/service_config_attempts.h"
#include "baton/config/syntax/json_object.h"

namespace baton::config {
namespace {

constexpr double kMaxThrottleTokens = 1000;
// The precision of gRPC's tokens is a thousandth.
constexpr double kMinTokenRatio = 0.001;

void ImportTimeout(const JsonObject& entry, v1::MethodPolicy& policy) {
  v1::DeadlineOptions& deadline = *policy.mutable_deadline();
  const std::optional<absl::Duration> timeout = entry.Duration("timeout");
  if (!timeout) {
    // gRPC sets no deadline on calls without one.
    deadline.set_missing(v1::DeadlineOptions::ALLOW);
    deadline.set_max_timeout("inf");
    return;
  }
  if (*timeout == absl::ZeroDuration()) {
    entry.Error("timeout",
                absl::StrCat("must be positive", entry.Got("timeout"),
                             "; every call would fail"));
    return;
  }
  deadline.set_missing(v1::DeadlineOptions::DEFAULT);
  deadline.set_default_timeout(absl::FormatDuration(*timeout));
  deadline.set_max_timeout(absl::FormatDuration(*timeout));
}

void ImportAttempts(const JsonObject& entry, bool assume_idempotent,
                    v1::MethodPolicy& policy) {
  const std::optional<JsonObject> retry = entry.Object("retryPolicy");
  const std::optional<JsonObject> hedging = entry.Object("hedgingPolicy");
  if (retry && hedging) {
    entry.Error("hedgingPolicy", "must not be set together with retryPolicy");
  }
  v1::RetryOptions& options = *policy.mutable_retry();
  options.set_max_attempts(1);
  policy.mutable_hedge()->set_max_attempts(1);
  if (retry) ImportRetryPolicy(*retry, policy);
  if (hedging) ImportHedgingPolicy(*hedging, assume_idempotent, policy);
  if (!retry && !hedging) return;
  if (assume_idempotent) {
    policy.set_idempotency(v1::MethodPolicy::IDEMPOTENT);
  } else if (retry) {
    retry->Note("",
                "gRPC retries calls that the server may have executed; Baton "
                "retries only requests that were provably not processed, "
                "unless the policy or the method's descriptor declares the "
                "method idempotent");
  }
}

void ImportNames(const JsonObject& entry, v1::MethodPolicy& policy) {
  for (const JsonObject& name : entry.Objects("name")) {
    name.NoteOthers({"service", "method"});
    v1::MethodName& imported = *policy.add_name();
    const std::string service = name.String("service");
    const std::string method = name.String("method");
    if (!service.empty()) imported.set_service(service);
    if (!method.empty()) imported.set_method(method);
  }
}

void ImportEntry(const JsonObject& entry, bool assume_idempotent,
                 v1::MethodPolicy& policy) {
  entry.NoteOthers({"name", "timeout", "waitForReady", "retryPolicy",
                    "hedgingPolicy", "maxRequestMessageBytes",
                    "maxResponseMessageBytes"});
  ImportNames(entry, policy);
  // Set even if it is the default of gRPC, so that the entry inherits nothing.
  policy.set_wait_for_ready(entry.Bool("waitForReady").value_or(false));
  ImportTimeout(entry, policy);
  ImportAttempts(entry, assume_idempotent, policy);
  for (const char* limit :
       {"maxRequestMessageBytes", "maxResponseMessageBytes"}) {
    if (entry.Find(limit) != nullptr) {
      entry.Note(limit,
                 "is not part of a policy; set the limit on the channel");
    }
  }
}

// gRPC uses a bucket of maxTokens. Each failure with a listed code takes one
// token, and each success adds tokenRatio. gRPC retries while the bucket is
// more than half full.
void ImportThrottling(const JsonObject& root, v1::Policy& policy) {
  const std::optional<JsonObject> throttling = root.Object("retryThrottling");
  if (!throttling) {
    root.Note("",
              "without retryThrottling, gRPC does not limit the retries of a "
              "process; Baton uses the default process_budget");
    return;
  }
  throttling->NoteOthers({"maxTokens", "tokenRatio"});
  const std::optional<double> tokens = throttling->Number("maxTokens");
  const std::optional<double> ratio = throttling->Number("tokenRatio");
  if (!tokens || !(*tokens > 0 && *tokens <= kMaxThrottleTokens)) {
    throttling->Error(
        "maxTokens",
        absl::StrCat("is required and must be above 0 and at most 1000",
                     throttling->Got("maxTokens")));
    return;
  }
  if (!ratio || !(*ratio >= kMinTokenRatio && *ratio <= kMaxThrottleTokens)) {
    throttling->Error("tokenRatio",
                      absl::StrCat("is required and must be 0.001 to 1000",
                                   throttling->Got("tokenRatio")));
    return;
  }
  v1::ProcessBudgetOptions& budget = *policy.mutable_process_budget();
  budget.set_capacity(std::max(*tokens / 2, 1.0));
  budget.set_deposit(*ratio);
  budget.set_refill_limit(0);
  budget.set_refill_per_second(0);
  budget.set_transient_cost(1);
  budget.set_timeout_cost(1);
  budget.set_throttled_cost(1);
  budget.set_max_ratio_per_call(1);
  throttling->Note("",
                   "gRPC counts failures and stops retries at half of "
                   "maxTokens; Baton counts retries, uses half of maxTokens "
                   "as capacity, and refunds retries that helped");
}

// Adds notes on the differences that no field of the config shows.
void NoteDifferences(const JsonObject& root) {
  root.Note("",
            "gRPC does not retry a call after its response headers; Baton "
            "retries a unary call until it has a status, and a stream until "
            "the application has received a part of the response");
  root.Note("",
            "gRPC keeps 256 KiB of a call for retries; Baton keeps "
            "stream.max_replay_bytes of a stream and retry.max_replay_bytes of "
            "a unary request");
  root.Note("",
            "gRPC counts an attempt without a connection; Baton waits up to "
            "retry.max_connection_wait for a connection at no cost. \"0s\" "
            "switches this off");
}

bool RetriesSomething(const v1::Policy& policy) {
  for (const v1::MethodPolicy& entry : policy.methods()) {
    if (entry.retry().max_attempts() > 1) return true;
  }
  return false;
}

bool NamesEverything(const v1::Policy& policy) {
  for (const v1::MethodPolicy& entry : policy.methods()) {
    for (const v1::MethodName& name : entry.name()) {
      if (name.service().empty() && name.method().empty()) return true;
    }
  }
  return false;
}

}  // namespace

v1::Policy ImportServiceConfig(const SyntaxNode& root_node,
                               bool assume_idempotent, PositionMap& positions,
                               Diagnostics& diagnostics) {
  v1::Policy policy;
  if (root_node.kind == SyntaxNode::Kind::kList) {
    diagnostics.Error(root_node.position, "",
                      "must be one service config, got a list of choices as "
                      "in a DNS record");
    return policy;
  }
  const JsonObject root(root_node, "", diagnostics);
  if (root_node.kind != SyntaxNode::Kind::kObject) return policy;
  root.NoteOthers({"methodConfig", "retryThrottling", "loadBalancingConfig",
                   "loadBalancingPolicy", "healthCheckConfig"});
  for (const char* channel :
       {"loadBalancingConfig", "loadBalancingPolicy", "healthCheckConfig"}) {
    if (root.Find(channel) != nullptr) {
      root.Note(channel,
                "is not part of a policy; keep it in the service config of "
                "the channel");
    }
  }
  for (const JsonObject& entry : root.Objects("methodConfig")) {
    if (entry.List("name").empty()) {
      entry.Note("name", "names no method; the entry is ignored, as in gRPC");
      continue;
    }
    positions.Record(absl::StrCat("methods[", policy.methods_size(), "]"),
                     entry.position());
    ImportEntry(entry, assume_idempotent, *policy.add_methods());
  }
  if (!NamesEverything(policy)) {
    v1::MethodPolicy& everything = *policy.add_methods();
    everything.add_name();
    everything.set_wait_for_ready(false);
    everything.mutable_retry()->set_max_attempts(1);
    everything.mutable_deadline()->set_missing(v1::DeadlineOptions::ALLOW);
    everything.mutable_deadline()->set_max_timeout("inf");
    root.Note("",
              "methods without an entry get no retries and no deadline, as "
              "in gRPC; remove the entry for everything to give them the "
              "defaults");
  }
  ImportThrottling(root, policy);
  if (RetriesSomething(policy)) NoteDifferences(root);
  return policy;
}

}  // namespace baton::config
