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
using Why = RetryAdvice::Why;
using Values = std::vector<absl::string_view>;

constexpr Why kAllWhys[] = {Why::kUnsaid,    Why::kOverload,  Why::kExhausted,
                            Why::kGrant,     Why::kThrottled, Why::kExpired,
                            Why::kAmbiguous, Why::kApp,       Why::kMalformed};

RetryAdvice Advice(Verdict verdict, Why why = Why::kUnsaid,
                   std::optional<int> used = std::nullopt) {
  RetryAdvice advice;
  advice.verdict = verdict;
  advice.why = why;
  advice.used = used;
  return advice;
}

RetryAdvice After(absl::Duration delay, Why why = Why::kUnsaid,
                  std::optional<int> used = std::nullopt) {
  RetryAdvice advice = Advice(Verdict::kAfter, why, used);
  advice.delay = delay;
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
      {Advice(Verdict::kOk, Why::kUnsaid, 0), "r=ok,u=0"},
      {Advice(Verdict::kNo, Why::kExhausted, 2), "r=no,w=exhausted,u=2"},
      {After(absl::Milliseconds(120), Why::kOverload, 0),
       "r=after,ms=120,w=overload,u=0"},
      {After(absl::ZeroDuration()), "r=after,ms=0"},
      // Whole milliseconds, rounded up: never earlier than requested.
      {After(absl::Nanoseconds(1)), "r=after,ms=1"},
      {After(absl::Microseconds(1001)), "r=after,ms=2"},
      // A value out of range is clamped.
      {After(-absl::Seconds(1)), "r=after,ms=0"},
      {After(absl::InfiniteDuration()), "r=after,ms=999999999"},
      {Advice(Verdict::kNo, Why::kApp, 10), "r=no,w=app,u=9"},
      {Advice(Verdict::kNo, Why::kApp, -1), "r=no,w=app,u=0"},
  };
  for (const auto& row : kRows) EXPECT_EQ(Encoded(row.advice), row.value);
}

TEST(RetryAdviceTest, LongestValueFitsItsBuffer) {
  for (const Why why : kAllWhys) {
    const RetryAdvice longest =
        After(absl::Milliseconds(kMaxAdvisedMs), why, 9);
    EXPECT_EQ(Encoded(longest).substr(0, 20), "r=after,ms=999999999");
    EXPECT_EQ(Encoded(longest).substr(Encoded(longest).size() - 4), ",u=9");
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
      {{"r=no,w=exhausted,u=2"}, Advice(Verdict::kNo, Why::kExhausted, 2)},
      {{"u=2,w=exhausted,r=no"}, Advice(Verdict::kNo, Why::kExhausted, 2)},
      {{"r=after,ms=120,u=0"}, After(absl::Milliseconds(120), Why::kUnsaid, 0)},
      {{"r=after,ms=999999999"}, After(absl::Milliseconds(999999999))},
      {{" r=ok , w=app "}, Advice(Verdict::kOk, Why::kApp)},
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
      {{"r=ok,r=after,ms=5"}, After(absl::Milliseconds(5), Why::kAmbiguous)},
      {{"r=ok,ms=9", "r=after,ms=7"},
       After(absl::Milliseconds(9), Why::kAmbiguous)},
      {{"r=ok", "r=ok,w=overload"}, Advice(Verdict::kOk, Why::kAmbiguous)},
      {{"r=ok,w=app", "r=ok,w=overload"}, Advice(Verdict::kOk, Why::kOverload)},
      {{"r=after,ms=5,u=1", "r=no,u=3"}, Advice(Verdict::kNo, Why::kUnsaid, 3)},
      {{"r=ok,u=3", "r=ok,u=1"}, Advice(Verdict::kOk, Why::kUnsaid, 3)},
      // A value without `u` may have used everything.
      {{"r=ok,u=3", "r=ok"}, Advice(Verdict::kOk)},
      // A second value does not remove `ambiguous`.
      {{"r=ok,w=ambiguous", "r=ok,w=overload"},
       Advice(Verdict::kOk, Why::kAmbiguous)},
      {{"r=ok,w=overload", "r=ok,w=ambiguous"},
       Advice(Verdict::kOk, Why::kAmbiguous)},
  };
  for (const auto& row : kRows) {
    const std::optional<RetryAdvice> decoded = DecodeRetryAdvice(row.values);
    ASSERT_TRUE(decoded.has_value()) << support::Shown(row.values);
    EXPECT_TRUE(*decoded == row.advice)
        << support::Shown(row.values) << " is " << Encoded(*decoded);
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
    EXPECT_TRUE(*decoded == Advice(Verdict::kNo, Why::kMalformed))
        << support::Shown(values) << " is " << Encoded(*decoded);
  }
}

TEST(RetryAdviceTest, EveryAdviceRoundTrips) {
  for (const Why why : kAllWhys) {
    if (why == Why::kMalformed) continue;  // never sent
    for (int used = -1; used <= 9; ++used) {
      const std::optional<int> said =
          used < 0 ? std::nullopt : std::make_optional(used);
      for (const RetryAdvice& advice :
           {Advice(Verdict::kOk, why, said), Advice(Verdict::kNo, why, said),
            After(absl::ZeroDuration(), why, said),
            After(absl::Milliseconds(250), why, said),
            After(absl::Milliseconds(kMaxAdvisedMs), why, said)}) {
        const std::string encoded = Encoded(advice);
        const absl::string_view value = encoded;
        EXPECT_TRUE(DecodeRetryAdvice({&value, 1}) == advice) << value;
      }
    }
  }
}

TEST(RetryAdviceTest, ServerPushbackMatchesTheAdvice) {
  EXPECT_EQ(NativePushback(Advice(Verdict::kOk, Why::kOverload)), "");
  EXPECT_EQ(NativePushback(Advice(Verdict::kNo)), "-1");
  EXPECT_EQ(NativePushback(After(absl::Milliseconds(120))), "120");
  EXPECT_EQ(NativePushback(After(absl::Microseconds(1))), "1");
  EXPECT_EQ(NativePushback(After(absl::ZeroDuration())), "0");
  EXPECT_EQ(NativePushback(After(absl::InfiniteDuration())), "999999999");
}

TEST(RetryAdviceTest, AfterMeansNotProcessedUnlessAmbiguous) {
  for (const Why why : kAllWhys) {
    EXPECT_EQ(SaysNotProcessed(After(absl::Seconds(1), why)),
              why != Why::kAmbiguous)
        << ToString(why);
  }
}

TEST(RetryAdviceTest, NoNeverMeansNotProcessed) {
  for (const Why why : kAllWhys) {
    EXPECT_FALSE(SaysNotProcessed(Advice(Verdict::kNo, why))) << ToString(why);
  }
}

TEST(RetryAdviceTest, OkMeansNotProcessedOnlyWithAMatchingReason) {
  EXPECT_TRUE(SaysNotProcessed(Advice(Verdict::kOk, Why::kOverload)));
  EXPECT_TRUE(SaysNotProcessed(Advice(Verdict::kOk, Why::kThrottled)));
  EXPECT_TRUE(SaysNotProcessed(Advice(Verdict::kOk, Why::kExpired)));
  EXPECT_TRUE(SaysNotProcessed(Advice(Verdict::kOk, Why::kApp)));
  EXPECT_FALSE(SaysNotProcessed(Advice(Verdict::kOk)));
  EXPECT_FALSE(SaysNotProcessed(Advice(Verdict::kOk, Why::kExhausted)));
  EXPECT_FALSE(SaysNotProcessed(Advice(Verdict::kOk, Why::kGrant)));
  EXPECT_FALSE(SaysNotProcessed(Advice(Verdict::kOk, Why::kAmbiguous)));
  EXPECT_FALSE(SaysNotProcessed(Advice(Verdict::kOk, Why::kMalformed)));
}

}  // namespace
}  // namespace baton::core
