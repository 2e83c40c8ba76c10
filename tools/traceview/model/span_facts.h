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

namespace baton::traceview {

// What a span stands for.
enum class Role {
  kOther,    // work inside a service, or no RPC at all
  kCall,     // a logical call, as the application made it
  kAttempt,  // one try of a call
  kServer,   // a request that a service received
};

// "other", "call", "attempt", "server".
absl::string_view ToString(Role role);

// A wait before the next attempt.
struct Wait {
  int64_t begins_unix_nano = 0;
  double milliseconds = 0;
  std::string cause;  // "backoff", ...; empty if the span does not say
};

// What the view understands of one span.
struct SpanFacts {
  Role role = Role::kOther;
  std::string method;  // "shop.v1.Store/Reserve", empty if it is no RPC
  std::string code;    // "OK", "UNAVAILABLE", ...; empty if it is not known
  bool failed = false;

  std::optional<int64_t> grant;
  std::optional<int64_t> hop;
  std::optional<int64_t> attempt;   // from 1
  std::optional<int64_t> fallback;  // which one it was sent to, from 1
  bool hedge = false;               // sent while another attempt was running
  std::string owner;
  std::string decision;
  std::string reason;
  std::string advice;
  std::vector<Wait> waits;
};

// Reads what `span` says. Of an attribute that is there twice, the first
// counts; one of an unexpected type counts as absent.
SpanFacts ReadFacts(const opentelemetry::proto::trace::v1::Span& span);

// A time of OTLP, cut to a range in which differences cannot overflow.
int64_t UnixNanos(uint64_t unix_nano);

// The name of the service that `resource` describes, or "unknown".
std::string ServiceName(
    const opentelemetry::proto::resource::v1::Resource& resource);

// "shop.v1.Store" of "shop.v1.Store/Reserve".
absl::string_view ServiceOfMethod(absl::string_view method);

}  // namespace baton::traceview

#endif  // BATON_TOOLS_TRACEVIEW_MODEL_SPAN_FACTS_H_
