// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Cancelled calls whose first attempt is in place. The application polls its
// queue after the cancellation, as late as it likes.

#include <memory>

#include "baton/call_report.h"
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

namespace baton {
namespace {

using ::grpc::StatusCode;
using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

class CancelledInPlaceTest : public ::testing::Test {
 protected:
  // Starts the call, and lets its channel read all that `step` sends at first.
  void Start(const ScriptStep& step, bool ends) {
    server_.Add(step);
    reader_ = stub_->AsyncCall(context_.get(), RequestOf("a"), &queue_);
    reader_->Finish(&response_, &status_, nullptr);
    if (ends) {
      server_.AwaitEnd(1);
    } else {
      server_.AwaitAttempt(1);
    }
    // A synchronous call on the same connection reads from its socket.
    server_.Add(Answer("later"));
    const auto context = NewContext(kPatience);
    CallResponse response;
    EXPECT_TRUE(stub_->Call(context.get(), RequestOf("b"), &response).ok());
  }

  void CancelAndPoll() {
    context_->TryCancel();
    void* tag = nullptr;
    bool ok = false;
    EXPECT_EQ(queue_.AsyncNext(&tag, &ok, FromNow(kPatience)),
              grpc::CompletionQueue::GOT_EVENT);
  }

  ScriptedServer server_;
  const std::unique_ptr<Scripted::Stub> stub_ =
      Scripted::NewStub(NewBatonChannel(server_.address(), QuickOptions()));
  const std::shared_ptr<grpc::ClientContext> context_ = NewContext(kPatience);
  grpc::CompletionQueue queue_;
  CallResponse response_;
  grpc::Status status_;
  std::unique_ptr<grpc::ClientAsyncResponseReader<CallResponse>> reader_;
};

TEST_F(CancelledInPlaceTest, ResponseBeforeTheCancelStaysAResponse) {
  Start(Answer("hello"), /*ends=*/true);
  CancelAndPoll();
  EXPECT_TRUE(status_.ok()) << status_.error_message();
  EXPECT_EQ(response_.payload(), "hello");
  EXPECT_EQ(GetCallReport(*context_)->stop_reason, StopReason::kSucceeded);
}

TEST_F(CancelledInPlaceTest, FailureBeforeTheCancelStaysThatFailure) {
  Start(Fail(StatusCode::UNAVAILABLE), /*ends=*/true);
  CancelAndPoll();
  EXPECT_EQ(status_.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(GetCallReport(*context_)->stop_reason, StopReason::kCancelled);
  EXPECT_EQ(server_.attempts(), 2);
}

TEST_F(CancelledInPlaceTest, InitialMetadataBeforeTheCancelRemain) {
  Start(Answer("hello").HeadersFirst().WithInitialMetadata("k", "1").Held(),
        /*ends=*/false);
  CancelAndPoll();
  EXPECT_EQ(status_.error_code(), StatusCode::CANCELLED);
  EXPECT_EQ(context_->GetServerInitialMetadata().count("k"), 1u);
  EXPECT_EQ(GetCallReport(*context_)->stop_reason, StopReason::kCancelled);
}

}  // namespace
}  // namespace baton
