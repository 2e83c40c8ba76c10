// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/harm/scenario_text.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace baton::harm {
namespace {

constexpr const char* kApis[] = {"sync", "queue", "callback", "generic"};
constexpr const char* kKinds[] = {"unary", "client_stream", "server_stream",
                                  "bidi"};
constexpr const char* kFaults[] = {
    "no_fault",       "restart", "refused",        "reset",
    "hung_handshake", "goaway",  "refused_stream", "silence"};

using Words = std::vector<std::string>;

void AddStepFeatures(const StepPlan& step, Words& words) {
  if (step.cut) words.push_back("cut");
  if (step.silent) words.push_back("silent");
  if (step.pushback.has_value()) words.push_back("pushback");
  if (step.retry_info.has_value()) words.push_back("retry_info");
  if (step.headers_first) words.push_back("headers_first");
  if (step.latency >= 40) words.push_back("slow");
}

void AddCallFeatures(const CallPlan& call, Words& words) {
  words.push_back(kApis[static_cast<int>(call.api)]);
  words.push_back(kKinds[static_cast<int>(call.kind)]);
  words.push_back(call.deadline == 0     ? "no_deadline"
                  : call.deadline <= 300 ? "short_deadline"
                                         : "long_deadline");
  if (call.wait_for_ready.has_value()) words.push_back("wait_for_ready");
  if (call.metadata) words.push_back("metadata");
  if (call.prepare_delay > 0) words.push_back("prepared");
  if (call.poll_delay > 0) words.push_back("late_poll");
  if (call.read_delay > 0) words.push_back("pauses");
  if (call.cancel_after >= 0) words.push_back("cancelled");
  if (call.stop_reading >= 0) words.push_back("stopped_reader");
  if (call.request_bytes > 1000) words.push_back("big_request");
  for (const StepPlan& step : call.steps) AddStepFeatures(step, words);
}

std::string DescribeStep(const StepPlan& step) {
  std::string text = absl::StrCat(step.silent ? "silent"
                                  : step.cut  ? "cut"
                                             : absl::StrCat("code ", step.code),
                                  " after ", step.latency, " ms");
  if (step.headers_first) text += ", headers first";
  if (step.initial_metadata) text += ", initial metadata";
  if (!step.reads_all) text += ", reads one";
  if (step.messages > 0)
    absl::StrAppend(&text, ", ", step.messages, " messages");
  if (step.bytes != 8) absl::StrAppend(&text, ", ", step.bytes, " bytes");
  if (!step.details.empty()) text += ", details";
  if (step.pushback.has_value()) {
    absl::StrAppend(&text, ", pushback ", *step.pushback);
  }
  if (step.retry_info.has_value()) {
    absl::StrAppend(&text, ", RetryInfo ", *step.retry_info);
  }
  return text;
}

std::string DescribeCall(const CallPlan& call, const std::string& role) {
  std::string text = absl::StrCat(
      "  ", role, " ", call.id, ": ", Describe(call),
      call.deadline > 0 ? absl::StrCat(", deadline ", call.deadline, " ms")
                        : ", no deadline");
  if (call.wait_for_ready.has_value()) {
    absl::StrAppend(&text, ", wait_for_ready ", *call.wait_for_ready ? 1 : 0);
  }
  absl::StrAppend(&text, ", ", call.requests, " x ", call.request_bytes,
                  " bytes");
  if (call.initial_metadata_first) text += ", asks for initial metadata";
  if (call.prepare_delay > 0) {
    absl::StrAppend(&text, ", prepared ", call.prepare_delay, " ms before");
  }
  if (call.poll_delay > 0) {
    absl::StrAppend(&text, ", polls after ", call.poll_delay, " ms");
  }
  if (call.read_delay > 0) {
    absl::StrAppend(&text, ", ", call.read_delay, " ms before each read");
  }
  if (call.cancel_after >= 0) {
    absl::StrAppend(&text, ", cancelled after ", call.cancel_after, " ms");
  }
  if (call.stop_reading >= 0) {
    absl::StrAppend(&text, ", reads only ", call.stop_reading);
  }
  for (const StepPlan& step : call.steps) {
    absl::StrAppend(&text, "\n    ", DescribeStep(step));
  }
  return text + "\n";
}

}  // namespace

std::vector<std::string> FeaturesOf(const Scenario& scenario) {
  Words words = {
      kFaults[static_cast<int>(scenario.fault)],
      IsIdempotent(scenario.idempotency) ? "idempotent" : "not_idempotent"};
  if (scenario.unlimited_stack) words.push_back("stack");
  if (!scenario.warm) words.push_back("cold");
  if (scenario.busy) words.push_back("busy");
  if (scenario.hedged) words.push_back("hedge");
  if (scenario.fallback) words.push_back("fallback");
  if (scenario.interceptors) words.push_back("interceptors");
  if (!scenario.earlier.empty()) words.push_back("earlier");
  if (scenario.calls.size() > 1) words.push_back("concurrent");
  for (const CallPlan& call : scenario.calls) AddCallFeatures(call, words);
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

bool HasFeature(const Scenario& scenario, const std::string& feature) {
  if (feature.empty()) return true;
  const Words words = FeaturesOf(scenario);
  return std::find(words.begin(), words.end(), feature) != words.end();
}

std::string Describe(const CallPlan& call) {
  return absl::StrCat(kApis[static_cast<int>(call.api)], " ",
                      kKinds[static_cast<int>(call.kind)]);
}

std::string Describe(const Scenario& scenario) {
  std::string text = absl::StrCat(
      "scenario ", absl::Hex(scenario.seed), ": ",
      absl::StrJoin(FeaturesOf(scenario), " "),
      "\n  policy: ", std::string(ToString(scenario.idempotency)),
      ", attempt_timeout ", scenario.attempt_timeout, ", default_timeout ",
      scenario.default_timeout, ", max_timeout ", scenario.max_timeout,
      ", connection_wait ", scenario.connection_wait, ", restart after ",
      scenario.restart_after, "\n");
  for (const CallPlan& call : scenario.earlier) {
    text += DescribeCall(call, "earlier call");
  }
  for (const CallPlan& call : scenario.calls)
    text += DescribeCall(call, "call");
  return text;
}

}  // namespace baton::harm
