// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/idempotency/redis_replay_store.h"

#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "baton/chain/loopback_socket.h"
#include "baton/core/report/printable_text.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/idempotency/redis_server.h"
#include "tests/support/signal.h"

namespace baton {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using State = ReplayStore::State;

class RedisReplayStoreTest : public ::testing::Test {
 protected:
  // Returns the store of another server.
  std::shared_ptr<ReplayStore> NewStore(RedisServer& redis) {
    options_.address = redis.address();
    options_.warn = [this](absl::string_view warning) {
      warnings_.emplace_back(warning);
    };
    auto store = NewRedisReplayStore(options_);
    EXPECT_TRUE(store.ok()) << store.status();
    return *std::move(store);
  }

  ReplayStore::Claim Claim(ReplayStore& store, const std::string& key,
                           bool may_have_run = false) {
    const ReplayKey scoped{"/s/m", "", key};
    ReplayStore::Request request(scoped);
    request.fingerprint = fingerprint_;
    request.may_have_run = may_have_run;
    request.runs_again = runs_again_;
    request.keep_for = absl::Minutes(1);
    const auto claim = store.ClaimKey(request);
    EXPECT_TRUE(claim.ok()) << claim.status();
    return claim.value_or(ReplayStore::Claim());
  }
  absl::Status Answer(ReplayStore& store, const std::string& key,
                      uint64_t token) {
    StoredAnswer answer;
    answer.response = std::string("r\0s", 3);
    return store.Finish({"/s/m", "", key}, token, &answer, absl::Minutes(1),
                        MonotonicTime());
  }

  RedisReplayStoreOptions options_;
  std::vector<std::string> warnings_;
  uint64_t fingerprint_ = 1;
  bool runs_again_ = false;
  RedisServer redis_{RedisServer::Disk::kAlways};
};

TEST_F(RedisReplayStoreTest, AnswerIsSharedByAllServers) {
  const auto first = NewStore(redis_);
  const auto second = NewStore(redis_);
  const ReplayStore::Claim claim = Claim(*first, "a");
  EXPECT_EQ(claim.state, State::kRun);
  EXPECT_EQ(Claim(*second, "a").state, State::kRunning);
  EXPECT_TRUE(Answer(*first, "a", claim.token).ok());
  const ReplayStore::Claim replay = Claim(*second, "a");
  ASSERT_EQ(replay.state, State::kAnswered);
  EXPECT_EQ(replay.answer->response, std::string("r\0s", 3));
}

TEST_F(RedisReplayStoreTest, OtherContentIsAnotherRequest) {
  const auto store = NewStore(redis_);
  Claim(*store, "a");
  fingerprint_ = 2;
  EXPECT_EQ(Claim(*store, "a").state, State::kOtherRequest);
}

TEST_F(RedisReplayStoreTest, FreedKeyIsClaimedAgainWithALargerToken) {
  const auto store = NewStore(redis_);
  const uint64_t token = Claim(*store, "a").token;
  EXPECT_TRUE(store->Free({"/s/m", "", "a"}, token).ok());
  const ReplayStore::Claim again = Claim(*store, "a", true);
  EXPECT_EQ(again.state, State::kRun);
  EXPECT_GT(again.token, token);
  EXPECT_TRUE(absl::IsFailedPrecondition(Answer(*store, "a", token)));
}

TEST_F(RedisReplayStoreTest, OwnerWithoutItsLeaseStoresNothing) {
  options_.lease = absl::Milliseconds(100);
  const auto store = NewStore(redis_);
  const uint64_t token = Claim(*store, "a").token;
  Signal().Await(absl::Milliseconds(150));
  EXPECT_EQ(Claim(*store, "a").state, State::kUnknown);
  EXPECT_TRUE(absl::IsFailedPrecondition(Answer(*store, "a", token)));
  EXPECT_EQ(Claim(*store, "a").state, State::kUnknown);
  runs_again_ = true;
  EXPECT_EQ(Claim(*store, "a").state, State::kRunAgain);
}

TEST_F(RedisReplayStoreTest, RenewedClaimKeepsItsLease) {
  options_.lease = absl::Milliseconds(200);
  const auto store = NewStore(redis_);
  const uint64_t token = Claim(*store, "a").token;
  for (int i = 0; i < 4; ++i) {
    Signal().Await(absl::Milliseconds(80));
    EXPECT_TRUE(store->Renew({"/s/m", "", "a"}, token).ok());
  }
  EXPECT_TRUE(Answer(*store, "a", token).ok());
}

TEST_F(RedisReplayStoreTest, OnlyOneOfConcurrentClaimsRuns) {
  constexpr int kServers = 4;
  std::atomic<int> runs{0};
  std::vector<std::shared_ptr<ReplayStore>> stores;
  for (int i = 0; i < kServers; ++i) stores.push_back(NewStore(redis_));
  std::vector<std::thread> threads;
  for (const auto& store : stores) {
    threads.emplace_back([&] {
      for (int i = 0; i < 100; ++i) {
        runs += Claim(*store, absl::StrCat(i)).state == State::kRun;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(runs, 100);
}

TEST_F(RedisReplayStoreTest, AnswerSurvivesARestartOfADurableRedis) {
  const auto store = NewStore(redis_);
  EXPECT_TRUE(Answer(*store, "a", Claim(*store, "a").token).ok());
  redis_.Kill();
  redis_.Start();
  EXPECT_EQ(Claim(*store, "a", true).state, State::kAnswered);
  EXPECT_EQ(Claim(*store, "new", true).state, State::kRun);
  EXPECT_THAT(warnings_, IsEmpty());
}

TEST_F(RedisReplayStoreTest, OutcomeIsUnknownAfterARestartThatMayLoseRecords) {
  RedisServer lossy(RedisServer::Disk::kNever);
  const auto store = NewStore(lossy);
  EXPECT_TRUE(Answer(*store, "a", Claim(*store, "a").token).ok());
  lossy.Kill();
  lossy.Start();
  EXPECT_EQ(Claim(*store, "a", true).state, State::kUnknown);
  EXPECT_EQ(Claim(*store, "new").state, State::kRun);
}

TEST_F(RedisReplayStoreTest, StoreWarnsIfRedisMayLoseRecords) {
  RedisServer lossy(RedisServer::Disk::kNever);
  NewStore(lossy);
  EXPECT_THAT(warnings_,
              ElementsAre(HasSubstr("appendonly should be yes, and is no"),
                          HasSubstr("appendfsync should be always")));
}

TEST_F(RedisReplayStoreTest, StoppedRedisIsAnError) {
  const auto store = NewStore(redis_);
  redis_.Kill();
  const ReplayKey key{"/s/m", "", "a"};
  EXPECT_TRUE(
      absl::IsUnavailable(store->ClaimKey(ReplayStore::Request(key)).status()));
  EXPECT_TRUE(absl::IsUnavailable(NewRedisReplayStore(options_).status()));
  redis_.Start();
}

// Claims and answers of callers with a name.
class RedisCallerTest : public RedisReplayStoreTest {
 protected:
  RedisCallerTest() {
    options_.max_keys_per_caller = 2;
    options_.lease = absl::Milliseconds(100);
  }

  State Run(ReplayStore& store, const std::string& caller,
            const std::string& key, absl::Duration keep_for) {
    const ReplayKey scoped{"/s/m", caller, key};
    ReplayStore::Request request(scoped);
    request.keep_for = keep_for;
    const auto claim = store.ClaimKey(request);
    EXPECT_TRUE(claim.ok()) << claim.status();
    if (!claim.ok()) return State::kUnknown;
    if (claim->state == State::kRun) {
      EXPECT_TRUE(
          store.Finish(scoped, claim->token, nullptr, keep_for, MonotonicTime())
              .ok());
    }
    return claim->state;
  }
};

TEST_F(RedisCallerTest, OneCallerCannotFillTheStore) {
  const auto store = NewStore(redis_);
  const auto other_server = NewStore(redis_);
  const absl::Duration keep_for = absl::Minutes(1);
  EXPECT_EQ(Run(*store, "a", "1", keep_for), State::kRun);
  EXPECT_EQ(Run(*other_server, "a", "2", keep_for), State::kRun);
  EXPECT_EQ(Run(*store, "a", "3", keep_for), State::kFull);
  // Its earlier keys, other callers, and callers without a name.
  EXPECT_EQ(Run(*store, "a", "2", keep_for), State::kUnknown);
  EXPECT_EQ(Run(*store, "b", "3", keep_for), State::kRun);
  for (const char* const key : {"1", "2", "3"}) {
    EXPECT_EQ(Run(*store, "", key, keep_for), State::kRun);
  }
}

TEST_F(RedisCallerTest, ExpiredKeysOfACallerMakeRoom) {
  const auto store = NewStore(redis_);
  const absl::Duration keep_for = absl::Milliseconds(50);
  EXPECT_EQ(Run(*store, "a", "1", keep_for), State::kRun);
  EXPECT_EQ(Run(*store, "a", "2", keep_for), State::kRun);
  EXPECT_EQ(Run(*store, "a", "3", keep_for), State::kFull);
  Signal().Await(absl::Milliseconds(200));
  EXPECT_EQ(Run(*store, "a", "3", keep_for), State::kRun);
}

TEST_F(RedisReplayStoreTest, InvalidOptionIsNamed) {
  options_.lease = absl::Milliseconds(1);
  EXPECT_THAT(NewRedisReplayStore(options_).status().message(),
              HasSubstr("lease: must be at least 100ms, got 1ms"));
}

// Answers the first command of one connection with an error of hostile bytes.
class HostileRedis {
 public:
  HostileRedis() : listener_(chain::BindLoopbackSocket()) {
    EXPECT_EQ(listen(listener_, 1), 0);
    thread_ = std::thread([this] {
      const int socket = accept(listener_, nullptr, nullptr);
      char command[1024];
      (void)!read(socket, command, sizeof(command));
      const std::string error =
          "-ERR \x1b[31m\xff" + std::string(100'000, 'x') + "\r\n";
      (void)!send(socket, error.data(), error.size(), MSG_NOSIGNAL);
      close(socket);
    });
  }
  ~HostileRedis() {
    thread_.join();
    close(listener_);
  }
  std::string address() const {
    return absl::StrCat("127.0.0.1:", chain::LocalPort(listener_));
  }

 private:
  const int listener_;
  std::thread thread_;
};

TEST(RedisErrorTest, ErrorTextOfAHostileRedisIsPrintableAndCut) {
  const HostileRedis redis;
  RedisReplayStoreOptions options;
  options.address = redis.address();
  const auto store = NewRedisReplayStore(options);
  const std::string message(store.status().message());
  EXPECT_THAT(message, HasSubstr("ERR \\x1b[31m\\xffxxx"));
  EXPECT_TRUE(core::IsPrintableText(message));
  EXPECT_LE(message.size(), 1024u);
}

}  // namespace
}  // namespace baton
