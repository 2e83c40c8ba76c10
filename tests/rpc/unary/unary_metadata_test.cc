// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// The initial metadata of a unary call reach the application when they arrive,
// if no retry can follow.

#include <memory>

#include "baton/client.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/patience.h"
#include "tests/support/real_time.h"
#include "tests/support/signal.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

struct Situation {
  const char* name;
  Idempotency idempotency;
  int max_attempts;
};

constexpr Situation kSituations[] = {
    {"NotIdempotent", Idempotency::kUnknown, 3},
    {"OneAttempt", Idempotency::kIdempotent, 1},
};

class UnaryMetadataTest : public ::testing::TestWithParam<Situation> {
 protected:
  void Connect() {
    ClientOptions options = QuickOptions();
    MethodPolicy& policy = options.policy.everything();
    policy.idempotency = GetParam().idempotency;
    policy.retry.max_attempts = GetParam().max_attempts;
    stub_ = Scripted::NewStub(NewBatonChannel(server_.address(), options));
  }

  ScriptedServer server_;
  std::unique_ptr<Scripted::Stub> stub_;
  std::shared_ptr<grpc::ClientContext> context_ = NewContext(kPatience);
};

INSTANTIATE_TEST_SUITE_P(Situations, UnaryMetadataTest,
                         ::testing::ValuesIn(kSituations),
                         [](const auto& row) { return row.param.name; });

bool Next(grpc::CompletionQueue& queue) {
  void* tag = nullptr;
  bool ok = false;
  return queue.AsyncNext(&tag, &ok, FromNow(kPatience)) ==
             grpc::CompletionQueue::GOT_EVENT &&
         ok;
}

class Reactor final : public grpc::ClientUnaryReactor {
 public:
  void OnReadInitialMetadataDone(bool ok) override {
    metadata_ok = ok;
    metadata.Give();
  }
  void OnDone(const grpc::Status& result) override {
    status = result;
    done.Give();
  }

  Signal metadata;
  bool metadata_ok = false;  // once given
  Signal done;
  grpc::Status status;  // once done
};

TEST_P(UnaryMetadataTest, ReactorGetsInitialMetadataOnArrival) {
  server_.Add(Answer("ok").HeadersFirst().WithInitialMetadata("k", "1").Held());
  Connect();
  Reactor reactor;
  const CallRequest request = RequestOf("a");
  CallResponse response;
  stub_->async()->Call(context_.get(), &request, &response, &reactor);
  reactor.StartCall();
  EXPECT_TRUE(reactor.metadata.Await());
  EXPECT_TRUE(reactor.metadata_ok);
  EXPECT_EQ(context_->GetServerInitialMetadata().count("k"), 1u);
  // The handler still runs.
  server_.Release(1);
  EXPECT_TRUE(reactor.done.Await());
  EXPECT_TRUE(reactor.status.ok());
  EXPECT_EQ(response.payload(), "ok");
}

TEST_P(UnaryMetadataTest, ReadInitialMetadataOnAQueueCompletesOnArrival) {
  server_.Add(Answer("ok").HeadersFirst().WithInitialMetadata("k", "1").Held());
  Connect();
  grpc::CompletionQueue queue;
  const auto reader = stub_->AsyncCall(context_.get(), RequestOf("a"), &queue);
  reader->ReadInitialMetadata(nullptr);
  EXPECT_TRUE(Next(queue));
  EXPECT_EQ(context_->GetServerInitialMetadata().count("k"), 1u);
  CallResponse response;
  grpc::Status status;
  reader->Finish(&response, &status, nullptr);
  server_.Release(1);
  EXPECT_TRUE(Next(queue));
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(response.payload(), "ok");
}

TEST_P(UnaryMetadataTest, FailureAfterTheMetadataIsNotRetried) {
  server_.Add(Fail(StatusCode::UNAVAILABLE, "busy")
                  .HeadersFirst()
                  .WithInitialMetadata("k", "1")
                  .Held());
  Connect();
  Reactor reactor;
  const CallRequest request = RequestOf("a");
  CallResponse response;
  stub_->async()->Call(context_.get(), &request, &response, &reactor);
  reactor.StartCall();
  EXPECT_TRUE(reactor.metadata.Await());
  server_.Release(1);
  EXPECT_TRUE(reactor.done.Await());
  EXPECT_EQ(reactor.status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(context_->GetServerInitialMetadata().count("k"), 1u);
  EXPECT_EQ(server_.attempts(), 1);
}

}  // namespace
}  // namespace baton
