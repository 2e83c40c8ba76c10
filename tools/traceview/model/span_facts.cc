// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/traceview/model/span_facts.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "tools/traceview/model/vocabulary.h"

namespace baton::traceview {
namespace {

using opentelemetry::proto::common::v1::AnyValue;
using opentelemetry::proto::common::v1::KeyValue;
using opentelemetry::proto::trace::v1::Span;
using opentelemetry::proto::trace::v1::Status;

using Attributes = google::protobuf::RepeatedPtrField<KeyValue>;

const AnyValue* Find(const Attributes& attributes, absl::string_view key) {
  for (const KeyValue& attribute : attributes) {
    if (attribute.key() == key) return &attribute.value();
  }
  return nullptr;
}

std::string Text(const Attributes& attributes, absl::string_view key) {
  const AnyValue* value = Find(attributes, key);
  return value ? value->string_value() : "";
}

// Some backends convert numbers to text.
std::optional<double> Number(const Attributes& attributes,
                             absl::string_view key) {
  const AnyValue* value = Find(attributes, key);
  if (!value) return std::nullopt;
  double number = 0;
  if (value->has_int_value()) return value->int_value();
  if (value->has_double_value()) return value->double_value();
  if (absl::SimpleAtod(value->string_value(), &number)) return number;
  return std::nullopt;
}

std::optional<int64_t> Integer(const Attributes& attributes,
                               absl::string_view key) {
  const std::optional<double> number = Number(attributes, key);
  // Numbers of attempts, grants and hops are small. Other values are invalid.
  if (!number || !(*number >= -1e6 && *number <= 1e6)) return std::nullopt;
  return static_cast<int64_t>(*number);
}

std::string Method(const Span& span) {
  const std::string method = Text(span.attributes(), vocabulary::kRpcMethod);
  const std::string service = Text(span.attributes(), vocabulary::kRpcService);
  if (!service.empty() && !method.empty() && !absl::StrContains(method, '/')) {
    return absl::StrCat(service, "/", method);
  }
  if (!method.empty()) return std::string(absl::StripPrefix(method, "/"));

  absl::string_view name = span.name();
  for (const absl::string_view prefix :
       {vocabulary::kAttemptPrefix, vocabulary::kSentPrefix,
        vocabulary::kReceivedPrefix}) {
    if (!absl::ConsumePrefix(&name, prefix)) continue;
    // gRPC's own plugins write "shop.v1.Store.Reserve".
    std::string found(name);
    const size_t dot = found.rfind('.');
    if (!absl::StrContains(found, '/') && dot != std::string::npos) {
      found[dot] = '/';
    }
    return found;
  }
  return absl::StrContains(name, '/') ? std::string(name) : "";
}

std::string Code(const Span& span) {
  const std::string word = Text(span.attributes(), vocabulary::kRpcStatusWord);
  if (!word.empty()) return word;
  const std::optional<int64_t> number =
      Integer(span.attributes(), vocabulary::kRpcStatusNumber);
  if (!number) return "";
  const std::string name =
      absl::StatusCodeToString(static_cast<absl::StatusCode>(*number));
  return name.empty() ? absl::StrCat("code ", *number) : name;
}

// Some backends convert truth values to text.
bool IsTrue(const Attributes& attributes, absl::string_view key) {
  const AnyValue* value = Find(attributes, key);
  return value && (value->bool_value() || value->string_value() == "true");
}

// Returns whether an attempt found no connection. Without `retry.never_sent`,
// its decision shows this.
bool ReadNeverSent(const Attributes& attributes) {
  return IsTrue(attributes, vocabulary::kNeverSent) ||
         Text(attributes, vocabulary::kWaitCause) == vocabulary::kConnection ||
         Text(attributes, vocabulary::kReason) == vocabulary::kNoConnection;
}

OwnLimit ReadLimit(const Attributes& attributes, Role role) {
  if (role == Role::kAttempt) {
    return LimitOfOrigin(Text(attributes, vocabulary::kOrigin));
  }
  if (role != Role::kCall) return OwnLimit::kNone;
  return LimitOfDeadline(Text(attributes, vocabulary::kDeadlineSource));
}

bool IsCause(absl::string_view word) {
  return std::find(std::begin(vocabulary::kWaitCauses),
                   std::end(vocabulary::kWaitCauses),
                   word) != std::end(vocabulary::kWaitCauses);
}

// Returns the cause in the name of an event, with or without the prefix
// "retry.".
absl::string_view CauseOfName(absl::string_view name) {
  absl::ConsumePrefix(&name, "retry.");
  return IsCause(name) ? name : "";
}

std::optional<Wait> ReadWait(const Span::Event& event) {
  const Attributes& attributes = event.attributes();
  Wait wait;
  wait.begins_unix_nano = UnixNanos(event.time_unix_nano());
  wait.cause = Text(attributes, vocabulary::kWaitCause);
  if (wait.cause.empty()) {
    wait.cause = std::string(CauseOfName(event.name()));
  }

  const std::optional<double> backoff = Number(attributes, vocabulary::kWaitMs);
  const std::optional<double> pushback =
      Number(attributes, vocabulary::kPushbackMs);
  if (wait.cause.empty() && pushback) {
    wait.cause = std::string(vocabulary::kPushback);
  }
  if (wait.cause.empty() && backoff) {
    wait.cause = std::string(vocabulary::kBackoff);
  }
  if (wait.cause.empty() && event.name() != vocabulary::kWaitEvent) {
    return std::nullopt;
  }
  // The backoff counts: it is the real wait, slightly longer than the pushback
  // that the server requested.
  wait.milliseconds = std::max(0.0, backoff    ? *backoff
                                    : pushback ? *pushback
                                               : 0.0);
  return wait;
}

Role ReadRole(const Span& span) {
  if (span.kind() == Span::SPAN_KIND_SERVER) return Role::kServer;
  if (absl::StartsWith(span.name(), vocabulary::kAttemptPrefix) ||
      Find(span.attributes(), vocabulary::kAttempt)) {
    return Role::kAttempt;
  }
  if (span.kind() == Span::SPAN_KIND_CLIENT) return Role::kCall;
  return Role::kOther;
}

}  // namespace

absl::string_view ToString(Role role) {
  switch (role) {
    case Role::kOther:
      return "other";
    case Role::kCall:
      return "call";
    case Role::kAttempt:
      return "attempt";
    case Role::kServer:
      return "server";
  }
  return "other";
}

SpanFacts ReadFacts(const Span& span) {
  const Attributes& attributes = span.attributes();
  SpanFacts facts;
  facts.role = ReadRole(span);
  facts.method = Method(span);
  facts.code = Code(span);
  // The status of a server's span is not set for errors that the client caused.
  // The status code therefore counts, too.
  facts.failed =
      span.status().code() == Status::STATUS_CODE_ERROR ||
      (!facts.code.empty() && facts.code != "OK" && facts.code != "0");
  facts.grant = Integer(attributes, facts.role == Role::kAttempt
                                        ? vocabulary::kForwardedGrant
                                        : vocabulary::kGrant);
  facts.hop = Integer(attributes, vocabulary::kHop);
  facts.attempt = Integer(attributes, vocabulary::kAttempt);
  facts.fallback = Integer(attributes, vocabulary::kFallback);
  facts.hedge = Text(attributes, vocabulary::kKind) == vocabulary::kHedge;
  facts.never_sent = facts.role == Role::kAttempt && ReadNeverSent(attributes);
  const std::string idempotency = Text(attributes, vocabulary::kIdempotency);
  facts.idempotent =
      idempotency == "idempotent" || idempotency == "no_side_effects";
  facts.stall_milliseconds = std::max(
      0.0, Number(attributes, vocabulary::kProcessStallMs).value_or(0));
  facts.limit = ReadLimit(attributes, facts.role);
  facts.owner = Text(attributes, vocabulary::kOwner);
  facts.decision = Text(attributes, vocabulary::kDecision);
  facts.reason = Text(attributes, vocabulary::kReason);
  facts.advice = Text(attributes, vocabulary::kAdvice);
  for (const Span::Event& event : span.events()) {
    if (std::optional<Wait> wait = ReadWait(event)) {
      facts.waits.push_back(*std::move(wait));
    }
  }
  return facts;
}

int64_t UnixNanos(uint64_t unix_nano) {
  constexpr uint64_t kMost = std::numeric_limits<int64_t>::max() / 2;
  return static_cast<int64_t>(std::min(unix_nano, kMost));
}

std::string ServiceName(
    const opentelemetry::proto::resource::v1::Resource& resource) {
  std::string name = Text(resource.attributes(), vocabulary::kServiceName);
  return name.empty() ? "unknown" : name;
}

absl::string_view ServiceOfMethod(absl::string_view method) {
  return method.substr(0, method.find('/'));
}

}  // namespace baton::traceview
