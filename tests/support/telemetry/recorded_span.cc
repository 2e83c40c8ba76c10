// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/telemetry/recorded_span.h"

namespace baton {
namespace {

void PrintAttributes(std::ostream& out, const RecordedAttributes& attributes) {
  for (const auto& [key, value] : attributes) {
    out << "\n    " << key << " = " << value;
  }
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const RecordedValue& value) {
  std::visit([&](const auto& v) { out << std::boolalpha << v; }, value);
  return out;
}

std::ostream& operator<<(std::ostream& out, const RecordedEvent& event) {
  out << "event " << event.name;
  PrintAttributes(out, event.attributes);
  return out;
}

std::ostream& operator<<(std::ostream& out, const RecordedSpan& span) {
  out << "\n  " << span.kind << " " << span.name << " " << span.status << " \""
      << span.description << "\", trace " << span.trace_id << " span "
      << span.span_id << " below " << span.parent_id << ", " << span.links
      << " links";
  PrintAttributes(out, span.attributes);
  for (const RecordedEvent& event : span.events) out << "\n   " << event;
  return out;
}

}  // namespace baton
