// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// The initial metadata of a stream reach the application when they arrive, and
// not with the first message or with the end.

#include <memory>
#include <string>
#include <tuple>

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
using ::testing::Combine;
using ::testing::Values;
using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

struct Situation {
  const char* name;
  // Whether a retry may follow.
  Idempotency idempotency;
  int max_attempts;
  int grant;
};

constexpr Situation kSituations[] = {
    {"Retries", Idempotency::kIdempotent, 3, 2},
    {"NotIdempotent", Idempotency::kUnknown, 3, 2},
    {"OneAttempt", Idempotency::kIdempotent, 1, 2},
    {"NoGrant", Idempotency::kIdempotent, 3, 0},
};

using Parameter = std::tuple<Situation, bool>;

class StreamMetadataTest : public ::testing::TestWithParam<Parameter> {
 protected:
  StreamMetadataTest() {
    const Situation& situation = std::get<Situation>(GetParam());
    ClientOptions options = QuickOptions();
    MethodPolicy& policy = options.policy.everything();
    policy.idempotency = situation.idempotency;
    policy.retry.max_attempts = situation.max_attempts;
    policy.retry.edge_grant = situation.grant;
    // Every situation has attempts of Baton's own.
    policy.stream.idle_timeout = kPatience;
    ScriptStep step = Answer("ok").HeadersFirst().Held();
    if (has_entry_) step = step.WithInitialMetadata("k", "1");
    server_.Add(step);
    stub_ = Scripted::NewStub(NewBatonChannel(server_.address(), options));
  }

  void ExpectMetadata() {
    EXPECT_EQ(context_->GetServerInitialMetadata().count("k"),
              has_entry_ ? 1u : 0u);
  }

  const bool has_entry_ = std::get<bool>(GetParam());
  ScriptedServer server_;
  std::unique_ptr<Scripted::Stub> stub_;
  std::shared_ptr<grpc::ClientContext> context_ = NewContext(kPatience);
};

INSTANTIATE_TEST_SUITE_P(
    Situations, StreamMetadataTest,
    Combine(::testing::ValuesIn(kSituations), Values(false, true)),
    [](const auto& row) {
      return std::string(std::get<Situation>(row.param).name) +
             (std::get<bool>(row.param) ? "WithEntry" : "Empty");
    });

bool Next(grpc::CompletionQueue& queue) {
  void* tag = nullptr;
  bool ok = false;
  return queue.AsyncNext(&tag, &ok, FromNow(kPatience)) ==
             grpc::CompletionQueue::GOT_EVENT &&
         ok;
}

TEST_P(StreamMetadataTest, ReadInitialMetadataOnAQueueCompletesOnArrival) {
  grpc::CompletionQueue queue;
  const auto stream =
      stub_->AsyncServerStream(context_.get(), RequestOf("a"), &queue, nullptr);
  EXPECT_TRUE(Next(queue));
  stream->ReadInitialMetadata(nullptr);
  EXPECT_TRUE(Next(queue));
  ExpectMetadata();
  // The handler still runs.
  server_.Release(1);
  CallResponse response;
  stream->Read(&response, nullptr);
  EXPECT_TRUE(Next(queue));
  EXPECT_EQ(response.payload(), "ok");
  grpc::Status status;
  stream->Finish(&status, nullptr);
  EXPECT_TRUE(Next(queue));
  EXPECT_TRUE(status.ok());
}

class Reactor final : public grpc::ClientReadReactor<CallResponse> {
 public:
  void OnReadInitialMetadataDone(bool ok) override {
    metadata_ok = ok;
    metadata.Give();
  }
  void OnReadDone(bool ok) override {
    if (ok) StartRead(&response);
  }
  void OnDone(const grpc::Status& result) override {
    status = result;
    done.Give();
  }

  Signal metadata;
  bool metadata_ok = false;  // once given
  Signal done;
  grpc::Status status;  // once done
  CallRequest request = RequestOf("a");
  CallResponse response;
};

TEST_P(StreamMetadataTest, ReactorGetsInitialMetadataOnArrival) {
  Reactor reactor;
  stub_->async()->ServerStream(context_.get(), &reactor.request, &reactor);
  reactor.StartRead(&reactor.response);
  reactor.StartCall();
  EXPECT_TRUE(reactor.metadata.Await());
  EXPECT_TRUE(reactor.metadata_ok);
  ExpectMetadata();
  // The handler still runs.
  server_.Release(1);
  EXPECT_TRUE(reactor.done.Await());
  EXPECT_TRUE(reactor.status.ok());
  EXPECT_EQ(reactor.response.payload(), "ok");
}

TEST_P(StreamMetadataTest, SynchronousWaitForInitialMetadataEndsOnArrival) {
  const auto stream = stub_->ServerStream(context_.get(), RequestOf("a"));
  stream->WaitForInitialMetadata();
  ExpectMetadata();
  server_.Release(1);
  CallResponse response;
  EXPECT_TRUE(stream->Read(&response));
  EXPECT_TRUE(stream->Finish().ok());
}

}  // namespace
}  // namespace baton
