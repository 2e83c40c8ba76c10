// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/driver/drain_queue.h"

#include <future>
#include <memory>
#include <string>
#include <utility>

#include "absl/time/time.h"
#include "baton/real_clock.h"
#include "baton/rpc/grpc/convert.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/patience.h"
#include "tests/support/reserved_port.h"

namespace baton::rpc {
namespace {

class Owner final : public AttemptOwner {
 public:
  void OnAttemptDone(std::shared_ptr<Attempt> attempt) override {
    ended_.set_value(attempt->status.error_code());
  }
  void OnAttemptMetadata(std::shared_ptr<Attempt> /*attempt*/) override {}
  // Fails the test after a timeout.
  grpc::StatusCode AwaitEnd() {
    auto ended = ended_.get_future();
    if (ended.wait_for(absl::ToChronoMilliseconds(kPatience)) !=
        std::future_status::ready) {
      ADD_FAILURE() << "the result did not arrive";
      return grpc::StatusCode::OK;
    }
    return ended.get();
  }

 private:
  std::promise<grpc::StatusCode> ended_;
};

class DrainQueueTest : public ::testing::Test {
 protected:
  // An attempt that finds no server and waits for a connection until `timeout`.
  std::shared_ptr<Attempt> Start(absl::Duration timeout) {
    auto attempt = std::make_shared<Attempt>();
    attempt->owner = owner_;
    attempt->context.set_wait_for_ready(true);
    attempt->context.set_deadline(
        ToGrpcDeadline(Deadline::After(RealClock().Now(), timeout)));
    const grpc::Slice nothing;
    const grpc::ByteBuffer request(&nothing, 1);
    queue_->Start(stub_, "/shop.v1.Inventory/Get", request, attempt);
    return attempt;
  }

  ReservedPort unused_;
  RawStub stub_{grpc::CreateChannel(unused_.address(),
                                    grpc::InsecureChannelCredentials())};
  std::shared_ptr<Owner> owner_ = std::make_shared<Owner>();
  std::unique_ptr<AttemptQueue> queue_ = std::make_unique<AttemptQueue>();
};

TEST_F(DrainQueueTest, EmptyQueueIsDrainedAtOnce) {
  DrainQueue(std::move(queue_));
}

TEST_F(DrainQueueTest, DrainingWaitsForACancelledAttempt) {
  Start(absl::Hours(1))->context.TryCancel();
  DrainQueue(std::move(queue_));
  EXPECT_EQ(owner_->AwaitEnd(), grpc::StatusCode::CANCELLED);
}

TEST_F(DrainQueueTest, StuckAttemptIsLeftToAnotherThread) {
  Start(absl::Seconds(2));
  const MonotonicTime began = RealClock().Now();
  DrainQueue(std::move(queue_));
  // On a slow machine the attempt has already ended.
  if (RealClock().Now() - began < absl::Seconds(1)) {
    EXPECT_EQ(owner_.use_count(), 2);
  }
  EXPECT_EQ(owner_->AwaitEnd(), grpc::StatusCode::DEADLINE_EXCEEDED);
}

}  // namespace
}  // namespace baton::rpc
