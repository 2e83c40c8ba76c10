// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Batches of a stream on the application's own call, with real gRPC.

#include "baton/rpc/grpc/in_place/in_place_batch.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "baton/rpc/grpc/batch_access.h"
#include "baton/rpc/grpc/in_place/application_receive.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/grpc/unary_answer.h"
#include "grpcpp/generic/generic_stub.h"
#include "grpcpp/grpcpp.h"
#include "grpcpp/support/sync_stream.h"
#include "gtest/gtest.h"
#include "tests/support/calls/message_bytes.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"

namespace baton::rpc {
namespace {

using Watch = std::function<void(InterceptorBatchMethods*)>;

class Watcher final : public Interceptor {
 public:
  explicit Watcher(const Watch& watch) : watch_(watch) {}
  void Intercept(InterceptorBatchMethods* batch) override { watch_(batch); }

 private:
  const Watch& watch_;
};

class WatcherFactory final : public ClientInterceptorFactoryInterface {
 public:
  explicit WatcherFactory(const Watch& watch) : watch_(watch) {}
  Interceptor* CreateClientInterceptor(ClientRpcInfo* /*info*/) override {
    return new Watcher(watch_);
  }

 private:
  const Watch& watch_;
};

bool Has(InterceptorBatchMethods* batch, Hook hook) {
  return batch->QueryInterceptionHookPoint(hook);
}

// A stream of bytes on a completion queue, whose batches the test watches. The
// first attempt fails.
class InPlaceBatchTest : public ::testing::Test {
 protected:
  ~InPlaceBatchTest() override {
    queue_.Shutdown();
    void* tag = nullptr;
    bool ok = false;
    while (queue_.Next(&tag, &ok)) {
    }
  }

  void Start(Watch watch) {
    watch_ = std::move(watch);
    std::vector<std::unique_ptr<ClientInterceptorFactoryInterface>> factories;
    factories.push_back(std::make_unique<WatcherFactory>(watch_));
    stub_ = std::make_unique<grpc::GenericStub>(
        grpc::experimental::CreateCustomChannelWithInterceptors(
            server_.address(), grpc::InsecureChannelCredentials(), {},
            std::move(factories)));
    stream_ = stub_->PrepareCall(&context_, "/a.B/C", &queue_);
    stream_->StartCall(this);
    EXPECT_TRUE(Await());
    stream_->WriteLast(ToBytes(""), {}, this);
    EXPECT_TRUE(Await());
  }
  // Returns whether the next event is a success.
  bool Await() {
    void* tag = nullptr;
    bool ok = false;
    EXPECT_TRUE(queue_.Next(&tag, &ok));
    EXPECT_EQ(tag, this);
    return ok;
  }

  ScriptedServer server_{{Fail(grpc::StatusCode::UNAVAILABLE, "busy")}};
  Watch watch_;
  grpc::ClientContext context_;
  grpc::CompletionQueue queue_;
  std::unique_ptr<grpc::GenericStub> stub_;
  std::unique_ptr<grpc::GenericClientAsyncReaderWriter> stream_;
  grpc::ByteBuffer message_;
};

TEST_F(InPlaceBatchTest, FailedReadCompletesAgainWithAMessage) {
  grpc::ByteBuffer* buffer = nullptr;
  bool failed = false;
  Start([&](InterceptorBatchMethods* batch) {
    const bool is_back = Has(batch, Hook::POST_RECV_MESSAGE);
    if (!is_back && batch->GetRecvMessage() != nullptr) {
      buffer = ReceiveBufferOf(*batch);
    }
    if (!is_back || failed) return batch->Proceed();
    failed = HasFailed(*batch);
    grpc::ByteBuffer other = ToBytes("other");
    buffer->Swap(&other);
    CompleteAgain(*batch, /*ok=*/true);
  });
  stream_->Read(&message_, this);
  EXPECT_TRUE(Await());
  EXPECT_TRUE(failed);
  EXPECT_EQ(BytesOf(message_), "other");
}

TEST_F(InPlaceBatchTest, HijacksOneBatchAndNoOther) {
  Start([&](InterceptorBatchMethods* batch) {
    if (!Has(batch, Hook::POST_RECV_STATUS) &&
        batch->GetRecvStatus() != nullptr) {
      HijackOnly(*batch);
      EXPECT_TRUE(Has(batch, Hook::PRE_RECV_STATUS));
      *batch->GetRecvStatus() = grpc::Status(grpc::StatusCode::ABORTED, "own");
    }
    batch->Proceed();
  });
  stream_->ReadInitialMetadata(this);
  EXPECT_TRUE(Await());
  grpc::Status status;
  stream_->Finish(&status, this);
  EXPECT_TRUE(Await());
  EXPECT_EQ(status.error_message(), "own");
  stream_->Read(&message_, this);
  EXPECT_FALSE(Await());
}

TEST_F(InPlaceBatchTest, OwnOperationsBringNoEventToTheApplication) {
  grpc::Status status;
  InterceptorBatchMethods* held = nullptr;
  Start([&](InterceptorBatchMethods* batch) {
    if (held != nullptr || !Has(batch, Hook::POST_RECV_MESSAGE)) {
      return batch->Proceed();
    }
    held = batch;
    ApplicationReceive wanted;
    wanted.trailers_to = &context_;
    wanted.status = &status;
    StartReceive(context_.c_call(), ApplicationQueue(), wanted,
                 [&](bool /*ok*/) { held->Proceed(); });
  });
  stream_->Read(&message_, this);
  EXPECT_FALSE(Await());
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(status.error_message(), "busy");
}

class Ends final : public PluckedEnds {
 public:
  void Add(const PluckedEnd& end) override { ends.push_back(end); }
  std::vector<PluckedEnd> ends;
};

// The application waits for its read, and fetches the end of Baton's operation
// from the same queue meanwhile.
TEST_F(InPlaceBatchTest, ThreadOfASynchronousReadFetchesTheStatus) {
  Ends ends;
  grpc::Status status;
  bool read_failed = false;
  watch_ = [&](InterceptorBatchMethods* batch) {
    if (Has(batch, Hook::POST_RECV_MESSAGE)) {
      read_failed = HasFailed(*batch);
      ApplicationReceive wanted;
      wanted.trailers_to = &context_;
      wanted.status = &status;
      const ApplicationQueue queue{QueueKind::kPlucked, QueueOf(*batch), &ends};
      bool ended = false;
      StartReceive(context_.c_call(), queue, wanted,
                   [&](bool /*ok*/) { ended = true; });
      ASSERT_EQ(ends.ends.size(), 1u);
      ends.ends.front().Fetch();
      EXPECT_TRUE(ended);
    }
    batch->Proceed();
  };
  std::vector<std::unique_ptr<ClientInterceptorFactoryInterface>> factories;
  factories.push_back(std::make_unique<WatcherFactory>(watch_));
  const auto channel = grpc::experimental::CreateCustomChannelWithInterceptors(
      server_.address(), grpc::InsecureChannelCredentials(), {},
      std::move(factories));
  const grpc::internal::RpcMethod method(
      "/a.B/C", grpc::internal::RpcMethod::SERVER_STREAMING);
  const std::unique_ptr<grpc::ClientReader<grpc::ByteBuffer>> reader(
      grpc::internal::ClientReaderFactory<grpc::ByteBuffer>::Create(
          channel.get(), method, &context_, ToBytes("")));
  EXPECT_FALSE(reader->Read(&message_));
  EXPECT_TRUE(read_failed);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(status.error_message(), "busy");
}

TEST_F(InPlaceBatchTest, WorksWithThisGrpc) {
  bool first = true;
  Start([&](InterceptorBatchMethods* batch) {
    if (std::exchange(first, false)) {
      EXPECT_TRUE(CanWatch(*batch));
      EXPECT_FALSE(IsFromCallbackApi(*batch));
      EXPECT_FALSE(HasMetadataOperation(*batch));
    }
    batch->Proceed();
  });
  EXPECT_FALSE(first);
}

}  // namespace
}  // namespace baton::rpc
