// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/harm/runs/script.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

namespace baton::harm {
namespace {

std::string Varint(uint64_t value) {
  std::string bytes;
  while (value >= 0x80) {
    bytes.push_back(static_cast<char>(value | 0x80));
    value >>= 7;
  }
  bytes.push_back(static_cast<char>(value));
  return bytes;
}

// Returns a field of a protobuf message.
std::string Number(int field, uint64_t value) {
  return Varint(static_cast<uint64_t>(field) << 3) + Varint(value);
}
std::string Bytes(int field, const std::string& value) {
  return Varint((static_cast<uint64_t>(field) << 3) | 2) +
         Varint(value.size()) + value;
}

// Returns a google.rpc.Status with a RetryInfo.
std::string RetryInfoDetails(const StepPlan& step) {
  const auto nanos = static_cast<uint64_t>(*step.retry_info) * 1000000;
  const std::string info = Bytes(1, Number(2, nanos));
  const std::string any =
      Bytes(1, "type.googleapis.com/google.rpc.RetryInfo") + Bytes(2, info);
  return Number(1, static_cast<uint64_t>(step.code)) + Bytes(2, step.message) +
         Bytes(3, any);
}

std::string Payload(const StepPlan& step, int number, int message) {
  std::string payload = absl::StrCat(number, ".", message, " ");
  payload.resize(static_cast<std::size_t>(step.bytes), 'x');
  return payload;
}

}  // namespace

ScriptStep ScriptStepOf(const CallPlan& call, int number) {
  const StepPlan& plan = StepOf(call, number);
  ScriptStep step;
  if (plan.code == grpc::StatusCode::OK) {
    step = Answer(Payload(plan, number, plan.messages));
  } else {
    step = Fail(plan.code, plan.message);
    if (plan.retry_info.has_value()) {
      step = step.WithDetails(RetryInfoDetails(plan));
    } else if (!plan.details.empty()) {
      step = step.WithDetails(plan.details);
    }
  }
  step.cuts_connection = plan.cut;
  std::vector<std::string> messages;
  for (int i = 0; i < plan.messages; ++i) {
    messages.push_back(Payload(plan, number, i));
  }
  if (StreamsResponses(call.kind)) step = step.AfterWriting(messages);
  if (plan.reads_all) step = step.AfterReadingAll();
  if (plan.headers_first) step = step.HeadersFirst();
  if (plan.initial_metadata) {
    step = step.WithInitialMetadata("harm-head", absl::StrCat(number));
  }
  if (plan.pushback.has_value()) {
    step = step.WithPushback(absl::StrCat(*plan.pushback));
  }
  if (plan.latency > 0 || plan.silent) step = step.Held();
  return step.WithTrailer("harm-step", absl::StrCat(number));
}

}  // namespace baton::harm
