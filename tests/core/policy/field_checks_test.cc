// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/policy/field_checks.h"

#include <functional>
#include <limits>
#include <string>

#include "absl/time/time.h"
#include "baton/core/policy/validation_errors.h"
#include "gtest/gtest.h"

namespace baton::core {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr absl::Duration kZero = absl::ZeroDuration();
constexpr absl::Duration kEver = absl::InfiniteDuration();

// Returns the error for field "f", or "".
std::string Said(const std::function<void(ValidationErrors&)>& check) {
  ValidationErrors errors;
  check(errors);
  return errors.empty() ? "" : errors.errors().front();
}

std::string SaidOf(absl::Duration value, Zero zero, Infinite infinite) {
  return Said([&](ValidationErrors& errors) {
    CheckDuration(errors, "f", value, zero, infinite);
  });
}

TEST(FieldChecksTest, IntegerRangeIncludesItsEnds) {
  const auto said = [](int value) {
    return Said(
        [&](ValidationErrors& errors) { CheckInt(errors, "f", value, 1, 5); });
  };
  EXPECT_EQ(said(0), "f: must be 1 to 5, got 0");
  EXPECT_EQ(said(1), "");
  EXPECT_EQ(said(5), "");
  EXPECT_EQ(said(6), "f: must be 1 to 5, got 6");
}

TEST(FieldChecksTest, NanIsInNoRange) {
  const auto said = [](double value) {
    return Said([&](ValidationErrors& errors) {
      CheckNumber(errors, "f", value, 0, 1);
    });
  };
  EXPECT_EQ(said(0), "");
  EXPECT_EQ(said(1), "");
  EXPECT_EQ(said(kNan), "f: must be 0 to 1, got nan");
  EXPECT_NE(said(-0.1), "");
}

TEST(FieldChecksTest, PercentileRangeExcludesItsEnds) {
  const auto said = [](double value) {
    return Said(
        [&](ValidationErrors& errors) { CheckPercentile(errors, "f", value); });
  };
  EXPECT_EQ(said(0.95), "");
  for (const double value : {0.5, 1.0, kNan}) EXPECT_NE(said(value), "");
}

TEST(FieldChecksTest, DurationRangeHasConfigurableEnds) {
  EXPECT_EQ(SaidOf(kZero, Zero::kAllowed, Infinite::kNotAllowed), "");
  EXPECT_EQ(SaidOf(kEver, Zero::kNotAllowed, Infinite::kAllowed), "");
  EXPECT_EQ(SaidOf(kZero, Zero::kNotAllowed, Infinite::kAllowed),
            "f: must be positive, got 0");
  EXPECT_EQ(SaidOf(kEver, Zero::kAllowed, Infinite::kNotAllowed),
            "f: must be zero or positive and finite, got inf");
  EXPECT_EQ(SaidOf(-absl::Seconds(1), Zero::kAllowed, Infinite::kAllowed),
            "f: must be zero or positive, got -1s");
}

}  // namespace
}  // namespace baton::core
