// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Repeated requests at a server that takes its requests from a completion
// queue.

#include <atomic>
#include <memory>
#include <string>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "absl/strings/str_cat.h"
#include "baton/idempotency/memory_replay_store.h"
#include "baton/mutex.h"
#include "baton/server.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/patience.h"
#include "tests/support/real_time.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::HasSubstr;
using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

// Serves one request after the other, on one thread.
class KeyedQueueServer {
 public:
  explicit KeyedQueueServer(ServerOptions options) {
    int port = 0;
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                             &port);
    builder.RegisterService(&service_);
    EXPECT_TRUE(InstallServer(&builder, std::move(options)).ok());
    queue_ = builder.AddCompletionQueue();
    server_ = builder.BuildAndStart();
    stub_ = Scripted::NewStub(grpc::CreateChannel(
        absl::StrCat("127.0.0.1:", port), grpc::InsecureChannelCredentials()));
    thread_ = std::thread([this] { Serve(); });
  }
  ~KeyedQueueServer() {
    {
      const MutexLock lock(mutex_);
      stopped_ = true;
    }
    server_->Shutdown();
    queue_->Shutdown();
    thread_.join();
  }

  grpc::Status Call(const std::string& key, const std::string& payload,
                    CallResponse* response) {
    grpc::ClientContext context;
    context.set_deadline(FromNow(kPatience));
    if (!key.empty()) context.AddMetadata("idempotency-key", key);
    CallRequest request;
    request.set_payload(payload);
    return stub_->Call(&context, request, response);
  }
  int runs() const { return runs_; }

 private:
  struct OneCall {
    grpc::ServerContext context;
    CallRequest request;
    grpc::ServerAsyncResponseWriter<CallResponse> writer{&context};
  };

  void Serve() {
    while (true) {
      OneCall call;
      if (!Request(call) || !Next()) break;
      const RequestScope scope = RequestScope::From(&call.context);
      if (!scope.AnswersRepeated(&call.context, call.request, &call.writer,
                                 &call)) {
        CallResponse response;
        response.set_payload(absl::StrCat("run ", ++runs_));
        call.writer.Finish(response, grpc::Status::OK, &call);
      }
      Next();
    }
    void* tag = nullptr;
    bool ok = false;
    while (queue_->Next(&tag, &ok)) {
    }
  }

  // Asks for a request. A queue that is shut down accepts no such question.
  bool Request(OneCall& call) {
    const MutexLock lock(mutex_);
    if (stopped_) return false;
    service_.RequestCall(&call.context, &call.request, &call.writer,
                         queue_.get(), queue_.get(), &call);
    return true;
  }

  bool Next() {
    void* tag = nullptr;
    bool ok = false;
    return queue_->Next(&tag, &ok) && ok;
  }

  Scripted::WithAsyncMethod_Call<Scripted::Service> service_;
  std::unique_ptr<grpc::ServerCompletionQueue> queue_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<Scripted::Stub> stub_;
  std::atomic<int> runs_{0};
  Mutex mutex_;
  bool stopped_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

ServerOptions WithStore() {
  ServerOptions options;
  options.replay_store = NewMemoryReplayStore();
  return options;
}

TEST(ReplayQueueTest, RepeatedRequestGetsTheStoredAnswer) {
  KeyedQueueServer server(WithStore());
  CallResponse response;
  EXPECT_TRUE(server.Call("a", "x", &response).ok());
  EXPECT_TRUE(server.Call("a", "x", &response).ok());
  EXPECT_EQ(response.payload(), "run 1");
  EXPECT_EQ(server.runs(), 1);
}

TEST(ReplayQueueTest, KeyOfAnotherRequestIsRejected) {
  KeyedQueueServer server(WithStore());
  CallResponse response;
  EXPECT_TRUE(server.Call("a", "x", &response).ok());
  EXPECT_EQ(server.Call("a", "y", &response).error_code(),
            StatusCode::INVALID_ARGUMENT);
}

TEST(ReplayQueueTest, RequestWithoutAKeyRuns) {
  KeyedQueueServer server(WithStore());
  CallResponse response;
  EXPECT_TRUE(server.Call("", "x", &response).ok());
  EXPECT_TRUE(server.Call("", "x", &response).ok());
  EXPECT_EQ(server.runs(), 2);
}

TEST(ReplayQueueTest, InvalidKeyIsRejected) {
  KeyedQueueServer server(WithStore());
  CallResponse response;
  const grpc::Status status = server.Call("a,b", "x", &response);
  EXPECT_EQ(status.error_code(), StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("at position 1"));
  EXPECT_EQ(server.runs(), 0);
}

}  // namespace
}  // namespace baton
