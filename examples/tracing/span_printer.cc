// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/tracing/span_printer.h"

#include <chrono>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "opentelemetry/sdk/trace/span_data.h"

namespace {

namespace nostd = opentelemetry::nostd;
namespace sdk = opentelemetry::sdk;
namespace trace = opentelemetry::trace;

using sdk::trace::SpanData;

struct Printed {
  std::ostream& out;
  template <typename T>
  void operator()(const std::vector<T>&) const {}
  template <typename T>
  void operator()(const T& value) const {
    out << std::boolalpha << value;
  }
};

// Prints only the attributes with the prefix `retry.`, sorted by key.
template <typename Attributes>
void PrintRetryAttributes(const Attributes& attributes, std::ostream& out) {
  const std::map<std::string, sdk::common::OwnedAttributeValue> sorted(
      attributes.begin(), attributes.end());
  for (const auto& [key, value] : sorted) {
    if (key.rfind("retry.", 0) != 0) continue;
    out << " " << key.substr(6) << "=";
    nostd::visit(Printed{out}, value);
  }
}

class SpanPrinter final : public sdk::trace::SpanExporter {
 public:
  explicit SpanPrinter(std::ostream& out) : out_(out) {}

  std::unique_ptr<sdk::trace::Recordable> MakeRecordable() noexcept override {
    return std::make_unique<SpanData>();
  }

  sdk::common::ExportResult Export(
      const nostd::span<std::unique_ptr<sdk::trace::Recordable>>&
          spans) noexcept override {
    for (auto& span : spans) {
      ended_.emplace_back(static_cast<SpanData*>(span.release()));
      if (ended_.back()->GetParentSpanId().IsValid()) continue;
      Print(*ended_.back(), "");
      ended_.clear();
    }
    return sdk::common::ExportResult::kSuccess;
  }

  bool ForceFlush(std::chrono::microseconds) noexcept override { return true; }
  bool Shutdown(std::chrono::microseconds) noexcept override { return true; }

 private:
  void Print(const SpanData& span, const std::string& indent) {
    const bool failed = span.GetStatus() == trace::StatusCode::kError;
    out_ << indent << span.GetName() << (failed ? " ERROR" : "");
    PrintRetryAttributes(span.GetAttributes(), out_);
    out_ << "\n";
    for (const auto& event : span.GetEvents()) {
      out_ << indent << "  * " << event.GetName();
      PrintRetryAttributes(event.GetAttributes(), out_);
      out_ << "\n";
    }
    for (const auto& child : ended_) {
      if (child->GetParentSpanId() == span.GetSpanId()) {
        Print(*child, indent + "  ");
      }
    }
  }

  std::ostream& out_;
  std::vector<std::unique_ptr<SpanData>> ended_;
};

}  // namespace

std::unique_ptr<sdk::trace::SpanExporter> NewSpanPrinter(std::ostream& out) {
  return std::make_unique<SpanPrinter>(out);
}
