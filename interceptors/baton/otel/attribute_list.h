// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_ATTRIBUTE_LIST_H_
#define BATON_OTEL_ATTRIBUTE_LIST_H_

#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/otel/conventions.h"
#include "baton/otel/names.h"
#include "opentelemetry/common/attribute_value.h"
#include "opentelemetry/nostd/string_view.h"
#include "opentelemetry/trace/span.h"

namespace baton::otel {

// The attributes of a span or a measurement, as key-value pairs for
// OpenTelemetry. Usually on the stack. The list refers to the strings that are
// added, which must outlive the list.
class AttributeList {
 public:
  using Pair = std::pair<opentelemetry::nostd::string_view,
                         opentelemetry::common::AttributeValue>;

  void Add(const char* key, absl::string_view value) {
    pairs_.emplace_back(key, ToOtel(value));
  }
  void Add(const char* key, int value) { pairs_.emplace_back(key, value); }
  void Add(const char* key, bool value) { pairs_.emplace_back(key, value); }
  // Adds a duration in milliseconds. Skips an infinite duration.
  void Add(const char* key, absl::Duration value) {
    if (value == absl::InfiniteDuration()) return;
    pairs_.emplace_back(key, absl::ToDoubleMilliseconds(value));
  }
  // Deleted, because a `const char*` would convert to bool.
  void Add(const char*, const char*) = delete;
  // Adds a flag only if it is true, because most flags are rarely true.
  void AddIfSet(const char* key, bool value) {
    if (value) Add(key, true);
  }

  // Adds the name of the RPC system, which is gRPC, and the name of the method.
  void AddMethod(Conventions conventions, const MethodName& method);
  void AddStatusCode(Conventions conventions, absl::StatusCode code);
  void AddEndpoint(const char* address_key, const char* port_key,
                   const Endpoint& endpoint);

  void SetOn(opentelemetry::trace::Span& span) const {
    for (const Pair& pair : pairs_) span.SetAttribute(pair.first, pair.second);
  }

  const absl::InlinedVector<Pair, 16>& pairs() const { return pairs_; }

 private:
  absl::InlinedVector<Pair, 16> pairs_;
};

}  // namespace baton::otel

#endif  // BATON_OTEL_ATTRIBUTE_LIST_H_
