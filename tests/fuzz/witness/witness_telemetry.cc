// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/fuzz/witness/witness_telemetry.h"

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <set>
#include <utility>
#include <variant>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "baton/core/report/printable_text.h"
#include "tests/fuzz/fuzz_input.h"
#include "tests/fuzz/witness/witness_server.h"

namespace baton::fuzz {
namespace {

// The defect kSharedLabels: method names of all requests share one table. When
// it is full, all requests have the same name.
class SharedLabels final : public Telemetry {
 public:
  explicit SharedLabels(std::shared_ptr<Telemetry> inner)
      : inner_(std::move(inner)) {}

  std::unique_ptr<CallObserver> OnCallStart(const CallStart& call) override {
    return inner_->OnCallStart(call);
  }
  std::unique_ptr<RequestObserver> OnRequestStart(
      const RequestStart& request) override {
    RequestStart bounded = request;
    if (IsFullWith(std::string(request.method)))
      bounded.method = "/other/other";
    return inner_->OnRequestStart(bounded);
  }
  void WatchTargets(const TargetGaugeSource& targets) override {
    inner_->WatchTargets(targets);
  }

 private:
  static constexpr std::size_t kMostNames = 50;

  bool IsFullWith(const std::string& method) {
    std::lock_guard<std::mutex> lock(mutex_);
    names_.insert(method);
    return names_.size() > kMostNames;
  }

  const std::shared_ptr<Telemetry> inner_;
  std::mutex mutex_;
  std::set<std::string> names_;  // Guarded by mutex_.
};

void RequirePrintable(const std::string& text) {
  Require(core::IsPrintableText(text), "each text of telemetry is printable");
}

void RequirePrintable(const RecordedAttributes& attributes) {
  for (const auto& [key, value] : attributes) {
    RequirePrintable(key);
    if (const auto* const text = std::get_if<std::string>(&value)) {
      RequirePrintable(*text);
    }
  }
}

void RequirePrintable(const RecordedSpan& span) {
  RequirePrintable(span.name);
  RequirePrintable(span.description);
  RequirePrintable(span.attributes);
  for (const RecordedEvent& event : span.events) {
    RequirePrintable(event.name);
    RequirePrintable(event.attributes);
  }
}

bool HasValue(const RecordedSpan& span, const std::string& part) {
  return std::any_of(
      span.attributes.begin(), span.attributes.end(), [&](const auto& field) {
        const auto* const text = std::get_if<std::string>(&field.second);
        return text != nullptr && absl::StrContains(*text, part);
      });
}

bool IsNameOfWitness(const std::string& name) {
  // The generic method is not registered.
  return name == "grpc" ||
         std::any_of(std::begin(kApis), std::end(kApis), [&](Api api) {
           return api != Api::kGeneric && name == PathOf(api).substr(1);
         });
}

}  // namespace

void RequirePrintableLines(const std::string& text) {
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    Require(core::IsPrintableText(line), "each line of a report is printable");
  }
}

WitnessTelemetry::WitnessTelemetry(PlantedDefect planted) {
  TelemetryOptions options;
  options.tracing.provider = spans_.provider();
  options.tracing.recorded_metadata = {"fail", "user-agent", kTokenKey};
  options.metering.provider = metrics_.provider();
  telemetry_ = OpenTelemetry(options);
  if (planted == PlantedDefect::kSharedLabels) {
    telemetry_ = std::make_shared<SharedLabels>(std::move(telemetry_));
  }
}

void WitnessTelemetry::RequireGood(const std::string& token) {
  for (const RecordedSpan& span : spans_.TakeNew()) {
    RequirePrintable(span);
    Require(!HasValue(span, token) || IsNameOfWitness(span.name),
            "the witness keeps its span name");
  }
  for (const std::string& text : metrics_.Texts()) RequirePrintable(text);
}

}  // namespace baton::fuzz
