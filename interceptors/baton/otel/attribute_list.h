// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_ATTRIBUTE_LIST_H_
#define BATON_OTEL_ATTRIBUTE_LIST_H_

#include <cstddef>
#include <forward_list>
#include <string>
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

// The maximum length of a text in telemetry, in bytes.
inline constexpr std::size_t kLongestText = 1024;

// The maximum length of the name of a method without its own span name.
inline constexpr std::size_t kLongestMethod = 256;

// The attributes of a span or a measurement, as key-value pairs for
// OpenTelemetry. Usually on the stack. The list refers to the strings that are
// added, which must outlive the list. It may also be moved.
//
// All texts of attributes go through this class. A peer may have written them,
// so the list makes them printable: see core::PrintableText().
class AttributeList {
 public:
  using Pair = std::pair<opentelemetry::nostd::string_view,
                         opentelemetry::common::AttributeValue>;

  AttributeList() = default;
  AttributeList(const AttributeList&) = delete;
  AttributeList& operator=(const AttributeList&) = delete;
  AttributeList(AttributeList&&) = default;
  AttributeList& operator=(AttributeList&&) = default;

  // Adds at most `max_bytes` bytes of a text.
  void Add(const char* key, absl::string_view value,
           std::size_t max_bytes = kLongestText) {
    pairs_.emplace_back(key, ToOtel(Printable(value, max_bytes)));
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

  // Returns the printable form of a text. It is valid as long as the text and
  // this list.
  absl::string_view Printable(absl::string_view text, std::size_t max_bytes);

  void SetOn(opentelemetry::trace::Span& span) const {
    for (const Pair& pair : pairs_) span.SetAttribute(pair.first, pair.second);
  }

  const absl::InlinedVector<Pair, 16>& pairs() const { return pairs_; }

 private:
  absl::InlinedVector<Pair, 16> pairs_;
  // The texts that were not printable. A move does not change their addresses.
  std::forward_list<std::string> owned_;
};

}  // namespace baton::otel

#endif  // BATON_OTEL_ATTRIBUTE_LIST_H_
