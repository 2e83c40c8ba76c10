// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// A client whose callee is restarted, updated to a build with Baton, and rolled
// back to one without it, at any time. The amplification bound holds in both
// directions, and the client uses its grant again once it knows the callee.
//
//   client -> callee -> inner service, which has Baton -> leaf

#include <cstdint>
#include <optional>
#include <random>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "baton/attempt_outcome.h"
#include "baton/core/decision/call_grant.h"
#include "baton/core/decision/grant_use.h"
#include "baton/core/decision/request_grant.h"
#include "baton/monotonic_time.h"
#include "baton/policy/owner.h"
#include "baton/retry_advice.h"
#include "baton/rpc/channel/peer_capabilities.h"
#include "gtest/gtest.h"

namespace baton::rpc {
namespace {

constexpr int kMaxAttempts = 5;

enum class Build {
  kBaton,
  kWithout,       // does not know the header
  kCopiesHeader,  // copies the header to its calls
};

struct Faults {
  double fails = 0;        // of the leaf
  double lost_report = 0;  // the callee dies before it responds
  double garbled = 0;      // an intermediary garbles the advice
  double restarted = 0;    // the callee refuses the request
};

// The response of a service.
struct Reply {
  bool ok = false;
  std::optional<RetryAdvice> advice;
};

// The number of attempts that one request of the client causes.
struct Attempts {
  int at_callee = 0;
  int at_leaf = 0;
};

class Stack {
 public:
  Stack(Owner owner, uint32_t seed) : owner_(owner), random_(seed) {}

  // Sends one request with a grant of `granted`.
  Attempts Send(int granted) {
    attempts_ = Attempts();
    Call(granted, owner_, callee_, [this](int header) {
      ++attempts_.at_callee;
      return OfCallee(header);
    });
    return attempts_;
  }

  void Pass(absl::Duration time) { now_ = now_ + time; }
  bool Knows() const { return callee_.Participates(now_); }
  double Random() { return std::uniform_real_distribution<>(0, 1)(random_); }

  Build build = Build::kBaton;
  Faults faults;

 private:
  bool Chance(double probability) { return Random() < probability; }

  // Makes a call and returns the used grant.
  template <typename Handler>
  int Call(int granted, Owner owner, PeerCapabilities& peer,
           const Handler& handler, bool* ok = nullptr) {
    core::CallGrant grant(granted, owner, /*callee_participates=*/false);
    bool succeeded = false;
    while (!succeeded && grant.CanStartAttempt() &&
           grant.attempts() < kMaxAttempts) {
      grant.SetCallee(peer.Participates(now_));
      const int forwarded = grant.StartAttempt();
      const AttemptOutcome outcome = Deliver(handler, forwarded);
      peer.OnAttemptEnd(outcome, now_);
      grant.EndAttempt(forwarded, core::GrantUsedByCallee(outcome));
      succeeded = outcome.code == absl::StatusCode::kOk;
    }
    if (ok != nullptr) *ok = succeeded;
    return grant.used();
  }

  template <typename Handler>
  AttemptOutcome Deliver(const Handler& handler, int header) {
    AttemptOutcome outcome;
    outcome.code = absl::StatusCode::kUnavailable;
    outcome.origin = AttemptOrigin::kUnconfirmed;
    if (Chance(faults.restarted)) return outcome;
    const Reply reply = handler(header);
    if (Chance(faults.lost_report)) return outcome;
    outcome.origin = AttemptOrigin::kServer;
    if (reply.ok) outcome.code = absl::StatusCode::kOk;
    outcome.advice = reply.advice;
    if (Chance(faults.garbled)) {
      outcome.advice.emplace();
      outcome.advice->verdict = RetryAdvice::Verdict::kNo;
      outcome.advice->reason = RetryAdvice::Reason::kMalformed;
    }
    return outcome;
  }

  Reply OfCallee(int header) {
    const auto inner = [this](int grant) { return OfInner(grant); };
    Reply reply;
    switch (build) {
      case Build::kBaton: {
        core::RequestGrant request(header);
        const int granted = request.OnCallStarted().value_or(0);
        request.OnCallEnded(Call(granted, Owner{OwnerMode::kDelegate, 0},
                                 inner_, inner, &reply.ok));
        reply.advice.emplace();
        reply.advice->used = request.OnResponse();
        return reply;
      }
      // The inner service grants nothing to a request without a header.
      case Build::kWithout:
        return {OfInner(0).ok, std::nullopt};
      case Build::kCopiesHeader:
        return {OfInner(header).ok, std::nullopt};
    }
    return reply;
  }

  Reply OfInner(int header) {
    Reply reply;
    core::RequestGrant request(header);
    core::CallGrant grant(request.OnCallStarted().value_or(0), Owner(), false);
    while (!reply.ok && grant.CanStartAttempt()) {
      grant.EndAttempt(grant.StartAttempt(), 0);
      ++attempts_.at_leaf;
      reply.ok = !Chance(faults.fails);
    }
    request.OnCallEnded(grant.used());
    reply.advice.emplace();
    reply.advice->used = request.OnResponse();
    return reply;
  }

  const Owner owner_;
  std::mt19937 random_;
  MonotonicTime now_;
  PeerCapabilities callee_;
  PeerCapabilities inner_;  // what the callee knows
  Attempts attempts_;
};

class PeerAgeingTest : public ::testing::TestWithParam<Owner> {};

TEST_P(PeerAgeingTest, BoundHoldsThroughRestartsUpdatesAndRollbacks) {
  for (uint32_t seed = 1; seed <= 300; ++seed) {
    Stack stack(GetParam(), seed);
    for (int request = 0; request < 200; ++request) {
      if (stack.Random() < 0.1) {
        stack.build = static_cast<Build>(static_cast<int>(3 * stack.Random()));
        stack.faults = {stack.Random(), 0.5 * stack.Random(),
                        0.5 * stack.Random(), 0.5 * stack.Random()};
      }
      stack.Pass(stack.Random() < 0.05 ? absl::Minutes(6)
                                       : absl::Seconds(2 * stack.Random()));
      const int granted = static_cast<int>(5 * stack.Random());
      const Attempts attempts = stack.Send(granted);
      ASSERT_LE(attempts.at_callee, 1 + granted) << "seed " << seed;
      ASSERT_LE(attempts.at_leaf, 1 + granted) << "seed " << seed;
    }
  }
}

// A caller that delegates must not lose its retries until its restart.
TEST_P(PeerAgeingTest, ClientRetriesAfterARollbackOfTheCallee) {
  for (const Build build : {Build::kWithout, Build::kCopiesHeader}) {
    Stack stack(GetParam(), 1);
    stack.faults.fails = 1;
    for (int i = 0; i < 3; ++i) stack.Send(2);
    ASSERT_TRUE(stack.Knows());
    stack.build = build;
    stack.Pass(absl::Seconds(2));
    // The first response without advice may cost this call its retries.
    stack.Send(2);
    EXPECT_FALSE(stack.Knows());
    EXPECT_EQ(stack.Send(2).at_callee, 3);
  }
}

TEST_P(PeerAgeingTest, GrantGoesToTheCalleeAgainAfterItsUpdate) {
  Stack stack(GetParam(), 1);
  stack.faults.fails = 1;
  stack.build = Build::kWithout;
  stack.Send(2);
  stack.build = Build::kBaton;
  for (int i = 0; i < 300; ++i) {
    EXPECT_FALSE(stack.Knows()) << i;
    stack.Send(0);
    stack.Pass(absl::Seconds(1));
  }
  EXPECT_TRUE(stack.Knows());
  stack.Send(2);
  const Attempts attempts = stack.Send(2);
  EXPECT_EQ(attempts.at_leaf, 3);
  if (GetParam().mode == OwnerMode::kDelegate) {
    EXPECT_EQ(attempts.at_callee, 1);
  }
}

// A dead callee reports nothing: its part of the grant counts as used. This
// lasts only as long as the client believes that the callee has Baton.
TEST_P(PeerAgeingTest, LostReportsCostNoRetriesOnceTheCalleeIsForgotten) {
  Stack stack(GetParam(), 1);
  stack.Send(2);
  ASSERT_TRUE(stack.Knows());
  stack.faults.lost_report = 1;
  if (GetParam().mode == OwnerMode::kDelegate) {
    EXPECT_EQ(stack.Send(2).at_callee, 1);
  }
  stack.Pass(PeerCapabilities::kMemory);
  EXPECT_FALSE(stack.Knows());
  EXPECT_EQ(stack.Send(2).at_callee, 3);
}

TEST_P(PeerAgeingTest, GarbledAdviceShowsNothing) {
  Stack stack(GetParam(), 1);
  stack.build = Build::kWithout;
  stack.faults = {1, 0, 1, 0};
  EXPECT_EQ(stack.Send(2).at_callee, 3);
  EXPECT_FALSE(stack.Knows());
  EXPECT_EQ(stack.Send(2).at_callee, 3);
}

INSTANTIATE_TEST_SUITE_P(Each, PeerAgeingTest,
                         ::testing::Values(Owner{OwnerMode::kKeep, 0},
                                           Owner{OwnerMode::kDelegate, 0},
                                           Owner{OwnerMode::kSplit, 1}),
                         [](const auto& owner) {
                           return std::string(ToString(owner.param.mode));
                         });

}  // namespace
}  // namespace baton::rpc
