// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/version.h"

#include <fstream>
#include <iterator>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "gtest/gtest.h"

namespace baton {
namespace {

// Returns the version of the first heading like "## 0.1.0 - 2026-11-19".
std::string NewestRelease() {
  std::ifstream changelog("CHANGELOG.md");
  std::string line;
  while (std::getline(changelog, line)) {
    absl::string_view heading = line;
    if (!absl::ConsumePrefix(&heading, "## ") || heading == "Unreleased") {
      continue;
    }
    return std::string(heading.substr(0, heading.find(" - ")));
  }
  return "";
}

// Returns the version of the first line, like "baton (0.1.0) unstable; ...".
std::string NewestDebianPackage() {
  std::ifstream changelog("debian/changelog");
  std::string line;
  std::getline(changelog, line);
  absl::string_view heading = line;
  if (!absl::ConsumePrefix(&heading, "baton (")) return "";
  return std::string(heading.substr(0, heading.find(')')));
}

TEST(VersionTest, StringContainsTheNumbers) {
  EXPECT_EQ(BATON_VERSION_STRING,
            absl::StrCat(BATON_VERSION_MAJOR, ".", BATON_VERSION_MINOR, ".",
                         BATON_VERSION_PATCH));
}

TEST(VersionTest, ConstantsEqualTheMacros) {
  EXPECT_EQ(kVersionMajor, BATON_VERSION_MAJOR);
  EXPECT_EQ(kVersionMinor, BATON_VERSION_MINOR);
  EXPECT_EQ(kVersionPatch, BATON_VERSION_PATCH);
  EXPECT_STREQ(kVersionString, BATON_VERSION_STRING);
}

TEST(VersionTest, VersionIsTheNewestReleaseOfTheChangelog) {
  EXPECT_EQ(NewestRelease(), BATON_VERSION_STRING);
}

TEST(VersionTest, BazelModuleHasTheVersion) {
  std::ifstream module("MODULE.bazel");
  const std::string text{std::istreambuf_iterator<char>(module), {}};
  EXPECT_TRUE(absl::StrContains(
      text, absl::StrCat("    name = \"baton\",\n    version = \"",
                         BATON_VERSION_STRING, "\",\n")))
      << text.substr(0, 400);
}

TEST(VersionTest, VersionIsTheNewestOneOfTheDebianPackages) {
  EXPECT_EQ(NewestDebianPackage(), BATON_VERSION_STRING);
}

}  // namespace
}  // namespace baton
