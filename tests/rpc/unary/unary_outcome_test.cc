// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/unary_outcome.h"

#include <memory>
#include <set>

#include "baton/rpc/call/attempt.h"
#include "baton/rpc/request/context_extension.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/fake_batch.h"

namespace baton::rpc {
namespace {

using ::grpc::StatusCode;

const std::set<Hook> kWholeResponse = {Hook::PRE_RECV_INITIAL_METADATA,
                                       Hook::PRE_RECV_MESSAGE,
                                       Hook::PRE_RECV_STATUS};

class UnaryOutcomeTest : public ::testing::Test {
 protected:
  bool HasExtension() const {
    return ContextExtension::Find(context_) != nullptr;
  }

  grpc::ClientContext context_;
  UnaryOutcome outcome_{context_};
  FakeBatch batch_{kWholeResponse};
};

TEST_F(UnaryOutcomeTest, SettlingCompletesTheBatchThatWaits) {
  outcome_.batches().Hold(&batch_);
  EXPECT_EQ(batch_.proceeded, 0);
  outcome_.Settle(nullptr, grpc::Status(StatusCode::ABORTED, "lost"));
  EXPECT_EQ(batch_.proceeded, 1);
  EXPECT_EQ(batch_.status.error_message(), "lost");
}

TEST_F(UnaryOutcomeTest, BatchThatComesLaterGetsTheSameStatus) {
  outcome_.Settle(nullptr, grpc::Status(StatusCode::ABORTED, "lost"));
  outcome_.batches().Hold(&batch_);
  outcome_.CompleteAll();
  EXPECT_EQ(batch_.proceeded, 1);
  EXPECT_EQ(batch_.status.error_message(), "lost");
}

TEST_F(UnaryOutcomeTest, AttemptWithoutACallDoesNotWin) {
  outcome_.Settle(std::make_shared<Attempt>(),
                  grpc::Status(StatusCode::ABORTED, "lost"));
  EXPECT_EQ(outcome_.winner(), nullptr);
  EXPECT_FALSE(HasExtension());
}

TEST_F(UnaryOutcomeTest, CallInPlaceGetsNoExtension) {
  outcome_.ShowInPlace();
  EXPECT_FALSE(HasExtension());
}

TEST_F(UnaryOutcomeTest, ExtensionOfAHijackedCallOutlivesItsContext) {
  auto context = std::make_unique<grpc::ClientContext>();
  UnaryOutcome outcome(*context);
  outcome.KeepExtension();
  const std::weak_ptr<const grpc::AuthContext> extension =
      context->auth_context();
  EXPECT_NE(ContextExtension::Find(*context), nullptr);
  context = nullptr;
  EXPECT_FALSE(extension.expired());
}

}  // namespace
}  // namespace baton::rpc
