// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Repeated requests with an idempotency key, at a server with a memory store.

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "baton/idempotency/memory_replay_store.h"
#include "baton/rpc/grpc/status_details.h"
#include "baton/rpc/request/replay_waits.h"
#include "baton/server.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/keyed_server.h"
#include "tests/support/patience.h"
#include "tests/support/real_time.h"
#include "tests/support/signal.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using testing::v1::CallRequest;
using testing::v1::CallResponse;

// Behaves like a shared store, in one process.
class SharedStore final : public ReplayStore {
 public:
  Properties properties() const override {
    Properties properties;
    properties.is_shared = true;
    properties.may_block = true;
    properties.lease = absl::Seconds(30);
    return properties;
  }
  absl::StatusOr<Claim> ClaimKey(const Request& request) override {
    if (claims_fail) return absl::UnavailableError("down");
    return store_->ClaimKey(request);
  }
  absl::Status Renew(const ReplayKey& key, uint64_t token) override {
    return store_->Renew(key, token);
  }
  absl::Status Finish(const ReplayKey& key, uint64_t token,
                      const StoredAnswer* answer, absl::Duration keep_for,
                      MonotonicTime now) override {
    return store_->Finish(key, token, answer, keep_for, now);
  }
  absl::Status Free(const ReplayKey& key, uint64_t token) override {
    return store_->Free(key, token);
  }

  std::atomic<bool> claims_fail{false};

 private:
  const std::shared_ptr<ReplayStore> store_ = NewMemoryReplayStore();
};

class ReplayTest : public ::testing::TestWithParam<HandlerApi> {
 protected:
  ReplayTest() {
    options_.replay_store = NewMemoryReplayStore();
    options_.counters = std::make_shared<ServerCounters>();
  }

  // Starts a server whose n-th run answers with the number of the run.
  KeyedServer& Start(KeyedServer::Handler handler = nullptr) {
    if (handler == nullptr) {
      handler = [this](grpc::ServerContextBase* context, const CallRequest&,
                       CallResponse* response) {
        response->set_payload(absl::StrCat("run ", ++runs_));
        context->AddTrailingMetadata("run", absl::StrCat(runs_.load()));
        return grpc::Status::OK;
      };
    }
    server_.emplace(GetParam(), options_, std::move(handler));
    return *server_;
  }
  // Starts a server whose handler always returns this status.
  KeyedServer& StartFailing(const grpc::Status& status) {
    return Start([status](grpc::ServerContextBase*, const CallRequest&,
                          CallResponse*) { return status; });
  }
  ServerCounters::Snapshot Counts() const { return options_.counters->Read(); }

  ServerOptions options_;
  std::atomic<int> runs_{0};
  std::optional<KeyedServer> server_;
};

INSTANTIATE_TEST_SUITE_P(Handlers, ReplayTest,
                         ::testing::Values(HandlerApi::kSync,
                                           HandlerApi::kCallback),
                         ::testing::PrintToStringParamName());

TEST_P(ReplayTest, RepeatedRequestGetsTheStoredAnswer) {
  KeyedServer& server = Start();
  const KeyedResult first = server.CallWithKey("a");
  const KeyedResult second = server.CallWithKey("a", 1);
  EXPECT_EQ(server.runs(), 1);
  EXPECT_TRUE(second.status.ok()) << second.status.error_message();
  EXPECT_EQ(first.payload, "run 1");
  EXPECT_EQ(second.payload, "run 1");
  EXPECT_EQ(second.Trailer("run"), "1");
  EXPECT_EQ(Counts().replayed, 1);
}

TEST_P(ReplayTest, StoredFailureIsRepeatedWithItsDetails) {
  KeyedServer& server = StartFailing(
      grpc::Status(StatusCode::FAILED_PRECONDITION, "no money", "details"));
  server.CallWithKey("a");
  const KeyedResult second = server.CallWithKey("a", 1);
  EXPECT_EQ(server.runs(), 1);
  EXPECT_EQ(second.status.error_code(), StatusCode::FAILED_PRECONDITION);
  EXPECT_EQ(second.status.error_message(), "no money");
  EXPECT_EQ(second.status.error_details(), "details");
}

TEST_P(ReplayTest, RequestsWithoutAKeyAlwaysRun) {
  KeyedServer& server = Start();
  server.Call({});
  EXPECT_EQ(server.Call({}).payload, "run 2");
}

TEST_P(ReplayTest, OtherKeyIsAnotherRequest) {
  KeyedServer& server = Start();
  server.CallWithKey("a");
  EXPECT_EQ(server.CallWithKey("b").payload, "run 2");
}

TEST_P(ReplayTest, ServerWithoutAStoreIgnoresKeys) {
  options_.replay_store = nullptr;
  KeyedServer& server = Start();
  server.CallWithKey("a");
  EXPECT_EQ(server.CallWithKey("a").payload, "run 2");
  EXPECT_TRUE(server.CallWithKey("with, comma").status.ok());
}

TEST_P(ReplayTest, KeyOfAnotherRequestIsRejected) {
  KeyedServer& server = Start();
  server.CallWithKey("a", 0, "10 euros");
  const KeyedResult other = server.CallWithKey("a", 0, "20 euros");
  EXPECT_EQ(server.runs(), 1);
  EXPECT_EQ(other.status.error_code(), StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(other.status.error_message(), HasSubstr("other content"));
}

TEST_P(ReplayTest, InvalidKeyIsRejected) {
  KeyedServer& server = Start();
  const KeyedResult comma = server.CallWithKey("with, comma");
  EXPECT_EQ(comma.status.error_code(), StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(comma.status.error_message(), HasSubstr("at position 4"));
  const KeyedResult two =
      server.Call({{"idempotency-key", "a"}, {"idempotency-key", "b"}});
  EXPECT_EQ(two.status.error_code(), StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(server.runs(), 0);
}

TEST_P(ReplayTest, CallersDoNotShareKeys) {
  options_.caller = [](const grpc::ServerContextBase& context) {
    const auto found = context.client_metadata().find("tenant");
    return std::string(found->second.data(), found->second.size());
  };
  KeyedServer& server = Start();
  server.Call({{"idempotency-key", "a"}, {"tenant", "blue"}});
  const KeyedResult red =
      server.Call({{"idempotency-key", "a"}, {"tenant", "red"}});
  EXPECT_EQ(red.payload, "run 2");
}

TEST_P(ReplayTest, UnknownOutcomeIsRefused) {
  for (const StatusCode code :
       {StatusCode::UNAVAILABLE, StatusCode::DEADLINE_EXCEEDED,
        StatusCode::CANCELLED, StatusCode::UNKNOWN, StatusCode::INTERNAL,
        StatusCode::ABORTED}) {
    KeyedServer& server = StartFailing(grpc::Status(code, "half done"));
    server.CallWithKey(absl::StrCat("k", code));
    const KeyedResult second = server.CallWithKey(absl::StrCat("k", code), 1);
    EXPECT_EQ(server.runs(), 1) << code;
    EXPECT_EQ(second.status.error_code(), StatusCode::FAILED_PRECONDITION);
    EXPECT_EQ(rpc::ParseStatusDetails(second.status.error_details()).reason,
              "OUTCOME_UNKNOWN");
    EXPECT_THAT(second.Trailer("retry-advice"), HasSubstr("r=no,w=ambiguous"));
    EXPECT_EQ(second.Trailer("grpc-retry-pushback-ms"), "-1");
  }
  EXPECT_EQ(Counts().outcome_unknown, 6);
}

TEST_P(ReplayTest, UnknownOutcomeRunsAgainWithRunAgain) {
  options_.replay_by_method["/baton.testing.v1.Scripted/Call"].outcome_unknown =
      OutcomeUnknown::kRunAgain;
  KeyedServer& server = StartFailing(grpc::Status(StatusCode::UNKNOWN, ""));
  server.CallWithKey("a");
  server.CallWithKey("a", 1);
  EXPECT_EQ(server.runs(), 2);
  EXPECT_EQ(Counts().ran_again, 1);
}

TEST_P(ReplayTest, HandlerThatRunsAgainIsCountedBeforeItStarts) {
  options_.replay.outcome_unknown = OutcomeUnknown::kRunAgain;
  std::atomic<int64_t> counted{-1};
  KeyedServer& server = Start([&](grpc::ServerContextBase* /*context*/,
                                  const CallRequest&, CallResponse*) {
    counted = Counts().ran_again;
    return grpc::Status(StatusCode::UNKNOWN, "");
  });
  server.CallWithKey("a");
  EXPECT_EQ(counted, 0);
  server.CallWithKey("a", 1);
  EXPECT_EQ(counted, 1);
}

TEST_P(ReplayTest, RequestThatWasNotExecutedFreesItsKey) {
  KeyedServer& server = Start(
      [](grpc::ServerContextBase* context, const CallRequest&, CallResponse*) {
        RequestScope::From(context).NotExecuted();
        return grpc::Status(StatusCode::UNAVAILABLE, "queue full");
      });
  server.CallWithKey("a");
  EXPECT_EQ(server.CallWithKey("a", 1).status.error_code(),
            StatusCode::UNAVAILABLE);
  EXPECT_EQ(server.runs(), 2);
}

TEST_P(ReplayTest, AdviceToRetryLaterFreesTheKey) {
  KeyedServer& server = Start(
      [](grpc::ServerContextBase* context, const CallRequest&, CallResponse*) {
        RequestScope::From(context).RetryAfter(absl::Milliseconds(1));
        return grpc::Status(StatusCode::RESOURCE_EXHAUSTED, "busy");
      });
  server.CallWithKey("a");
  server.CallWithKey("a", 1);
  EXPECT_EQ(server.runs(), 2);
}

TEST_P(ReplayTest, RetryWithoutARecordAfterARestartIsRefused) {
  KeyedServer& server = Start();
  EXPECT_EQ(server.CallWithKey("a", 1).status.error_code(),
            StatusCode::FAILED_PRECONDITION);
  EXPECT_EQ(server.runs(), 0);
  // An attempt that provably was not processed is no earlier run.
  EXPECT_TRUE(server
                  .Call({{"idempotency-key", "b"},
                         {"retry-budget", "g=2,n=1,h=1,k=r,w=refused"}})
                  .status.ok());
}

TEST_P(ReplayTest, FullStoreRejectsNewKeysAndKeepsOldOnes) {
  MemoryReplayStoreOptions small;
  small.max_bytes = 1000;
  options_.replay_store = NewMemoryReplayStore(small);
  KeyedServer& server = Start();
  server.CallWithKey("a");
  server.CallWithKey("b");
  const KeyedResult full = server.CallWithKey("c");
  EXPECT_EQ(full.status.error_code(), StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_THAT(full.Trailer("retry-advice"), HasSubstr("r=after,ms=1000"));
  EXPECT_EQ(server.CallWithKey("a").payload, "run 1");
  EXPECT_EQ(server.runs(), 2);
}

TEST_P(ReplayTest, MemoryStoreAnnouncesNothing) {
  EXPECT_THAT(Start().CallWithKey("a").Trailer("retry-advice"),
              ::testing::Not(ContainsRegex("c=d?k")));
}

TEST_P(ReplayTest, SharedStoreIsAnnounced) {
  options_.replay_store = std::make_shared<SharedStore>();
  KeyedServer& server = Start();
  for (const auto& result :
       {server.CallWithKey("a"), server.CallWithKey("a", 1),
        server.Call({{"retry-budget", "g=2,n=0,h=1"}})}) {
    EXPECT_THAT(result.Trailer("retry-advice"), ContainsRegex("c=d?k"));
  }
  EXPECT_EQ(server.runs(), 2);
}

TEST_P(ReplayTest, FailingStoreRejectsWrites) {
  const auto store = std::make_shared<SharedStore>();
  store->claims_fail = true;
  options_.replay_store = store;
  KeyedServer& server = Start();
  const KeyedResult result = server.CallWithKey("a");
  EXPECT_EQ(result.status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_THAT(result.Trailer("retry-advice"), HasSubstr("r=after"));
  EXPECT_EQ(server.runs(), 0);
  EXPECT_EQ(Counts().store_failures, 1);
}

TEST_P(ReplayTest, FailingStoreServesWritesWithServe) {
  const auto store = std::make_shared<SharedStore>();
  store->claims_fail = true;
  options_.replay_store = store;
  options_.replay.store_failure = StoreFailure::kServe;
  KeyedServer& server = Start();
  EXPECT_TRUE(server.CallWithKey("a").status.ok());
  EXPECT_EQ(Counts().store_failures, 1);
}

TEST_P(ReplayTest, HandlerReadsItsKey) {
  std::string key;
  KeyedServer& server = Start(
      [&](grpc::ServerContextBase* context, const CallRequest&, CallResponse*) {
        const RequestScope scope = RequestScope::From(context);
        key = std::string(scope.idempotency_key());
        return grpc::Status::OK;
      });
  server.CallWithKey("order-42");
  EXPECT_EQ(key, "order-42");
}

// The first request waits for the test.
class ConcurrentReplayTest : public ReplayTest {
 protected:
  KeyedServer& StartHeld(const grpc::Status& status = grpc::Status::OK) {
    return Start([this, status](grpc::ServerContextBase*, const CallRequest&,
                                CallResponse* response) {
      entered_.Give();
      release_.Await();
      response->set_payload("held");
      return status;
    });
  }
  void AwaitWaiting(std::size_t count) {
    const Stopwatch watch;
    while (rpc::ReplayWaits::Process().size() != count) {
      ASSERT_LT(watch.Elapsed(), kPatience);
      std::this_thread::yield();
    }
  }

  Signal entered_;
  Signal release_;
};

INSTANTIATE_TEST_SUITE_P(Handlers, ConcurrentReplayTest,
                         ::testing::Values(HandlerApi::kSync,
                                           HandlerApi::kCallback),
                         ::testing::PrintToStringParamName());

TEST_P(ConcurrentReplayTest, RepeatedRequestsWaitForTheFirstAnswer) {
  KeyedServer& server = StartHeld();
  std::vector<KeyedResult> results(5);
  std::vector<std::thread> threads;
  threads.emplace_back([&] { results[0] = server.CallWithKey("a"); });
  entered_.Await();
  for (int i = 1; i < 5; ++i) {
    threads.emplace_back([&, i] { results[i] = server.CallWithKey("a", 1); });
  }
  AwaitWaiting(4);
  release_.Give();
  for (std::thread& thread : threads) thread.join();
  for (const KeyedResult& result : results) {
    EXPECT_EQ(result.payload, "held") << result.status.error_message();
  }
  EXPECT_EQ(server.runs(), 1);
}

TEST_P(ConcurrentReplayTest, RepeatedRequestIsSentAwayIfTooManyWait) {
  rpc::ReplayWaits& waits = rpc::ReplayWaits::Process();
  for (std::size_t i = 0; i < rpc::ReplayWaits::kMaxPerProcess; ++i) {
    ASSERT_TRUE(waits.Wait(absl::StrCat("other ", i),
                           MonotonicTime::InfiniteFuture(),
                           rpc::Runtime::Process(), [] {}));
  }
  KeyedServer& server = StartHeld();
  std::thread first([&] { server.CallWithKey("a"); });
  entered_.Await();
  const KeyedResult second = server.CallWithKey("a", 1);
  EXPECT_EQ(second.status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_THAT(second.Trailer("retry-advice"), HasSubstr("r=after"));
  for (std::size_t i = 0; i < rpc::ReplayWaits::kMaxPerProcess; ++i) {
    waits.Wake(absl::StrCat("other ", i));
  }
  release_.Give();
  first.join();
  EXPECT_EQ(server.runs(), 1);
}

TEST_P(ConcurrentReplayTest, WaitingRequestEndsAtItsDeadline) {
  KeyedServer& server = StartHeld();
  std::thread first([&] { server.CallWithKey("a"); });
  entered_.Await();
  grpc::ClientContext context;
  context.set_deadline(FromNow(absl::Milliseconds(50)));
  EXPECT_EQ(server.Call({{"idempotency-key", "a"}}, "x", &context)
                .status.error_code(),
            StatusCode::DEADLINE_EXCEEDED);
  release_.Give();
  first.join();
  EXPECT_EQ(server.runs(), 1);
}

TEST_P(ConcurrentReplayTest,
       WaitingRequestIsRefusedIfTheFirstOutcomeIsUnknown) {
  KeyedServer& server = StartHeld(grpc::Status(StatusCode::INTERNAL, "lost"));
  std::thread first([&] { server.CallWithKey("a"); });
  entered_.Await();
  KeyedResult second;
  std::thread waiting([&] { second = server.CallWithKey("a", 1); });
  AwaitWaiting(1);
  release_.Give();
  first.join();
  waiting.join();
  EXPECT_EQ(second.status.error_code(), StatusCode::FAILED_PRECONDITION);
  EXPECT_EQ(server.runs(), 1);
}

TEST_P(ConcurrentReplayTest, AnswerToACancelledRequestIsStored) {
  KeyedServer& server = StartHeld();
  grpc::ClientContext context;
  std::thread first([&] {
    server.Call({{"idempotency-key", "a"}}, "x", &context);
  });
  entered_.Await();
  context.TryCancel();
  first.join();
  release_.Give();
  EXPECT_EQ(server.CallWithKey("a").payload, "held");
  EXPECT_EQ(server.runs(), 1);
}

}  // namespace
}  // namespace baton
