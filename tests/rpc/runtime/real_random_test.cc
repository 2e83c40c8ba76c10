// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/runtime/real_random.h"

#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "gtest/gtest.h"

namespace baton::rpc {
namespace {

TEST(RealRandomTest, DrawsEvenlyFromZeroToOne) {
  constexpr int kDraws = 100'000;
  double sum = 0;
  int tenths[10] = {};
  for (int i = 0; i < kDraws; ++i) {
    const double draw = ThreadUniform().Next();
    ASSERT_GE(draw, 0);
    ASSERT_LT(draw, 1);
    sum += draw;
    ++tenths[static_cast<int>(draw * 10)];
  }
  // More than seven standard deviations.
  EXPECT_NEAR(sum / kDraws, 0.5, 0.007);
  for (int count : tenths) EXPECT_NEAR(count, kDraws / 10, 700);
}

TEST(RealRandomTest, ThreadsDrawDifferently) {
  double theirs = 0;
  core::UniformSource* source = nullptr;
  std::thread thread([&] {
    source = &ThreadUniform();
    theirs = source->Next();
  });
  thread.join();
  EXPECT_NE(theirs, ThreadUniform().Next());
}

TEST(RealRandomTest, ForkedChildDoesNotRepeatItsParent) {
  ThreadUniform().Next();
  int pipe_ends[2];
  ASSERT_EQ(pipe(pipe_ends), 0);
  const pid_t child = fork();
  const double draw = ThreadUniform().Next();
  if (child == 0) {
    const bool sent = write(pipe_ends[1], &draw, sizeof(draw)) == sizeof(draw);
    _exit(sent ? 0 : 1);
  }
  double theirs = draw;
  EXPECT_EQ(read(pipe_ends[0], &theirs, sizeof(theirs)),
            static_cast<ssize_t>(sizeof(theirs)));
  waitpid(child, nullptr, 0);
  EXPECT_NE(theirs, draw);
}

}  // namespace
}  // namespace baton::rpc
