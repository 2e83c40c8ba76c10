// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/retry_advice.h"

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/core/wire/retry_advice_codec.h"
#include "gtest/gtest.h"
#include "tests/support/text.h"

namespace baton::core {
namespace {

using Verdict = RetryAdvice::Verdict;
using Reason = RetryAdvice::Reason;
using Values = std::vector<absl::string_view>;

constexpr Reason kAllReasons[] = {
    Reason::kUnspecified, Reason::kOverload,  Reason::kExhausted,
    Reason::kGrant,       Reason::kThrottled, Reason::kExpired,
    Reason::kAmbiguous,   Reason::kApp,       Reason::kMalformed};

RetryAdvice Advice(Verdict verdict, Reason reason = Reason::kUnspecified,
                   std::optional<int> used = std::nullopt) {
  RetryAdvice advice;
  advice.verdict = verdict;
  advice.reason = reason;
  advice.used = used;
  return advice;
}

RetryAdvice After(absl::Duration delay, Reason reason = Reason::kUnspecified,
                  std::optional<int> used = std::nullopt) {
  RetryAdvice advice = Advice(Verdict::kAfter, reason, used);
  advice.delay = delay;
  return advice;
}

RetryAdvice Dropping(RetryAdvice advice) {
  advice.drops_cancelled_work = true;
  return advice;
}

std::string Encoded(const RetryAdvice& advice) {
  char buffer[kRetryAdviceBytes];
  return std::string(EncodeRetryAdvice(advice, buffer));
}

TEST(RetryAdviceTest, EncodesEveryField) {
  const struct {
    RetryAdvice advice;
    absl::string_view value;
  } kRows[] = {
      {{}, "r=ok"},
      {Advice(Verdict::kOk, Reason::kUnspecified, 0), "r=ok,u=0"},
      {Advice(Verdict::kNo, Reason::kExhausted, 2), "r=no,w=exhausted,u=2"},
      {After(absl::Milliseconds(120), Reason::kOverload, 0),
       "r=after,ms=120,w=overload,u=0"},
      {After(absl::ZeroDuration()), "r=after,ms=0"},
      // Whole milliseconds, rounded up: never earlier than requested.
      {After(absl::Nanoseconds(1)), "r=after,ms=1"},
      {After(absl::Microseconds(1001)), "r=after,ms=2"},
      // A value out of range is clamped.
      {After(-absl::Seconds(1)), "r=after,ms=0"},
      {After(absl::InfiniteDuration()), "r=after,ms=999999999"},
      {Advice(Verdict::kNo, Reason::kApp, 10), "r=no,w=app,u=9"},
      {Advice(Verdict::kNo, Reason::kApp, -1), "r=no,w=app,u=0"},
      {Dropping({}), "r=ok,c=d"},
      {Dropping(Advice(Verdict::kNo, Reason::kExhausted, 2)),
       "r=no,w=exhausted,u=2,c=d"},
  };
  for (const auto& row : kRows) EXPECT_EQ(Encoded(row.advice), row.value);
}

RetryAdvice Scoped(RetryAdvice::Scope scope) {
  RetryAdvice advice = Advice(Verdict::kNo, Reason::kOverload, 0);
  advice.scope = scope;
  return advice;
}

TEST(RetryAdviceTest, EncodesAScopeThatIsNotTheRequest) {
  EXPECT_EQ(Encoded(Scoped(RetryAdvice::Scope::kRequest)),
            "r=no,w=overload,u=0");
  EXPECT_EQ(Encoded(Scoped(RetryAdvice::Scope::kServer)),
            "r=no,w=overload,u=0,s=server");
  EXPECT_EQ(Encoded(Scoped(RetryAdvice::Scope::kService)),
            "r=no,w=overload,u=0,s=service");
  RetryAdvice longest = Scoped(RetryAdvice::Scope::kService);
  longest.reason = Reason::kAmbiguous;
  longest.drops_cancelled_work = longest.honors_idempotency_keys = true;
  EXPECT_EQ(Encoded(longest), "r=no,w=ambiguous,u=0,c=dk,s=service");
  RetryAdvice ok = Scoped(RetryAdvice::Scope::kServer);
  ok.verdict = Verdict::kOk;
  EXPECT_EQ(Encoded(ok), "r=ok,w=overload,u=0");
}

TEST(RetryAdviceTest, WidestScopeOfAllValuesCounts) {
  using Scope = RetryAdvice::Scope;
  const struct {
    Values values;
    Scope scope;
  } kRows[] = {
      {{"r=no"}, Scope::kRequest},
      {{"r=no,s=request"}, Scope::kRequest},
      {{"r=no,s=server"}, Scope::kServer},
      {{"s=service,r=no"}, Scope::kService},
      // A later version may add words. An old client takes them for the widest
      // scope.
      {{"r=no,s=rack"}, Scope::kRequest},
      {{"r=no,s=SERVER"}, Scope::kRequest},
      // Only r=no has a scope.
      {{"r=ok,s=server"}, Scope::kRequest},
      {{"r=after,ms=5,s=server"}, Scope::kRequest},
      {{"r=no,s=server", "r=no,s=server"}, Scope::kServer},
      {{"r=no,s=server", "r=no,s=service"}, Scope::kService},
      {{"r=no,s=server", "r=no"}, Scope::kRequest},
      {{"r=no", "r=ok,s=server"}, Scope::kRequest},
      {{"r=no,s=server,s=request"}, Scope::kRequest},
      {{"r=maybe,s=server"}, Scope::kRequest},
      {{"r=no,s=server", "rubbish"}, Scope::kRequest},
  };
  for (const auto& row : kRows) {
    EXPECT_EQ(DecodeRetryAdvice(row.values)->scope, row.scope)
        << support::Shown(row.values);
  }
}

TEST(RetryAdviceTest, OnlyServerScopePermitsNativeRetries) {
  using Scope = RetryAdvice::Scope;
  EXPECT_EQ(NativePushback(Scoped(Scope::kRequest)), "-1");
  EXPECT_EQ(NativePushback(Scoped(Scope::kService)), "-1");
  EXPECT_EQ(NativePushback(Scoped(Scope::kServer)), "1000");
}

TEST(RetryAdviceTest, LongestValueFitsItsBuffer) {
  for (const Reason reason : kAllReasons) {
    const RetryAdvice longest =
        Dropping(After(absl::Milliseconds(kMaxAdvisedMs), reason, 9));
    EXPECT_EQ(Encoded(longest).substr(0, 20), "r=after,ms=999999999");
    EXPECT_EQ(Encoded(longest).substr(Encoded(longest).size() - 8), ",u=9,c=d");
  }
}

TEST(RetryAdviceTest, AbsentHeaderIsNoAdvice) {
  EXPECT_EQ(DecodeRetryAdvice({}), std::nullopt);
}

TEST(RetryAdviceTest, DecodesValidValues) {
  const std::string padded = "r=ok,x=" + std::string(57, 'y');
  ASSERT_EQ(padded.size(), 64u);
  const struct {
    Values values;
    RetryAdvice advice;
  } kRows[] = {
      {{"r=ok"}, {}},
      {{"r=no,w=exhausted,u=2"}, Advice(Verdict::kNo, Reason::kExhausted, 2)},
      {{"u=2,w=exhausted,r=no"}, Advice(Verdict::kNo, Reason::kExhausted, 2)},
      {{"r=after,ms=120,u=0"},
       After(absl::Milliseconds(120), Reason::kUnspecified, 0)},
      {{"r=after,ms=999999999"}, After(absl::Milliseconds(999999999))},
      {{" r=ok , w=app "}, Advice(Verdict::kOk, Reason::kApp)},
      {{padded}, {}},
      // A later version may add words.
      {{"r=ok,w=bored,q=1"}, {}},
      // A delay only means something with r=after.
      {{"r=ok,ms=5"}, {}},
      {{"r=no,ms=5"}, Advice(Verdict::kNo)},
      // The strictest verdict, the longest delay and the largest use of several
      // count.
      {{"r=ok", "r=no"}, Advice(Verdict::kNo)},
      {{"r=no", "r=ok"}, Advice(Verdict::kNo)},
      {{"r=after,ms=5", "r=after,ms=7"}, After(absl::Milliseconds(7))},
      // "Nothing was done" only counts if all values confirm it.
      {{"r=ok,r=after,ms=5"}, After(absl::Milliseconds(5), Reason::kAmbiguous)},
      {{"r=ok,ms=9", "r=after,ms=7"},
       After(absl::Milliseconds(9), Reason::kAmbiguous)},
      {{"r=ok", "r=ok,w=overload"}, Advice(Verdict::kOk, Reason::kAmbiguous)},
      {{"r=ok,w=app", "r=ok,w=overload"},
       Advice(Verdict::kOk, Reason::kOverload)},
      {{"r=after,ms=5,u=1", "r=no,u=3"},
       Advice(Verdict::kNo, Reason::kUnspecified, 3)},
      {{"r=ok,u=3", "r=ok,u=1"}, Advice(Verdict::kOk, Reason::kUnspecified, 3)},
      // A value without `u` may have used everything.
      {{"r=ok,u=3", "r=ok"}, Advice(Verdict::kOk)},
      // A second value does not remove `ambiguous`.
      {{"r=ok,w=ambiguous", "r=ok,w=overload"},
       Advice(Verdict::kOk, Reason::kAmbiguous)},
      {{"r=ok,w=overload", "r=ok,w=ambiguous"},
       Advice(Verdict::kOk, Reason::kAmbiguous)},
  };
  for (const auto& row : kRows) {
    const std::optional<RetryAdvice> decoded = DecodeRetryAdvice(row.values);
    ASSERT_TRUE(decoded.has_value()) << support::Shown(row.values);
    EXPECT_TRUE(*decoded == row.advice)
        << support::Shown(row.values) << " is " << Encoded(*decoded);
  }
}

TEST(RetryAdviceTest, CapabilityCountsIfEveryValueStatesIt) {
  const struct {
    Values values;
    bool drops_cancelled_work;
  } kRows[] = {
      {{"r=ok,u=0,c=d"}, true},
      {{"c=d,u=0,r=ok"}, true},
      {{"r=no,w=app,c=d"}, true},
      {{"r=ok,u=0"}, false},
      // A later version may add letters, before or after the known ones.
      {{"r=ok,c=dk"}, true},
      {{"r=ok,c=kd"}, true},
      {{"r=ok,c=k"}, false},
      {{"r=ok,c=D"}, false},
      {{"r=ok,c=7;k"}, false},
      // Every value must state the capability, also if a proxy joined them.
      {{"r=ok,c=d", "r=no,c=dk"}, true},
      {{"r=ok,c=d, r=ok,c=d"}, true},
      {{"r=ok,c=d", "r=ok"}, false},
      {{"r=ok", "r=ok,c=d"}, false},
      {{"r=ok,c=d, r=ok"}, false},
      {{"r=ok,c=d", "r=ok,c=k"}, false},
      // A second `c` in one value is no second statement.
      {{"r=ok,c=d,c=d"}, false},
      {{"r=ok,c=d,c=k"}, false},
      // Advice that violates the grammar states nothing.
      {{"r=maybe,c=d"}, false},
      {{"r=ok,c="}, false},
      {{"r=ok,c=d", "rubbish"}, false},
  };
  for (const auto& row : kRows) {
    const std::optional<RetryAdvice> decoded = DecodeRetryAdvice(row.values);
    ASSERT_TRUE(decoded.has_value()) << support::Shown(row.values);
    EXPECT_EQ(decoded->drops_cancelled_work, row.drops_cancelled_work)
        << support::Shown(row.values);
  }
}

TEST(RetryAdviceTest, MalformedAdviceMeansNoWithUnknownUse) {
  const std::string too_long = "r=ok,x=" + std::string(58, 'y');
  ASSERT_EQ(too_long.size(), 65u);
  const Values kRows[] = {
      {""},
      {"ok"},
      {"r="},
      {"r=maybe"},  // may be stricter than all known verdicts
      {"r=OK"},
      {"R=ok"},
      {"r=ok;u=1"},
      {"r = ok"},
      {"r=ok,"},
      {"w=overload,u=1"},  // no verdict
      {"r=after"},         // no delay
      {"r=after,ms="},
      {"r=after,ms=-1"},
      {"r=after,ms=+1"},
      {"r=after,ms=1.5"},
      {"r=after,ms=007"},
      {"r=after,ms=1000000000"},
      {"r=after,ms=18446744073709551617"},
      {"r=ok,ms=soon"},
      {"r=ok,u=10"},
      {"r=ok,u=-1"},
      {"r=ok,u=00"},
      {absl::string_view("r=ok\0", 5)},
      {absl::string_view("r=\0ok", 5)},
      {"r=\xef\xbd\x8f\xef\xbd\x8b"},  // FULLWIDTH ok
      {"r=ok,w=\xf0\x9f\x92\xa5"},
      {too_long},
      {"r=ok", "rubbish"},
      {"", "r=ok"},
      Values(9, "r=ok"),
  };
  for (const Values& values : kRows) {
    const std::optional<RetryAdvice> decoded = DecodeRetryAdvice(values);
    ASSERT_TRUE(decoded.has_value()) << support::Shown(values);
    EXPECT_TRUE(*decoded == Advice(Verdict::kNo, Reason::kMalformed))
        << support::Shown(values) << " is " << Encoded(*decoded);
  }
}

TEST(RetryAdviceTest, EveryAdviceRoundTrips) {
  for (const Reason reason : kAllReasons) {
    if (reason == Reason::kMalformed) continue;  // never sent
    for (int used = -1; used <= 9; ++used) {
      const std::optional<int> said =
          used < 0 ? std::nullopt : std::make_optional(used);
      for (const RetryAdvice& advice :
           {Advice(Verdict::kOk, reason, said),
            Advice(Verdict::kNo, reason, said),
            After(absl::ZeroDuration(), reason, said),
            After(absl::Milliseconds(250), reason, said),
            After(absl::Milliseconds(kMaxAdvisedMs), reason, said)}) {
        for (const RetryAdvice& sent : {advice, Dropping(advice)}) {
          const std::string encoded = Encoded(sent);
          const absl::string_view value = encoded;
          EXPECT_TRUE(DecodeRetryAdvice({&value, 1}) == sent) << value;
        }
      }
    }
  }
}

TEST(RetryAdviceTest, ServerPushbackMatchesTheAdvice) {
  EXPECT_EQ(NativePushback(Advice(Verdict::kOk, Reason::kOverload)), "");
  EXPECT_EQ(NativePushback(Advice(Verdict::kNo)), "-1");
  EXPECT_EQ(NativePushback(After(absl::Milliseconds(120))), "120");
  EXPECT_EQ(NativePushback(After(absl::Microseconds(1))), "1");
  EXPECT_EQ(NativePushback(After(absl::ZeroDuration())), "0");
  EXPECT_EQ(NativePushback(After(absl::InfiniteDuration())), "999999999");
}

TEST(RetryAdviceTest, AfterMeansNotProcessedUnlessAmbiguous) {
  for (const Reason reason : kAllReasons) {
    EXPECT_EQ(SaysNotProcessed(After(absl::Seconds(1), reason)),
              reason != Reason::kAmbiguous)
        << ToString(reason);
  }
}

TEST(RetryAdviceTest, NoNeverMeansNotProcessed) {
  for (const Reason reason : kAllReasons) {
    EXPECT_FALSE(SaysNotProcessed(Advice(Verdict::kNo, reason)))
        << ToString(reason);
  }
}

TEST(RetryAdviceTest, OkMeansNotProcessedOnlyWithAMatchingReason) {
  EXPECT_TRUE(SaysNotProcessed(Advice(Verdict::kOk, Reason::kOverload)));
  EXPECT_TRUE(SaysNotProcessed(Advice(Verdict::kOk, Reason::kThrottled)));
  EXPECT_TRUE(SaysNotProcessed(Advice(Verdict::kOk, Reason::kExpired)));
  EXPECT_TRUE(SaysNotProcessed(Advice(Verdict::kOk, Reason::kApp)));
  EXPECT_FALSE(SaysNotProcessed(Advice(Verdict::kOk)));
  EXPECT_FALSE(SaysNotProcessed(Advice(Verdict::kOk, Reason::kExhausted)));
  EXPECT_FALSE(SaysNotProcessed(Advice(Verdict::kOk, Reason::kGrant)));
  EXPECT_FALSE(SaysNotProcessed(Advice(Verdict::kOk, Reason::kAmbiguous)));
  EXPECT_FALSE(SaysNotProcessed(Advice(Verdict::kOk, Reason::kMalformed)));
}

}  // namespace
}  // namespace baton::core
