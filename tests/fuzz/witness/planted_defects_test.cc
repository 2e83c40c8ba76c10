// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Shows that the corpora of the witness fuzzers find defects: with a planted
// defect, replaying a corpus aborts.

#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/child_process.h"

namespace baton {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kFolder[] = "tests/fuzz/witness";

struct Replay {
  int status = 0;  // as from wait()
  std::string error;

  bool aborted() const {
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
  }
};

// Replays the corpus of the attack on `side`.
Replay ReplayCorpus(const std::string& side, const std::string& defect) {
  std::vector<std::string> files;
  const std::string corpus =
      absl::StrCat(kFolder, "/corpus/", side, "_witness");
  for (const auto& file : std::filesystem::directory_iterator(corpus)) {
    files.push_back(file.path().string());
  }
  std::sort(files.begin(), files.end());
  EXPECT_GT(files.size(), 10u);
  const std::string error =
      absl::StrCat(::testing::TempDir(), "/", side, "_", defect);
  Replay replay;
  replay.status =
      RunToExit({"/bin/sh", "-c",
                 absl::StrCat("exec ", kFolder, "/planted_defect_main ", side,
                              " ", defect, " ", absl::StrJoin(files, " "),
                              " 2> '", error, "'")});
  std::ifstream file(error);
  std::ostringstream text;
  text << file.rdbuf();
  replay.error = text.str();
  return replay;
}

TEST(PlantedDefectsTest, CorporaPassWithoutADefect) {
  for (const char* const side : {"server", "client"}) {
    const Replay replay = ReplayCorpus(side, "none");
    EXPECT_EQ(replay.status, 0) << side << ": " << replay.error;
  }
}

TEST(PlantedDefectsTest, CorpusFindsEvidenceOfUntrustedCallers) {
  const Replay replay = ReplayCorpus("server", "evidence");
  EXPECT_TRUE(replay.aborted()) << replay.status;
  EXPECT_THAT(replay.error, HasSubstr("broken: the witness lost something"));
  EXPECT_THAT(replay.error, HasSubstr("trailer retry-advice=r=no,w=overload"));
}

TEST(PlantedDefectsTest, CorpusFindsASharedTableOfLabels) {
  const Replay replay = ReplayCorpus("server", "labels");
  EXPECT_TRUE(replay.aborted()) << replay.status;
  EXPECT_THAT(replay.error,
              HasSubstr("broken: the witness keeps its span name"));
}

TEST(PlantedDefectsTest, CorpusFindsASharedBudget) {
  const Replay replay = ReplayCorpus("client", "budget");
  EXPECT_TRUE(replay.aborted()) << replay.status;
  EXPECT_THAT(replay.error, HasSubstr("broken: the witness lost something"));
  const std::string beside = replay.error.substr(
      std::min(replay.error.size(), replay.error.find("--- beside")));
  EXPECT_THAT(beside, Not(HasSubstr("budget 100 of 100 open breakers 0")));
}

}  // namespace
}  // namespace baton
