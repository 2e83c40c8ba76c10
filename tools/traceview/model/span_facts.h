// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_TRACEVIEW_MODEL_SPAN_FACTS_H_
#define BATON_TOOLS_TRACEVIEW_MODEL_SPAN_FACTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "opentelemetry/proto/resource/v1/resource.pb.h"
#include "opentelemetry/proto/trace/v1/trace.pb.h"
#include "tools/traceview/model/own_limit.h"

namespace baton::traceview {

// The meaning of a span.
enum class Role {
  kOther,    // work inside a service, or no RPC
  kCall,     // a call that the application made
  kAttempt,  // an attempt of a call
  kServer,   // a request that a service received
};

// Returns "other", "call", "attempt" or "server".
absl::string_view ToString(Role role);

// A wait before the next attempt.
struct Wait {
  int64_t begins_unix_nano = 0;
  double milliseconds = 0;
  std::string cause;  // "backoff", ... Empty if the span has no cause.
};

// The facts about a span that the view understands.
struct SpanFacts {
  Role role = Role::kOther;
  std::string method;  // "shop.v1.Store/Reserve". Empty if it is no RPC.
  std::string code;    // "OK", "UNAVAILABLE", ... Empty if unknown.
  bool failed = false;

  std::optional<int64_t> grant;
  std::optional<int64_t> hop;
  std::optional<int64_t> attempt;   // from 1
  std::optional<int64_t> fallback;  // the fallback channel, from 1
  bool hedge = false;               // started while another attempt ran
  bool never_sent = false;          // an attempt that found no connection
  bool idempotent = false;          // a call whose method is declared so
  // The limit that ended an attempt, or the kind of a call's deadline.
  OwnLimit limit = OwnLimit::kNone;
  std::string owner;
  std::string decision;
  std::string reason;
  std::string advice;
  // The time in which the process of a call's client ran nothing. 0: none.
  double stall_milliseconds = 0;
  std::vector<Wait> waits;
};

// Reads the facts of `span`. The first value of a repeated attribute counts. An
// attribute of an unexpected type counts as absent.
SpanFacts ReadFacts(const opentelemetry::proto::trace::v1::Span& span);

// Returns a time of OTLP, clamped so that differences cannot overflow.
int64_t UnixNanos(uint64_t unix_nano);

// Returns the service name in `resource`, or "unknown".
std::string ServiceName(
    const opentelemetry::proto::resource::v1::Resource& resource);

// Returns the service of a method: "shop.v1.Store" for "shop.v1.Store/Reserve".
absl::string_view ServiceOfMethod(absl::string_view method);

}  // namespace baton::traceview

#endif  // BATON_TOOLS_TRACEVIEW_MODEL_SPAN_FACTS_H_
