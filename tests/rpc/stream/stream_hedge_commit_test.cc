// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// When a hedged stream selects an attempt, what observers receive about the
// others, and what is left after the application destroys the stream.

#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "baton/call_observer.h"
#include "baton/client.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/stream/hedged_stream.h"
#include "tests/support/calls/awaited_queue.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/stream_kind.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::ElementsAre;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;
using testing::v1::CallResponse;
using testing::v1::Scripted;

class StreamHedgeCommitTest : public HedgedStream {
 protected:
  std::unique_ptr<Scripted::Stub> NewStub() {
    context_ = NewContext(kPatience);
    return Scripted::NewStub(Channel());
  }

  std::string InitialMetadata(const std::string& key) {
    const auto& map = context_->GetServerInitialMetadata();
    const auto found = map.find(key);
    if (found == map.end()) return "none";
    return std::string(found->second.data(), found->second.size());
  }
};

ScriptStep WithMetadata(const ScriptStep& step, const std::string& value) {
  return step.HeadersFirst().WithInitialMetadata("k", value);
}

// Reads a stream to its successful end and returns its only message.
std::string ReadAndFinish(grpc::ClientAsyncReader<CallResponse>& stream,
                          AwaitedQueue& queue) {
  CallResponse response;
  stream.Read(&response, nullptr);
  EXPECT_TRUE(queue.Await());
  grpc::Status status;
  stream.Finish(&status, nullptr);
  EXPECT_TRUE(queue.Await());
  EXPECT_TRUE(status.ok());
  return response.payload();
}

TEST_F(StreamHedgeCommitTest, InitialMetadataCommitsASyncStream) {
  server_.Add(Stuck());
  server_.Add(WithMetadata(Stuck(), "2"));
  const auto stub = NewStub();
  const auto stream = stub->ServerStream(context_.get(), RequestOf("a"));
  stream->WaitForInitialMetadata();
  EXPECT_EQ(InitialMetadata("k"), "2");
  EXPECT_TRUE(server_.AwaitEnd(1).cancelled);
  server_.Release(2);
  CallResponse response;
  EXPECT_TRUE(stream->Read(&response));
  EXPECT_FALSE(stream->Read(&response));
  EXPECT_TRUE(stream->Finish().ok());
}

TEST_F(StreamHedgeCommitTest, InitialMetadataCommitsAStreamOnACompletionQueue) {
  server_.Add(Stuck());
  server_.Add(WithMetadata(Stuck(), "2"));
  const auto stub = NewStub();
  AwaitedQueue queue;
  const auto stream = stub->AsyncServerStream(context_.get(), RequestOf("a"),
                                              queue.get(), nullptr);
  EXPECT_TRUE(queue.Await());
  stream->ReadInitialMetadata(nullptr);
  EXPECT_TRUE(queue.Await());
  EXPECT_EQ(InitialMetadata("k"), "2");
  EXPECT_TRUE(server_.AwaitEnd(1).cancelled);
  server_.Release(2);
  EXPECT_EQ(ReadAndFinish(*stream, queue), "late");
}

// A reactor gets initial metadata as soon as it arrives.
TEST_F(StreamHedgeCommitTest, InitialMetadataCommitsAReactorStream) {
  server_.Add(Stuck());
  server_.Add(WithMetadata(Stuck(), "2"));
  Begin(StreamApi::kCallback);
  EXPECT_TRUE(server_.AwaitEnd(1).cancelled);
  server_.Release(2);
  EXPECT_THAT(Wait().payloads, ElementsAre("late"));
  EXPECT_EQ(InitialMetadata("k"), "2");
}

TEST_F(StreamHedgeCommitTest, UnreadInitialMetadataDoesNotCommitAHedgedStream) {
  for (const StreamApi api : {StreamApi::kSync, StreamApi::kQueue}) {
    server_.Add(WithMetadata(Stuck(), "1"));
    server_.Add(
        Answer("fast").WithInitialMetadata("k", "2").WithTrailer("t", "2"));
    EXPECT_THAT(Call(api).payloads, ElementsAre("fast"));
    EXPECT_EQ(InitialMetadata("k"), "2");
    EXPECT_EQ(context_->GetServerTrailingMetadata().count("t"), 1u);
  }
}

// Initial metadata may arrive before the application asks for it.
TEST_F(StreamHedgeCommitTest, ReceivedInitialMetadataIsReturned) {
  server_.Add(WithMetadata(Stuck(), "1"));
  server_.Add(Stuck());
  const auto stub = NewStub();
  AwaitedQueue queue;
  const auto stream = stub->AsyncServerStream(context_.get(), RequestOf("a"),
                                              queue.get(), nullptr);
  EXPECT_TRUE(queue.Await());
  server_.AwaitAttempt(2);
  stream->ReadInitialMetadata(nullptr);
  EXPECT_TRUE(queue.Await());
  EXPECT_EQ(InitialMetadata("k"), "1");
  EXPECT_TRUE(server_.AwaitEnd(2).cancelled);
  server_.Release(1);
  EXPECT_EQ(ReadAndFinish(*stream, queue), "late");
}

// A message that arrived while the application was busy counts as on time.
TEST_F(StreamHedgeCommitTest, SlowReaderCausesNoHedges) {
  HedgeAfter(absl::Milliseconds(1), 2, options_);
  server_.Add(Answer("first"));
  const auto stub = NewStub();
  const auto stream = stub->ServerStream(context_.get(), RequestOf("a"));
  server_.AwaitEnd(1);
  server_.Add(Stuck());
  const auto elsewhere = NewContext(absl::Milliseconds(20));
  CallResponse response;
  EXPECT_FALSE(Scripted::NewStub(server_.NewChannel())
                   ->Call(elsewhere.get(), RequestOf("b"), &response)
                   .ok());
  EXPECT_TRUE(stream->Read(&response));
  EXPECT_EQ(response.payload(), "first");
  EXPECT_FALSE(stream->Read(&response));
  EXPECT_TRUE(stream->Finish().ok());
  EXPECT_THAT(Report().attempts, SizeIs(1));
}

// Baton reads the first message of a hedged stream before the application does.
TEST_F(StreamHedgeCommitTest, SyncReadAfterACancelReturnsFalseAsOnBareGrpc) {
  HedgeAfter(kPatience, 2, options_);
  for (const bool bare : {true, false}) {
    SCOPED_TRACE(bare);
    server_.Add(Answer("first"));
    context_ = NewContext(kPatience);
    const auto stub =
        Scripted::NewStub(bare ? server_.NewChannel() : Channel());
    const auto stream = stub->ServerStream(context_.get(), RequestOf("a"));
    server_.AwaitEnd(bare ? 1 : 3);
    // This call polls until the response of the stream has arrived.
    server_.Add(Stuck());
    const auto elsewhere = NewContext(absl::Milliseconds(20));
    CallResponse response;
    EXPECT_FALSE(Scripted::NewStub(server_.NewChannel())
                     ->Call(elsewhere.get(), RequestOf("b"), &response)
                     .ok());
    context_->TryCancel();
    EXPECT_FALSE(stream->Read(&response));
    EXPECT_EQ(stream->Finish().error_code(), StatusCode::CANCELLED);
  }
}

TEST_F(StreamHedgeCommitTest, DestroyedSyncStreamCancelsAllAttempts) {
  server_.Add(Stuck());
  server_.Add(Stuck().HeadersFirst());
  {
    const auto stub = NewStub();
    const auto stream = stub->ServerStream(context_.get(), RequestOf("a"));
    // Empty initial metadata does not commit the stream.
    stream->WaitForInitialMetadata();
  }
  context_ = nullptr;
  EXPECT_TRUE(server_.AwaitEnd(1).cancelled);
  EXPECT_TRUE(server_.AwaitEnd(2).cancelled);
}

TEST_F(StreamHedgeCommitTest,
       DestroyedStreamOnACompletionQueueCancelsAllAttempts) {
  server_.Otherwise(Stuck());
  const auto stub = NewStub();
  AwaitedQueue queue;
  {
    const auto stream = stub->AsyncServerStream(context_.get(), RequestOf("a"),
                                                queue.get(), nullptr);
    EXPECT_TRUE(queue.Await());
    server_.AwaitAttempt(2);
  }
  context_ = nullptr;
  EXPECT_TRUE(server_.AwaitEnd(1).cancelled);
  EXPECT_TRUE(server_.AwaitEnd(2).cancelled);
}

// The events, one line each. Thread-safe.
class Noting final : public CallObserverFactory {
 public:
  std::unique_ptr<CallObserver> OnCallStart(
      const CallStart& /*call*/) override {
    return std::make_unique<Observer>(*this);
  }

  std::vector<std::string> events() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return events_;
  }
  void AwaitEvents(std::size_t count) {
    std::unique_lock<std::mutex> lock(mutex_);
    EXPECT_TRUE(changed_.wait_for(lock, absl::ToChronoMilliseconds(kPatience),
                                  [&] { return events_.size() >= count; }));
  }

 private:
  class Observer final : public CallObserver {
   public:
    explicit Observer(Noting& owner) : owner_(owner) {}
    void OnAttemptStart(const AttemptStart& attempt,
                        AttemptMetadata& /*metadata*/) override {
      owner_.Note(absl::StrCat(
          attempt.number, attempt.header.kind == RetryBudgetHeader::Kind::kHedge
                              ? " hedge"
                              : " other"));
    }
    void OnAttemptEnd(const AttemptEnd& attempt) override {
      owner_.Note(absl::StrCat(
          attempt.number, " ", absl::StatusCodeToString(attempt.outcome->code),
          " ",
          attempt.decision == nullptr ? "others go on"
                                      : ToString(attempt.decision->reason)));
    }
    void OnAttemptDiscarded(int number, const AttemptReport& attempt) override {
      EXPECT_EQ(attempt.code, absl::StatusCode::kCancelled);
      owner_.Note(absl::StrCat(number, " dropped"));
    }
    void OnWait(const Decision& /*decision*/) override {}
    void OnCallEnd(const CallReport& report) override {
      owner_.Note(absl::StrCat("end ", absl::StatusCodeToString(report.code)));
    }

   private:
    Noting& owner_;
  };

  void Note(std::string event) {
    const std::lock_guard<std::mutex> lock(mutex_);
    events_.push_back(std::move(event));
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> events_;  // guarded by mutex_
};

TEST_F(StreamHedgeCommitTest, ObserversReceiveEachHedgedAttemptOnce) {
  for (const StreamApi api : HedgedApis()) {
    const auto noting = std::make_shared<Noting>();
    options_.observers = noting;
    HedgeAfter(absl::Milliseconds(1), 3, options_);
    ForgetChannel();
    const int before = server_.attempts();
    server_.Add(Stuck());
    server_.Add(Stuck());
    server_.Add(Unavailable());
    Begin(api);
    // Three starts and a failure.
    noting->AwaitEvents(4);
    server_.Release(before + 2);
    EXPECT_THAT(Wait().payloads, ElementsAre("late"));
    EXPECT_THAT(noting->events(),
                UnorderedElementsAre("1 other", "2 hedge", "3 hedge",
                                     "3 UNAVAILABLE others go on", "1 dropped",
                                     "2 OK succeeded", "end OK"));
  }
}

}  // namespace
}  // namespace baton
