// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/held_batches.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "baton/rpc/grpc/batch_access.h"
#include "google/protobuf/wrappers.pb.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/fake_batch.h"

namespace baton::rpc {
namespace {

using google::protobuf::StringValue;
using Received = FakeBatch::Received;

const std::set<Hook> kWholeResponse = {Hook::PRE_RECV_INITIAL_METADATA,
                                       Hook::PRE_RECV_MESSAGE,
                                       Hook::PRE_RECV_STATUS};
const std::set<Hook> kCompleted = {Hook::POST_RECV_INITIAL_METADATA,
                                   Hook::POST_RECV_MESSAGE,
                                   Hook::POST_RECV_STATUS};

grpc::ByteBuffer BytesOf(const StringValue& message) {
  const grpc::Slice slice(message.SerializeAsString());
  return grpc::ByteBuffer(&slice, 1);
}

StringValue Saying(const std::string& text) {
  StringValue message;
  message.set_value(text);
  return message;
}

const grpc::Status& Down() {
  static const auto* const status =
      new grpc::Status(grpc::StatusCode::UNAVAILABLE, "down", "details");
  return *status;
}

TEST(HeldBatchesTest, HeldBatchProceedsOnceWithItsStatus) {
  FakeBatch batch(kWholeResponse);
  HeldBatches held;
  held.Hold(&batch);
  EXPECT_TRUE(held.want_message());
  EXPECT_FALSE(held.want_metadata());
  held.CompleteAll(nullptr, Down());
  held.CompleteAll(nullptr, grpc::Status::OK);
  EXPECT_EQ(batch.proceeded, 1);
  EXPECT_EQ(batch.status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(batch.status.error_details(), "details");
  EXPECT_TRUE(batch.message_failed);
}

TEST(HeldBatchesTest, ForgottenBatchesDoNotProceed) {
  FakeBatch batch(kWholeResponse);
  FakeBatch metadata({Hook::PRE_RECV_INITIAL_METADATA});
  HeldBatches held;
  held.Hold(&batch);
  held.Hold(&metadata);
  EXPECT_TRUE(held.want_metadata());
  held.Forget();
  held.CompleteMetadata(nullptr);
  held.CompleteAll(nullptr, Down());
  EXPECT_EQ(batch.proceeded + metadata.proceeded, 0);
  EXPECT_TRUE(batch.status.ok());
}

TEST(HeldBatchesTest, ResponseIsParsedIntoTheApplicationsMessage) {
  FakeBatch batch(kWholeResponse);
  HeldBatches held;
  held.Hold(&batch);
  grpc::ByteBuffer bytes = BytesOf(Saying("hi"));
  EXPECT_TRUE(held.ReadMessage(bytes).ok());
  EXPECT_EQ(batch.message.value(), "hi");
}

TEST(HeldBatchesTest, LaterResponseReplacesThatOfACompletedBatch) {
  FakeBatch batch(kCompleted);
  batch.status = Down();
  batch.initial.emplace("x-head", "first");
  batch.trailing.emplace("x-tail", "first");
  StringValue message;
  bool received = false;
  HeldBatches held;
  held.HoldCompleted(&batch, &message, &received);
  held.DiscardCompleted();
  grpc::ByteBuffer bytes = BytesOf(Saying("second"));
  EXPECT_TRUE(held.ReadMessage(bytes).ok());
  held.CompleteAll(nullptr, grpc::Status::OK);
  EXPECT_EQ(batch.proceeded, 1);
  EXPECT_TRUE(batch.status.ok());
  EXPECT_EQ(message.value(), "second");
  EXPECT_TRUE(received);
  EXPECT_TRUE(batch.initial.empty());
  EXPECT_TRUE(batch.trailing.empty());
}

TEST(HeldBatchesTest, CompletedBatchKeepsItsResponseUnlessDropped) {
  FakeBatch batch(kCompleted);
  batch.trailing.emplace("x-tail", "first");
  HeldBatches held;
  held.HoldCompleted(&batch, &batch.message, nullptr);
  held.CompleteAll(nullptr, grpc::Status::OK);
  EXPECT_EQ(batch.trailing.size(), 1u);
  EXPECT_FALSE(batch.message_failed);
}

TEST(HeldBatchesTest, UnreadableLaterResponseIsNotNotedAsReceived) {
  FakeBatch batch(kCompleted);
  StringValue message;
  bool received = true;
  HeldBatches held;
  held.HoldCompleted(&batch, &message, &received);
  const grpc::Slice slice("\xff\xff\xff");
  grpc::ByteBuffer bytes(&slice, 1);
  EXPECT_EQ(held.ReadMessage(bytes).error_code(), grpc::StatusCode::INTERNAL);
  EXPECT_FALSE(received);
}

TEST(HeldBatchesTest, ForeignBatchHasNoReceivedNote) {
  FakeBatch batch(kCompleted);
  EXPECT_EQ(ReceivedNoteOf(batch), nullptr);
}

}  // namespace
}  // namespace baton::rpc
