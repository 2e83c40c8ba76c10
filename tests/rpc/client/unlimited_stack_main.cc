// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Makes calls of all asynchronous APIs on the main thread, whose stack has no
// limit. No call may block the thread that starts it. Exits with 0 on success.

#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "baton/client.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/awaited_queue.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/stream_forms.h"
#include "tests/support/calls/stream_kind.h"
#include "tests/support/calls/unary_form.h"

namespace baton {
namespace {

using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

// Stores the thread on which a call ended. Owned by the call.
class EndThread final : public CallObserver {
 public:
  explicit EndThread(std::thread::id& thread) : thread_(thread) {}

  void OnAttemptStart(const AttemptStart&, AttemptMetadata&) override {}
  void OnAttemptEnd(const AttemptEnd&) override {}
  void OnWait(const Decision&) override {}
  void OnCallEnd(const CallReport&) override {
    thread_ = std::this_thread::get_id();
  }

 private:
  std::thread::id& thread_;
};

// Shows the thread on which the latest call of a channel ended.
class EndThreads final : public CallObserverFactory {
 public:
  std::unique_ptr<CallObserver> OnCallStart(const CallStart&) override {
    return std::make_unique<EndThread>(latest_);
  }
  std::thread::id latest() const { return latest_; }

 private:
  std::thread::id latest_;
};

// The objects of calls are then at addresses that were not mapped before.
void GrowHeap(std::vector<std::string>& heap) {
  for (std::size_t i = 0; i < 10'000; ++i)
    heap.emplace_back(256 + i % 4096, 'x');
}

void MakeHeldUnaryCalls(ScriptedServer& server) {
  for (const UnaryForm form : AllUnaryForms()) {
    if (form == UnaryForm::kSync) continue;
    const int attempt = server.attempts() + 1;
    server.Add(Echo().Held());
    const auto call =
        StartUnaryCall(form, NewBatonChannel(server.address(), QuickOptions()),
                       NewContext(), RequestOf("hello"));
    server.AwaitAttempt(attempt);
    EXPECT_FALSE(call->ended());
    server.Release(attempt);
    EXPECT_EQ(call->Wait().payload, "hello") << form;
  }
}

// A read that is pending before the message is written.
void MakeStreamThatReadsFirst(const std::shared_ptr<grpc::Channel>& channel) {
  const auto stub = Scripted::NewStub(channel);
  grpc::ClientContext context;
  grpc::CompletionQueue queue;
  CallResponse response;
  grpc::Status status;
  void* tag = nullptr;
  bool ok = false;
  const auto stream = stub->AsyncBidi(&context, &queue, &response);
  queue.Next(&tag, &ok);
  stream->Read(&response, &response);
  stream->WriteLast(RequestOf("hello"), grpc::WriteOptions(), &context);
  for (int i = 0; i < 2; ++i) queue.Next(&tag, &ok);
  EXPECT_EQ(response.payload(), "hello");
  stream->Finish(&status, &status);
  queue.Next(&tag, &ok);
  EXPECT_TRUE(status.ok()) << status.error_message();
}

void MakeStreams(ScriptedServer& server) {
  const std::vector<std::string> payloads = {"hello"};
  for (const StreamApi api : AllStreamApis()) {
    const auto channel = NewBatonChannel(server.address(), QuickOptions());
    for (const StreamKind kind : AllStreamKinds()) {
      grpc::ClientContext context;
      const StreamResult result =
          MakeStreamCall(api, kind, channel, context, payloads);
      EXPECT_EQ(result.payloads, payloads) << Name(api) << Name(kind);
    }
  }
  MakeStreamThatReadsFirst(NewBatonChannel(server.address(), QuickOptions()));
}

// A synchronous call runs on its own thread.
void MakeSynchronousCall(ScriptedServer& server) {
  const auto observer = std::make_shared<EndThreads>();
  ClientOptions options = QuickOptions();
  options.observers = observer;
  const auto stub = Scripted::NewStub(NewBatonChannel(
      server.address(), std::move(options), PassingInterceptors()));
  grpc::ClientContext context;
  CallResponse response;
  EXPECT_TRUE(stub->Call(&context, RequestOf("hello"), &response).ok());
  EXPECT_EQ(observer->latest(), std::this_thread::get_id());
}

int Main() {
  ScriptedServer server;
  std::vector<std::string> heap;
  for (int round = 0; round < 3; ++round) {
    MakeHeldUnaryCalls(server);
    MakeStreams(server);
    MakeSynchronousCall(server);
    GrowHeap(heap);
  }
  return ::testing::Test::HasFailure() ? 1 : 0;
}

}  // namespace
}  // namespace baton

int main() { return baton::Main(); }
