// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// What a caller or a method can do to the retries of others at one server.

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "baton/core/decision/inbound_grant_resolver.h"
#include "baton/core/decision/request_advice.h"
#include "baton/core/limits/retry_ratio_limiters.h"
#include "gtest/gtest.h"
#include "tests/support/fake_clock.h"

namespace baton::core {
namespace {

constexpr char kGet[] = "/shop.v1.Inventory/Get";
constexpr char kList[] = "/shop.v1.Inventory/List";
constexpr char kWeb[] = "spiffe://shop/web";
constexpr char kBatch[] = "spiffe://shop/batch";

InboundGrantOptions Stripping() {
  InboundGrantOptions options;
  options.trust = InboundGrantOptions::Trust::kStrip;
  return options;
}

InboundGrantOptions TrustingTwo() {
  InboundGrantOptions options;
  options.trusted_identities = {kWeb, kBatch};
  return options;
}

// The part of a server that limits retries, on a fake clock.
class RetryRatioFairnessTest : public ::testing::Test {
 protected:
  RetryRatioFairnessTest() { limiters_.AddMethods({kGet, kList}); }

  // A request of a client or proxy that marks it as repeated.
  struct Request {
    std::string method = kGet;
    absl::StatusCode code = absl::StatusCode::kUnavailable;
    bool marked = true;
    std::string identity;  // empty: the caller is not authenticated
  };

  // Returns whether the server advises against a retry of the request.
  bool Serve(const InboundGrantOptions& options, const Request& request) {
    InboundEvidence evidence;
    if (request.marked) evidence.envoy_attempt_count = "2";
    const absl::string_view identity = request.identity;
    if (!identity.empty()) {
      evidence.peer_identities = absl::MakeSpan(&identity, 1);
    }
    const bool is_retry = ResolveInboundGrant(options, evidence).is_retry;
    RetryRatioLimiter* const limiter = limiters_.Find(
        request.method,
        TrustedCaller(options, evidence.peer_identities).value_or(""));
    if (limiter == nullptr) return false;
    limiter->OnRequest(options_, is_retry, clock_.Now());
    return ExceedsRetryRatio(options_, *limiter, request.code, is_retry,
                             clock_.Now());
  }

  // Serves 1000 honest requests/s, and 80 marked, failing requests/s beside
  // them, for a minute. The last honest request of each second fails. Returns
  // the seconds in which the server advises the failed honest request against a
  // retry.
  int ClosedSeconds(const InboundGrantOptions& options, Request honest,
                    const Request& hostile) {
    int closed = 0;
    for (int second = 0; second < 60; ++second) {
      for (int i = 0; i < 1000; ++i) {
        clock_.Advance(absl::Milliseconds(1));
        honest.code = absl::StatusCode::kOk;
        if (i == 999) honest.code = absl::StatusCode::kUnavailable;
        if (i * 80 / 1000 != (i + 1) * 80 / 1000) Serve(options, hostile);
        if (Serve(options, honest)) ++closed;
      }
    }
    return closed;
  }

  static Request Honest() {
    Request request;
    request.marked = false;
    return request;
  }

  support::FakeClock clock_;
  const RetryRatioLimitOptions options_;
  RetryRatioLimiters limiters_;
};

TEST_F(RetryRatioFairnessTest, StrippedCallerLimitsNoRetries) {
  EXPECT_EQ(ClosedSeconds(Stripping(), Honest(), Request()), 0);
}

TEST_F(RetryRatioFairnessTest, CallerThatIsNotListedLimitsNoRetries) {
  Request stranger;
  stranger.identity = "spiffe://elsewhere/web";
  EXPECT_EQ(ClosedSeconds(TrustingTwo(), Honest(), stranger), 0);
}

TEST_F(RetryRatioFairnessTest, TrustedCallerLimitsTheMethodThatFails) {
  EXPECT_EQ(ClosedSeconds(InboundGrantOptions(), Honest(), Request()), 60);
}

TEST_F(RetryRatioFairnessTest, FailingMethodLimitsNoOtherMethod) {
  Request other;
  other.method = kList;
  EXPECT_EQ(ClosedSeconds(InboundGrantOptions(), Honest(), other), 0);
  EXPECT_TRUE(Serve(InboundGrantOptions(), other));
}

TEST_F(RetryRatioFairnessTest, FailingCallerLimitsNoOtherCaller) {
  Request batch;
  batch.identity = kBatch;
  Request web = Honest();
  web.identity = kWeb;
  EXPECT_EQ(ClosedSeconds(TrustingTwo(), web, batch), 0);
  EXPECT_TRUE(Serve(TrustingTwo(), batch));
}

TEST_F(RetryRatioFairnessTest, MethodsThatTheServerLacksLimitNoOtherMethod) {
  Request nowhere;
  nowhere.method = "/missing/Method";
  EXPECT_EQ(ClosedSeconds(InboundGrantOptions(), Honest(), nowhere), 0);
  EXPECT_FALSE(Serve(InboundGrantOptions(), nowhere));
}

TEST_F(RetryRatioFairnessTest, CodesThatNoClientRetriesAreNoFailures) {
  for (const absl::StatusCode code :
       {absl::StatusCode::kUnimplemented, absl::StatusCode::kInvalidArgument,
        absl::StatusCode::kNotFound, absl::StatusCode::kUnauthenticated,
        absl::StatusCode::kPermissionDenied, absl::StatusCode::kCancelled,
        absl::StatusCode::kDataLoss}) {
    Request request;
    request.code = code;
    EXPECT_EQ(ClosedSeconds(InboundGrantOptions(), Honest(), request), 0)
        << absl::StatusCodeToString(code);
  }
}

TEST_F(RetryRatioFairnessTest, CodesThatNoClientRetriesGetNoAdvice) {
  ClosedSeconds(InboundGrantOptions(), Honest(), Request());
  Request request;
  ASSERT_TRUE(Serve(InboundGrantOptions(), request));
  for (const absl::StatusCode code :
       {absl::StatusCode::kNotFound, absl::StatusCode::kCancelled,
        absl::StatusCode::kDataLoss, absl::StatusCode::kUnauthenticated}) {
    request.code = code;
    EXPECT_FALSE(Serve(InboundGrantOptions(), request))
        << absl::StatusCodeToString(code);
  }
}

TEST(RetryRatioLimitersTest, InventedMethodsHaveNoLimiter) {
  RetryRatioLimiters limiters;
  limiters.AddMethods({kGet});
  EXPECT_NE(limiters.Find(kGet, ""), nullptr);
  EXPECT_EQ(limiters.Find("/a/B", ""), nullptr);
  EXPECT_EQ(limiters.Find("/a/B", kWeb), nullptr);
}

TEST(RetryRatioLimitersTest, CallersBeyondTheLimitShareTheLimiterOfTheMethod) {
  RetryRatioLimiters limiters;
  limiters.AddMethods({kGet});
  const RetryRatioLimiter* const shared = limiters.Find(kGet, "");
  for (int i = 0; i < RetryRatioLimiters::kMaxCallers; ++i) {
    EXPECT_NE(limiters.Find(kGet, absl::StrCat("caller", i)), shared);
  }
  EXPECT_EQ(limiters.Find(kGet, "another caller"), shared);
  EXPECT_NE(limiters.Find(kGet, "caller0"), shared);
  EXPECT_EQ(limiters.Find(kGet, "caller0"), limiters.Find(kGet, "caller0"));
}

TEST(RetryRatioLimitersTest, MethodsBeyondTheLimitShareOneLimiter) {
  RetryRatioLimiters limiters;
  constexpr int kMax = RetryRatioLimiters::kMaxMethods;
  for (int i = 0; i < kMax + 2; ++i) {
    limiters.AddMethods({absl::StrCat("/a/", i)});
  }
  RetryRatioLimiter* const shared =
      limiters.Find(absl::StrCat("/a/", kMax), "");
  EXPECT_NE(shared, nullptr);
  EXPECT_EQ(limiters.Find(absl::StrCat("/a/", kMax + 1), ""), shared);
  EXPECT_NE(limiters.Find(absl::StrCat("/a/", kMax - 1), ""), shared);
  EXPECT_EQ(limiters.Find("/unknown", ""), nullptr);
}

}  // namespace
}  // namespace baton::core
