// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/channel/peer_capabilities.h"

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "baton/attempt_outcome.h"
#include "baton/monotonic_time.h"
#include "baton/retry_advice.h"
#include "gtest/gtest.h"

namespace baton::rpc {
namespace {

AttemptOutcome Response(bool drops_cancelled_work) {
  AttemptOutcome outcome;
  outcome.origin = AttemptOrigin::kServer;
  outcome.advice.emplace();
  outcome.advice->drops_cancelled_work = drops_cancelled_work;
  return outcome;
}

AttemptOutcome WithoutAdvice(absl::StatusCode code, AttemptOrigin origin) {
  AttemptOutcome outcome;
  outcome.code = code;
  outcome.origin = origin;
  return outcome;
}

class PeerCapabilitiesTest : public ::testing::Test {
 protected:
  PeerCapabilities peer_;
  MonotonicTime now_;
};

TEST_F(PeerCapabilitiesTest, UnknownServerKeepsCancelledWork) {
  EXPECT_FALSE(peer_.DropsCancelledWork(now_));
  EXPECT_FALSE(peer_.Participates(now_));
}

TEST_F(PeerCapabilitiesTest, ServerThatShowsTheCapabilityDropsCancelledWork) {
  peer_.OnAttemptEnd(Response(true), now_);
  EXPECT_TRUE(peer_.DropsCancelledWork(now_));
  EXPECT_TRUE(peer_.Participates(now_));
}

TEST_F(PeerCapabilitiesTest, ParticipationIsForgottenAfterFiveMinutes) {
  peer_.OnAttemptEnd(Response(false), now_);
  EXPECT_TRUE(peer_.Participates(now_ + absl::Minutes(4)));
  EXPECT_FALSE(peer_.Participates(now_ + absl::Minutes(5)));
}

TEST_F(PeerCapabilitiesTest, ResponseWithoutAdviceEndsParticipation) {
  for (const absl::StatusCode code :
       {absl::StatusCode::kOk, absl::StatusCode::kUnavailable}) {
    PeerCapabilities peer;
    peer.OnAttemptEnd(Response(false), now_);
    peer.OnAttemptEnd(WithoutAdvice(code, AttemptOrigin::kUnconfirmed), now_);
    EXPECT_TRUE(peer.Participates(now_));
    peer.OnAttemptEnd(WithoutAdvice(code, AttemptOrigin::kServer), now_);
    EXPECT_FALSE(peer.Participates(now_));
  }
}

TEST_F(PeerCapabilitiesTest, GarbledAdviceNeitherStartsNorEndsParticipation) {
  AttemptOutcome garbled = Response(false);
  garbled.advice->reason = RetryAdvice::Reason::kMalformed;
  peer_.OnAttemptEnd(garbled, now_);
  EXPECT_FALSE(peer_.Participates(now_));
  peer_.OnAttemptEnd(Response(false), now_);
  peer_.OnAttemptEnd(garbled, now_);
  EXPECT_TRUE(peer_.Participates(now_));
}

TEST_F(PeerCapabilitiesTest, ResponseWithoutKeysShowsThatTheTargetLacksThem) {
  AttemptOutcome honoring = Response(true);
  honoring.advice->honors_idempotency_keys = true;
  peer_.OnAttemptEnd(honoring, now_);
  EXPECT_FALSE(peer_.LacksIdempotencyKeys(now_));
  peer_.OnAttemptEnd(Response(true), now_);
  EXPECT_TRUE(peer_.LacksIdempotencyKeys(now_));
  EXPECT_FALSE(peer_.LacksIdempotencyKeys(now_ + absl::Minutes(5)));
}

TEST_F(PeerCapabilitiesTest, CapabilityIsForgottenAfterFiveMinutes) {
  peer_.OnAttemptEnd(Response(true), now_);
  EXPECT_TRUE(
      peer_.DropsCancelledWork(now_ + absl::Minutes(5) - absl::Seconds(1)));
  EXPECT_FALSE(peer_.DropsCancelledWork(now_ + absl::Minutes(5)));
}

TEST_F(PeerCapabilitiesTest, OneResponseWithoutTheCapabilityEndsIt) {
  peer_.OnAttemptEnd(Response(true), now_);
  now_ = now_ + absl::Seconds(10);
  peer_.OnAttemptEnd(Response(false), now_);
  EXPECT_FALSE(peer_.DropsCancelledWork(now_));
}

TEST_F(PeerCapabilitiesTest, MixedServersNeverShowTheCapability) {
  for (int i = 0; i < 100; ++i) {
    peer_.OnAttemptEnd(Response(i % 10 != 0), now_);
    EXPECT_FALSE(peer_.DropsCancelledWork(now_));
    now_ = now_ + absl::Milliseconds(100);
  }
  // The old server is gone.
  for (int i = 0; i < 301; ++i) {
    now_ = now_ + absl::Seconds(1);
    peer_.OnAttemptEnd(Response(true), now_);
  }
  EXPECT_TRUE(peer_.DropsCancelledWork(now_));
}

TEST_F(PeerCapabilitiesTest, ResponseWithoutAdviceEndsTheCapability) {
  peer_.OnAttemptEnd(Response(true), now_);
  peer_.OnAttemptEnd(
      WithoutAdvice(absl::StatusCode::kOk, AttemptOrigin::kServer), now_);
  EXPECT_FALSE(peer_.DropsCancelledWork(now_));
}

TEST_F(PeerCapabilitiesTest, EndsWithoutAResponseShowNothing) {
  peer_.OnAttemptEnd(Response(true), now_);
  peer_.OnAttemptEnd(WithoutAdvice(absl::StatusCode::kUnavailable,
                                   AttemptOrigin::kUnconfirmed),
                     now_);
  peer_.OnAttemptEnd(WithoutAdvice(absl::StatusCode::kDeadlineExceeded,
                                   AttemptOrigin::kCallDeadline),
                     now_);
  // gRPC itself answers requests for unknown methods.
  peer_.OnAttemptEnd(
      WithoutAdvice(absl::StatusCode::kUnimplemented, AttemptOrigin::kServer),
      now_);
  EXPECT_TRUE(peer_.DropsCancelledWork(now_));
}

}  // namespace
}  // namespace baton::rpc
