// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/reconnect_rules.h"

#include <cstddef>
#include <string>

#include "absl/time/time.h"
#include "baton/monotonic_time.h"
#include "baton/policy/reconnect_options.h"
#include "gtest/gtest.h"
#include "tests/support/fake_uniform.h"

namespace baton::core {
namespace {

constexpr MonotonicTime kBegan;

MonotonicTime NextAfter(absl::Duration since_begin, double draw,
                        const ReconnectOptions& options = {}) {
  support::FakeUniform uniform({draw});
  return NextReconnect(options, kBegan, MonotonicTime::InfiniteFuture(),
                       kBegan + since_begin, uniform);
}

// The same for calls that wait until `give_up`, since the begin of the outage.
absl::Duration NextBefore(absl::Duration give_up, absl::Duration since_begin,
                          double draw) {
  support::FakeUniform uniform({draw});
  return NextReconnect(ReconnectOptions(), kBegan, kBegan + give_up,
                       kBegan + since_begin, uniform) -
         kBegan;
}

TEST(ReconnectRulesTest, NextAttemptIsARandomTimeWithinTheInterval) {
  const absl::Duration second = absl::Seconds(1);
  EXPECT_EQ(NextAfter(second, 0), kBegan + absl::Milliseconds(1100));
  EXPECT_EQ(NextAfter(second, 0.5), kBegan + absl::Milliseconds(1175));
  EXPECT_LT(NextAfter(second, 0.9999), kBegan + absl::Milliseconds(1250));
}

TEST(ReconnectRulesTest, GrpcsOwnWaitsApplyAfterTheFirstPartOfAnOutage) {
  const absl::Duration last = absl::Seconds(10) - absl::Milliseconds(100);
  EXPECT_EQ(NextAfter(last, 0), kBegan + absl::Seconds(10));
  EXPECT_EQ(NextAfter(last + absl::Milliseconds(1), 0),
            MonotonicTime::InfiniteFuture());
}

TEST(ReconnectRulesTest, LastAttemptComesBeforeTheCallsGiveUp) {
  const absl::Duration give_up = absl::Milliseconds(2200);
  EXPECT_EQ(NextBefore(give_up, absl::Milliseconds(2000), 0.9),
            absl::Milliseconds(2145));
  EXPECT_EQ(NextBefore(give_up, absl::Milliseconds(2000), 0),
            absl::Milliseconds(2100));
  // The latest attempt was the last one.
  EXPECT_GT(NextBefore(give_up, absl::Milliseconds(2110), 0), give_up);
}

TEST(ReconnectRulesTest, OutageOfZeroDisablesOwnAttempts) {
  ReconnectOptions options;
  options.max_outage = absl::ZeroDuration();
  EXPECT_EQ(NextAfter(absl::ZeroDuration(), 0, options),
            MonotonicTime::InfiniteFuture());
}

// The attempts of many clients must not come together.
TEST(ReconnectRulesTest, AttemptsOfManyClientsSpreadOverTheOutage) {
  constexpr std::size_t kClients = 1000;
  support::SeededUniform uniform(1);
  int in_same_bucket[10] = {};
  for (std::size_t i = 0; i < kClients; ++i) {
    MonotonicTime at = kBegan;
    while (at < kBegan + absl::Seconds(2)) {
      at = NextReconnect(ReconnectOptions(), kBegan,
                         MonotonicTime::InfiniteFuture(), at, uniform);
    }
    const absl::Duration past = at - (kBegan + absl::Seconds(2));
    ++in_same_bucket[absl::ToInt64Milliseconds(past) / 25];
  }
  for (const int clients : in_same_bucket) EXPECT_LT(clients, 250);
}

std::string ErrorOf(const ReconnectOptions& options) {
  return std::string(ValidateReconnect(options).message());
}

TEST(ReconnectValidationTest, DefaultsAreValid) {
  EXPECT_TRUE(ValidateReconnect(ReconnectOptions()).ok());
}

TEST(ReconnectValidationTest, ErrorsNameTheFieldAndTheRange) {
  ReconnectOptions options;
  options.min_interval = absl::Milliseconds(9);
  EXPECT_EQ(ErrorOf(options),
            "options: 1 error\n"
            "reconnect.min_interval: must be finite and at least 10ms, got "
            "9ms");
  options.min_interval = absl::Milliseconds(100);
  options.max_interval = absl::Milliseconds(99);
  EXPECT_EQ(ErrorOf(options),
            "options: 1 error\n"
            "reconnect.max_interval: must be finite and at least "
            "min_interval (100ms), got 99ms");
  options.max_interval = absl::InfiniteDuration();
  options.max_outage = -absl::Seconds(1);
  EXPECT_EQ(ErrorOf(options),
            "options: 2 errors\n"
            "reconnect.max_interval: must be finite and at least "
            "min_interval (100ms), got inf\n"
            "reconnect.max_outage: must be zero or positive and finite, got "
            "-1s");
}

}  // namespace
}  // namespace baton::core
