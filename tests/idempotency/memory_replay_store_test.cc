// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/idempotency/memory_replay_store.h"

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "gtest/gtest.h"

namespace baton {
namespace {

using State = ReplayStore::State;

class MemoryReplayStoreTest : public ::testing::Test {
 protected:
  ReplayStore& store() {
    if (store_ == nullptr) store_ = NewMemoryReplayStore(options_);
    return *store_;
  }
  ReplayStore::Claim Claim(const std::string& key,
                           const std::string& caller = "",
                           bool may_have_run = false) {
    const ReplayKey scoped{"/s/m", caller, key};
    ReplayStore::Request request(scoped);
    request.fingerprint = 1;
    request.runs_again = runs_again_;
    request.may_have_run = may_have_run;
    request.now = now_;
    return store().ClaimKey(request).value();
  }
  // Claims and answers a key.
  void Answer(const std::string& key, const std::string& response = "r") {
    const ReplayStore::Claim claim = Claim(key);
    StoredAnswer answer;
    answer.response = response;
    EXPECT_TRUE(store()
                    .Finish({"/s/m", "", key}, claim.token, &answer,
                            absl::Minutes(1), now_)
                    .ok());
  }

  MonotonicTime now_ = MonotonicTime() + absl::Hours(2);
  MemoryReplayStoreOptions options_;
  bool runs_again_ = false;
  std::shared_ptr<ReplayStore> store_;
};

TEST_F(MemoryReplayStoreTest, AnswerIsKeptForItsTime) {
  Answer("a");
  now_ = now_ + absl::Seconds(59);
  EXPECT_EQ(Claim("a").state, State::kAnswered);
  now_ = now_ + absl::Seconds(1);
  EXPECT_EQ(Claim("a").state, State::kRun);
}

TEST_F(MemoryReplayStoreTest, RunningKeyNeverExpires) {
  Claim("a");
  now_ = now_ + absl::Hours(100);
  EXPECT_EQ(Claim("a").state, State::kRunning);
}

TEST_F(MemoryReplayStoreTest, SecondRunIsKeptForItsOwnTime) {
  runs_again_ = true;
  const ReplayKey key{"/s/m", "", "a"};
  uint64_t token = Claim("a").token;
  ASSERT_TRUE(store().Finish(key, token, nullptr, absl::Minutes(1), now_).ok());
  now_ = now_ + absl::Seconds(50);
  const ReplayStore::Claim again = Claim("a");
  EXPECT_EQ(again.state, State::kRunAgain);
  const StoredAnswer answer;
  ASSERT_TRUE(
      store().Finish(key, again.token, &answer, absl::Minutes(1), now_).ok());
  now_ = now_ + absl::Seconds(50);
  EXPECT_EQ(Claim("a").state, State::kAnswered);
}

TEST_F(MemoryReplayStoreTest, EndOfAnEarlierClaimStoresNothing) {
  const ReplayKey key{"/s/m", "", "a"};
  const uint64_t token = Claim("a").token;
  ASSERT_TRUE(store().Free(key, token).ok());
  EXPECT_EQ(Claim("a").state, State::kRun);
  const StoredAnswer answer;
  EXPECT_TRUE(absl::IsFailedPrecondition(
      store().Finish(key, token, &answer, absl::Minutes(1), now_)));
  EXPECT_TRUE(absl::IsFailedPrecondition(store().Free(key, token)));
  EXPECT_TRUE(absl::IsFailedPrecondition(store().Renew(key, token)));
  EXPECT_EQ(Claim("a").state, State::kRunning);
}

TEST_F(MemoryReplayStoreTest, OutcomeOfALostRecordIsUnknown) {
  EXPECT_EQ(Claim("a", "", true).state, State::kUnknown);
  now_ = now_ + absl::Minutes(1);
  EXPECT_EQ(Claim("a", "", true).state, State::kRun);
}

TEST_F(MemoryReplayStoreTest, FullStoreRejectsNewKeysUntilOldOnesExpire) {
  options_.max_bytes = 10000;
  Answer("big", std::string(9900, 'x'));
  EXPECT_EQ(Claim("new").state, State::kFull);
  EXPECT_EQ(Claim("big").state, State::kAnswered);
  now_ = now_ + absl::Minutes(1);
  // The store removes expired keys where it looks for a key.
  EXPECT_EQ(Claim("big").state, State::kRun);
  EXPECT_EQ(Claim("new").state, State::kRun);
}

TEST_F(MemoryReplayStoreTest, OneCallerCannotFillTheStore) {
  options_.max_bytes_per_caller = 10000;
  int accepted = 0;
  for (int i = 0; i < 1000; ++i) {
    accepted += Claim(absl::StrCat(i), "greedy").state == State::kRun;
  }
  EXPECT_GT(accepted, 10);
  EXPECT_LT(accepted, 50);
  EXPECT_EQ(Claim("a", "modest").state, State::kRun);
}

TEST_F(MemoryReplayStoreTest, OnlyOneOfConcurrentClaimsRuns) {
  constexpr int kThreads = 4;
  constexpr int kKeys = 500;
  std::atomic<int> runs{0};
  store();
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < kKeys; ++i) {
        const std::string key = absl::StrCat("key ", i);
        const ReplayStore::Claim claim = Claim(key);
        if (claim.state != State::kRun) continue;
        ++runs;
        const StoredAnswer answer;
        EXPECT_TRUE(store_
                        ->Finish({"/s/m", "", key}, claim.token, &answer,
                                 absl::Minutes(1), now_)
                        .ok());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(runs, kKeys);
}

}  // namespace
}  // namespace baton
