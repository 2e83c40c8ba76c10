// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Checks that docs/telemetry.md has a row for every attribute name and every
// metric, and no other rows.

#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "baton/otel/bootstrap/settings.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace baton::otel {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

// Returns the first quoted text of each line with this prefix.
std::set<std::string> Quoted(const std::string& path,
                             const std::string& beginning, char quote) {
  std::set<std::string> names;
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line)) {
    if (!absl::StartsWith(line, beginning)) continue;
    // The formatter may put a long value on a line of its own.
    if (absl::EndsWith(line, "=")) {
      std::string value;
      std::getline(file, value);
      line += value;
    }
    const std::vector<std::string> pieces = absl::StrSplit(line, quote);
    if (pieces.size() > 2) names.insert(pieces[1]);
  }
  return names;
}

// Returns whether a name in metric_names.h is a label and no metric.
bool IsLabel(const std::string& name) {
  return name == "grpc.method" || name == "grpc.target" ||
         name == "grpc.status" || name == "retry.stop_reason" ||
         name == "retry.rejection" || name == "retry.failure_origin" ||
         name == "retry.peer";
}

std::set<std::string> Declared(const std::string& header) {
  return Quoted("interceptors/baton/otel/" + header, "inline constexpr char k",
                '"');
}

std::set<std::string> DocumentedVariables() {
  return Quoted("docs/telemetry.md", "| `OTEL_", '`');
}

// A variable that is documented once for all signals exists for each signal.
std::string ForAllSignals(const std::string& variable) {
  constexpr char kOtlp[] = "OTEL_EXPORTER_OTLP_";
  if (variable == "OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE") {
    return variable;
  }
  for (const char* const signal : {"TRACES_", "METRICS_"}) {
    if (absl::StartsWith(variable, kOtlp + std::string(signal))) {
      return kOtlp + variable.substr(std::strlen(kOtlp) + std::strlen(signal));
    }
  }
  return variable;
}

TEST(TelemetryDocTest, DocumentedVariablesMatchTheCode) {
  std::set<std::string> read;
  // With these variables set, all others have an effect.
  const std::map<std::string, std::string> set = {
      {"OTEL_TRACES_SAMPLER", "traceidratio"},
      {"OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"},
      {"OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4317"}};
  const auto settings = ReadSettings([&](const std::string& name) {
    read.insert(ForAllSignals(name));
    const auto found = set.find(name);
    return found == set.end() ? "" : found->second;
  });
  EXPECT_TRUE(settings.ok()) << settings.status();
  EXPECT_EQ(DocumentedVariables(), read);
}

TEST(TelemetryDocTest, DocumentedNamesMatchTheCode) {
  const auto attributes = Declared("span_attributes.h");
  EXPECT_THAT(attributes, Contains("rpc.method"));
  const auto of_metrics = Declared("metric_names.h");
  EXPECT_THAT(of_metrics, Contains("retry.process_budget.level"));
  std::set<std::string> names = attributes;
  for (const std::string& name : of_metrics) {
    if (!IsLabel(name)) names.insert(name);
  }
  std::set<std::string> documented = Quoted("docs/telemetry.md", "| `", '`');
  for (const std::string& variable : DocumentedVariables()) {
    documented.erase(variable);
  }
  EXPECT_EQ(documented, names);
}

TEST(TelemetryDocTest, EveryLabelIsDocumented) {
  std::ifstream file("docs/telemetry.md");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  for (const std::string& name : Declared("metric_names.h")) {
    EXPECT_THAT(text, HasSubstr("`" + name + "`"));
  }
}

}  // namespace
}  // namespace baton::otel
