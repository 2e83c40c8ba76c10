// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/bounded_names.h"

#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "tests/support/threads.h"

namespace baton::otel {
namespace {

TEST(BoundedNamesTest, NamesBeyondTheLimitShareOneName) {
  BoundedNames names(2);
  EXPECT_EQ(names.Get("a"), "a");
  EXPECT_EQ(names.Get("b"), "b");
  EXPECT_EQ(names.Get("c"), "other");
  EXPECT_EQ(names.Get("a"), "a");
  EXPECT_EQ(names.Get("b"), "b");
}

TEST(BoundedNamesTest, NamesOutliveTheirInput) {
  BoundedNames names(1);
  std::string name = "transient";
  const absl::string_view kept = names.Get(name);
  name.assign(name.size(), '-');
  EXPECT_EQ(kept, "transient");
}

TEST(BoundedNamesTest, LimitOfZeroKeepsNoName) {
  BoundedNames names(0);
  EXPECT_EQ(names.Get("a"), "other");
  EXPECT_EQ(names.Get(""), "other");
}

TEST(BoundedNamesTest, VeryLongNamesAreNotKept) {
  BoundedNames names(10);
  EXPECT_EQ(names.Get(std::string(BoundedNames::kLongest + 1, 'x')), "other");
  const std::string longest(BoundedNames::kLongest, 'x');
  EXPECT_EQ(names.Get(longest), longest);
}

TEST(BoundedNamesTest, UnprintableNamesAreNotKept) {
  BoundedNames names(2);
  for (const std::string name : {"a\xff", "a\nb", "\x1b", "\xc2\x85"}) {
    EXPECT_EQ(names.Get(name), "other");
  }
  EXPECT_EQ(names.Get("a"), "a");
  EXPECT_EQ(names.Get("\xc3\xbc"), "\xc3\xbc");
}

TEST(BoundedNamesTest, ConcurrentThreadsGetTheSameNames) {
  constexpr int kMost = 50;
  BoundedNames names(kMost);
  std::vector<std::set<std::string>> seen(4);
  support::RunOnThreads(4, [&](int thread) {
    for (int i = 0; i < 1000; ++i) {
      const std::string name = absl::StrCat("name", (i + 7 * thread) % 100);
      const absl::string_view kept = names.Get(name);
      if (kept == BoundedNames::kOther) continue;
      EXPECT_EQ(kept, name);
      seen[static_cast<std::size_t>(thread)].insert(name);
    }
  });
  std::set<std::string> all;
  for (const auto& some : seen) all.insert(some.begin(), some.end());
  EXPECT_LE(all.size(), static_cast<std::size_t>(kMost));
  for (const std::string& name : all) EXPECT_EQ(names.Get(name), name);
}

}  // namespace
}  // namespace baton::otel
