// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// docs/telemetry.md has a row for every name that spans carry, and for no
// other.

#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace baton::otel {
namespace {

using ::testing::Contains;

// The first piece of each line that begins like this, between the two quotes.
std::set<std::string> Quoted(const std::string& path,
                             const std::string& beginning, char quote) {
  std::set<std::string> names;
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line)) {
    if (!absl::StartsWith(line, beginning)) continue;
    const std::vector<std::string> pieces = absl::StrSplit(line, quote);
    if (pieces.size() > 2) names.insert(pieces[1]);
  }
  return names;
}

TEST(TelemetryDocTest, EveryNameIsDocumentedAndEveryDocumentedNameExists) {
  const auto names = Quoted("interceptors/baton/otel/span_attributes.h",
                            "inline constexpr char k", '"');
  EXPECT_THAT(names, Contains("rpc.method"));
  EXPECT_EQ(Quoted("docs/telemetry.md", "| `", '`'), names);
}

}  // namespace
}  // namespace baton::otel
