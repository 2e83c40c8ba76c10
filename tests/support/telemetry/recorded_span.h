// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_TELEMETRY_RECORDED_SPAN_H_
#define BATON_TESTS_SUPPORT_TELEMETRY_RECORDED_SPAN_H_

#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <variant>
#include <vector>

namespace baton {

// The value types of OTLP. A bool is no int, and an int no double.
using RecordedValue = std::variant<bool, std::int64_t, double, std::string>;
using RecordedAttributes = std::map<std::string, RecordedValue>;

struct RecordedEvent {
  std::string name;
  RecordedAttributes attributes;
};

// A span that has ended, as an exporter got it.
struct RecordedSpan {
  std::string name;
  std::string kind;    // "CLIENT", "SERVER", "INTERNAL", ...
  std::string status;  // "UNSET", "OK", "ERROR"
  std::string description;
  // In hexadecimal. The parent of a root is "0000000000000000".
  std::string trace_id;
  std::string span_id;
  std::string parent_id;
  RecordedAttributes attributes;
  std::vector<RecordedEvent> events;
  int links = 0;
};

std::ostream& operator<<(std::ostream& out, const RecordedValue& value);
std::ostream& operator<<(std::ostream& out, const RecordedEvent& event);
std::ostream& operator<<(std::ostream& out, const RecordedSpan& span);

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_TELEMETRY_RECORDED_SPAN_H_
