// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/newest_answer.h"

#include <thread>
#include <vector>

#include "absl/time/time.h"
#include "baton/monotonic_time.h"
#include "gtest/gtest.h"

namespace baton::core {
namespace {

MonotonicTime At(int milliseconds) {
  return MonotonicTime() + absl::Hours(1) + absl::Milliseconds(milliseconds);
}

TEST(NewestAnswerTest, NothingIsAfterAnyTimeWithoutAnswers) {
  const NewestAnswer answers;
  EXPECT_FALSE(answers.AnyAfter(MonotonicTime()));
  EXPECT_FALSE(answers.AnyAfter(MonotonicTime(), 7));
}

TEST(NewestAnswerTest, AnswerIsAfterEarlierTimesOnly) {
  NewestAnswer answers;
  answers.Record(At(10), 1);
  EXPECT_TRUE(answers.AnyAfter(At(9)));
  EXPECT_FALSE(answers.AnyAfter(At(10)));
  EXPECT_FALSE(answers.AnyAfter(At(11)));
}

TEST(NewestAnswerTest, AnswerOfAnEarlierStartChangesNothing) {
  NewestAnswer answers;
  answers.Record(At(10), 1);
  answers.Record(At(5), 1);
  EXPECT_TRUE(answers.AnyAfter(At(9)));
}

TEST(NewestAnswerTest, LaneSeesOnlyItsOwnAnswers) {
  for (uint64_t lane = 1; lane < 200; ++lane) {
    NewestAnswer answers;
    answers.Record(At(10), lane);
    EXPECT_TRUE(answers.AnyAfter(At(9)));
    EXPECT_TRUE(answers.AnyAfter(At(9), lane));
    EXPECT_FALSE(answers.AnyAfter(At(9), lane + 1));
  }
}

TEST(NewestAnswerTest, LanesWithTheSameEntryNeverInventAnAnswer) {
  NewestAnswer answers;
  for (uint64_t lane = 1; lane < 100; ++lane) answers.Record(At(10), lane);
  EXPECT_TRUE(answers.AnyAfter(At(9)));
  for (uint64_t lane = 100; lane < 200; ++lane) {
    EXPECT_FALSE(answers.AnyAfter(At(9), lane)) << lane;
  }
}

TEST(NewestAnswerTest, LatestStartOfManyThreadsIsKept) {
  NewestAnswer answers;
  std::vector<std::thread> threads;
  for (uint64_t lane = 0; lane < 4; ++lane) {
    threads.emplace_back([&answers] {
      for (int i = 0; i <= 1000; ++i) answers.Record(At(i), 3);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(answers.AnyAfter(At(999), 3));
  EXPECT_FALSE(answers.AnyAfter(At(1000), 3));
}

}  // namespace
}  // namespace baton::core
