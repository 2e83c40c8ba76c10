// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// In some APIs Baton reads messages before the application asks for them, which
// avoids a wait. Read-ahead is limited. If the application stops reading, the
// server must notice.

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/examples/v1/echo.grpc.pb.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/patience.h"
#include "tests/support/real_time.h"

namespace baton {
namespace {

using examples::v1::Echo;
using examples::v1::EchoRequest;
using examples::v1::EchoResponse;

constexpr int kMessage = 16 << 10;
// More than gRPC itself buffers on both sides.
constexpr int kMost = (4 << 20) / kMessage;

// A counter that a test can wait for.
class Counter {
 public:
  void Add() {
    Add([] {});
  }
  // Runs the function first, then counts. The waiting thread sees its effects.
  template <typename Action>
  void Add(Action action) {
    const std::lock_guard<std::mutex> lock(mutex_);
    action();
    ++count_;
    changed_.notify_all();
  }
  bool GetsTo(int count, absl::Duration within = kPatience) {
    std::unique_lock<std::mutex> lock(mutex_);
    return changed_.wait_until(lock, FromNow(within),
                               [&] { return count_ >= count; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int count_ = 0;  // guarded by mutex_
};

// Writes as long as the client accepts messages.
class PouringEcho final : public Echo::Service {
 public:
  Counter& written() { return written_; }

 private:
  grpc::Status ServerStream(grpc::ServerContext* /*context*/,
                            const EchoRequest* /*request*/,
                            grpc::ServerWriter<EchoResponse>* writer) override {
    EchoResponse response;
    response.set_text(std::string(kMessage, 'x'));
    for (int i = 0; i < 8 * kMost && writer->Write(response); ++i) {
      written_.Add();
    }
    return grpc::Status::OK;
  }

  Counter written_;
};

// A server stream whose application reads on command.
class Reading {
 public:
  virtual ~Reading() = default;
  virtual bool ReadOne() = 0;
  // Stops reading and waits for the end.
  virtual grpc::Status Cancel() = 0;
};

class QueueReading final : public Reading {
 public:
  explicit QueueReading(Echo::Stub& stub)
      : stream_(
            stub.AsyncServerStream(&context_, EchoRequest(), &queue_, this)) {
    EXPECT_TRUE(Next());
  }
  ~QueueReading() override {
    queue_.Shutdown();
    while (Next()) {
    }
  }

  bool ReadOne() override {
    stream_->Read(&response_, this);
    return Next();
  }

  grpc::Status Cancel() override {
    context_.TryCancel();
    grpc::Status status;
    stream_->Finish(&status, this);
    EXPECT_TRUE(Next());
    return status;
  }

 private:
  bool Next() {
    void* tag = nullptr;
    bool ok = false;
    return queue_.AsyncNext(&tag, &ok, FromNow(kPatience)) ==
               grpc::CompletionQueue::GOT_EVENT &&
           ok;
  }

  grpc::ClientContext context_;
  grpc::CompletionQueue queue_;
  EchoResponse response_;
  const std::unique_ptr<grpc::ClientAsyncReader<EchoResponse>> stream_;
};

class CallbackReading final : public Reading,
                              public grpc::ClientReadReactor<EchoResponse> {
 public:
  explicit CallbackReading(Echo::Stub& stub) {
    stub.async()->ServerStream(&context_, &request_, this);
    // The test may command a read later.
    AddHold();
    // Shows sanitizers that callbacks run after this constructor.
    EXPECT_FALSE(done_.GetsTo(1, absl::ZeroDuration()));
    StartCall();
  }

  bool ReadOne() override {
    StartRead(&response_);
    return read_.GetsTo(++asked_);
  }

  grpc::Status Cancel() override {
    context_.TryCancel();
    RemoveHold();
    EXPECT_TRUE(done_.GetsTo(1));
    return status_;
  }

 private:
  void OnReadDone(bool ok) override {
    if (ok) read_.Add();
  }
  void OnDone(const grpc::Status& status) override {
    done_.Add([&] { status_ = status; });
  }

  grpc::ClientContext context_;
  const EchoRequest request_;
  EchoResponse response_;
  int asked_ = 0;
  Counter read_;
  grpc::Status status_;  // once done
  Counter done_;
};

struct Row {
  const char* api;
  std::unique_ptr<Reading> (*start)(Echo::Stub& stub);
};

template <typename Kind>
std::unique_ptr<Reading> Start(Echo::Stub& stub) {
  return std::make_unique<Kind>(stub);
}

class StreamReadAheadTest : public ::testing::TestWithParam<Row> {
 protected:
  StreamReadAheadTest() {
    int port = 0;
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                             &port);
    builder.RegisterService(&service_);
    server_ = builder.BuildAndStart();
    stub_ = Echo::NewStub(
        NewBatonChannel("127.0.0.1:" + std::to_string(port), QuickOptions()));
  }
  ~StreamReadAheadTest() override { server_->Shutdown(); }

  // Long enough for a server that is not blocked.
  bool ServerIsStopped() {
    return !service_.written().GetsTo(kMost, absl::Milliseconds(500));
  }

  PouringEcho service_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<Echo::Stub> stub_;
};

INSTANTIATE_TEST_SUITE_P(Apis, StreamReadAheadTest,
                         ::testing::Values(Row{"Queue", Start<QueueReading>},
                                           Row{"Callback",
                                               Start<CallbackReading>}),
                         [](const auto& row) { return row.param.api; });

TEST_P(StreamReadAheadTest, ApplicationThatNeverReadsBlocksTheServer) {
  const std::unique_ptr<Reading> reading = GetParam().start(*stub_);
  EXPECT_TRUE(service_.written().GetsTo(1));
  EXPECT_TRUE(ServerIsStopped());
  EXPECT_EQ(reading->Cancel().error_code(), grpc::StatusCode::CANCELLED);
}

// The first message commits the stream, and Baton then reads ahead.
TEST_P(StreamReadAheadTest, ApplicationThatStopsReadingBlocksTheServer) {
  const std::unique_ptr<Reading> reading = GetParam().start(*stub_);
  EXPECT_TRUE(reading->ReadOne());
  EXPECT_TRUE(ServerIsStopped());
  EXPECT_EQ(reading->Cancel().error_code(), grpc::StatusCode::CANCELLED);
}

TEST_P(StreamReadAheadTest, ContinuedReadingUnblocksTheServer) {
  const std::unique_ptr<Reading> reading = GetParam().start(*stub_);
  EXPECT_TRUE(reading->ReadOne());
  EXPECT_TRUE(ServerIsStopped());
  for (int i = 1; i < 2 * kMost; ++i) ASSERT_TRUE(reading->ReadOne()) << i;
  EXPECT_TRUE(service_.written().GetsTo(2 * kMost));
  EXPECT_EQ(reading->Cancel().error_code(), grpc::StatusCode::CANCELLED);
}

}  // namespace
}  // namespace baton
