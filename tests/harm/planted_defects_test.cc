// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gtest/gtest.h"
#include "tests/harm/worker_process.h"

// Proves that the harness finds each class of finding: a channel with a planted
// defect stands in place of Baton's.
namespace baton::harm {
namespace {

std::string program;  // NOLINT: the argument of the test

// Returns the output of the harness for some pairs with the defect.
std::string OutputWith(const std::string& defect, const std::string& only,
                       int pairs) {
  WorkerProcess process(
      {"--defect=" + defect, "--only=" + only, absl::StrCat("--pairs=", pairs),
       "--seed=3", "--hard_limit_ms=3000", "--jobs=4"},
      /*unlimited_stack=*/false, program);
  std::string output;
  std::string line;
  while (process.ReadLine(60000, &line)) output += line + "\n";
  EXPECT_EQ(process.Wait(), 0) << output;
  return output;
}

// Returns the count of a class in the summary.
int CountOf(const std::string& kind, const std::string& output) {
  for (const absl::string_view line : absl::StrSplit(output, '\n')) {
    if (!absl::StartsWith(line, "findings: ")) continue;
    for (const absl::string_view part : absl::StrSplit(line.substr(10), ", ")) {
      const std::vector<std::string> words = absl::StrSplit(part, ' ');
      int count = 0;
      if (words[0] == kind && absl::SimpleAtoi(words[1], &count)) return count;
    }
  }
  ADD_FAILURE() << "no count of " << kind << " in\n" << output;
  return 0;
}

TEST(PlantedDefectsTest, RefusingChannelIsFoundAsNotServed) {
  EXPECT_GT(CountOf("not_served", OutputWith("refuse", "unary", 20)), 3);
}

TEST(PlantedDefectsTest, DelayingChannelIsFoundAsLate) {
  EXPECT_GT(CountOf("late", OutputWith("delay", "unary", 20)), 3);
}

TEST(PlantedDefectsTest, ChangingChannelIsFoundAsDifferent) {
  EXPECT_GT(CountOf("different", OutputWith("change", "unary", 20)), 3);
}

TEST(PlantedDefectsTest, ResendingChannelIsFoundAsExtraRequest) {
  EXPECT_GT(CountOf("extra_request", OutputWith("resend", "unary", 20)), 3);
}

TEST(PlantedDefectsTest, ChargeForUnsentCallIsFoundAsCharged) {
  EXPECT_GT(CountOf("charged", OutputWith("charge", "refused", 10)), 3);
}

TEST(PlantedDefectsTest, ForgottenAttemptIsFoundAsWorkLeft) {
  EXPECT_GT(CountOf("work_left", OutputWith("leave", "unary", 10)), 0);
}

TEST(PlantedDefectsTest, ChannelThatDropsTheEndIsFoundAsHang) {
  EXPECT_GT(CountOf("hang", OutputWith("drop", "unary", 4)), 0);
}

TEST(PlantedDefectsTest, CrashingChannelIsFoundAsCrash) {
  EXPECT_GT(CountOf("crash", OutputWith("crash", "unary", 4)), 0);
}

TEST(PlantedDefectsTest, FindingIsFoundAgainByItsReplay) {
  const std::string output = OutputWith("refuse", "unary", 20);
  const std::vector<std::string> words = absl::StrSplit(output, ' ');
  std::string replay;
  for (const std::string& word : words) {
    if (absl::StartsWith(word, "--replay=")) replay = word;
  }
  ASSERT_NE(replay, "") << output;
  replay.pop_back();  // the colon
  WorkerProcess process({"--defect=refuse", replay}, false, program);
  std::string again;
  std::string line;
  while (process.ReadLine(60000, &line)) again += line + "\n";
  EXPECT_EQ(process.Wait(), 0);
  EXPECT_GT(CountOf("not_served", again), 0) << again;
}

}  // namespace
}  // namespace baton::harm

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  if (argc != 2) return 2;
  baton::harm::program = argv[1];
  return RUN_ALL_TESTS();
}
