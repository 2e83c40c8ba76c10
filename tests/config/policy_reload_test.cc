// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/policy/policy_reload.h"

#include <atomic>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace baton::config {
namespace {

class PolicyReloadTest : public ::testing::Test {
 protected:
  PolicyReloadTest()
      : path_(absl::StrCat(::testing::TempDir(), "/reload.textproto")) {}

  void Write(const std::string& contents) { std::ofstream(path_) << contents; }
  int Attempts() { return source_.Current()->everything().retry.max_attempts; }

  const std::string path_;
  PolicySource source_{nullptr};
};

TEST_F(PolicyReloadTest, ValidFileReplacesThePolicy) {
  Write("methods { name {} retry { max_attempts: 5 } }");
  EXPECT_TRUE(ReloadPolicyFile(path_, source_).ok());
  EXPECT_EQ(Attempts(), 5);
}

TEST_F(PolicyReloadTest, InvalidFileKeepsTheOldPolicyAndReturnsErrors) {
  Write("methods { name {} retry { max_attempts: 4 } }");
  ASSERT_TRUE(ReloadPolicyFile(path_, source_).ok());
  Write("methods { name {} retry { max_attempts: 11 } }");
  const auto reloaded = ReloadPolicyFile(path_, source_);
  EXPECT_EQ(reloaded.status().message(),
            absl::StrCat(path_, ": 1 error\n", path_,
                         ":1:27: methods[0].retry.max_attempts: must be 1 to "
                         "10, got 11"));
  EXPECT_EQ(Attempts(), 4);
}

TEST_F(PolicyReloadTest, MissingFileKeepsTheOldPolicy) {
  EXPECT_TRUE(absl::IsNotFound(
      ReloadPolicyFile("no/such.textproto", source_).status()));
  EXPECT_EQ(Attempts(), 3);
}

TEST_F(PolicyReloadTest, ReadersAreServedWhileFilesAreReloaded) {
  std::atomic<bool> done{false};
  std::atomic<int> strange{0};
  std::vector<std::thread> readers;
  for (int i = 0; i < 3; ++i) {
    readers.emplace_back([&] {
      while (!done) {
        const int attempts =
            source_.Current()->Find("/a.S/M").retry.max_attempts;
        if (attempts < 2 || attempts > 5) ++strange;
      }
    });
  }
  for (int i = 0; i < 100; ++i) {
    // One file in four is invalid.
    Write(absl::StrCat("methods { name {} retry { max_attempts: ", 3 + i % 4,
                       " } }"));
    EXPECT_EQ(ReloadPolicyFile(path_, source_).ok(), i % 4 != 3);
  }
  done = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(strange, 0);
}

}  // namespace
}  // namespace baton::config
