// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/wire/retry_advice_codec.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "baton/core/wire/wire_dictionary.h"
#include "baton/core/wire/wire_word.h"
#include "baton/core/wire/wire_writer.h"
#include "baton/retry_budget_header.h"

namespace baton::core {
namespace {

using Verdict = RetryAdvice::Verdict;
using Why = RetryAdvice::Why;

constexpr Verdict kVerdicts[] = {Verdict::kOk, Verdict::kAfter, Verdict::kNo};

// Every reason that has a word on the wire.
constexpr Why kWhys[] = {Why::kOverload,  Why::kExhausted, Why::kGrant,
                         Why::kThrottled, Why::kExpired,   Why::kAmbiguous,
                         Why::kApp};

int Milliseconds(absl::Duration delay) {
  const absl::Duration longest = absl::Milliseconds(kMaxAdvisedMs);
  const absl::Duration bounded =
      std::clamp(delay, absl::ZeroDuration(), longest);
  return static_cast<int>(
      absl::ToInt64Milliseconds(absl::Ceil(bounded, absl::Milliseconds(1))));
}

RetryAdvice Unreadable() {
  RetryAdvice advice;
  advice.verdict = Verdict::kNo;
  advice.why = Why::kMalformed;
  return advice;
}

// Returns whether the server rejected the request before it did anything.
bool IsTurnedAway(Why why) {
  return why == Why::kOverload || why == Why::kThrottled ||
         why == Why::kExpired || why == Why::kApp;
}

class Collector {
 public:
  bool Member(absl::string_view key, absl::string_view value) {
    int number = 0;
    if (key == "r") {
      const Verdict unknown = static_cast<Verdict>(-1);
      const Verdict verdict = FromWord(kVerdicts, value, unknown);
      // An unknown verdict may be stricter than every known one.
      if (verdict == unknown) return false;
      advice_.verdict = std::max(advice_.verdict, verdict);
      ++verdicts_;
      if (verdict == Verdict::kAfter) ++afters_;
    } else if (key == "ms") {
      if (!ParseWireNumber(value, kMaxAdvisedMs, &number)) return false;
      advice_.delay =
          std::max(advice_.delay, absl::Duration(absl::Milliseconds(number)));
      has_delay_ = true;
    } else if (key == "u") {
      if (!ParseWireNumber(value, kMaxGrant, &number)) return false;
      used_ = std::max(used_, number);
      ++uses_;
    } else if (key == "w") {
      const Why why = FromWord(kWhys, value, Why::kUnsaid);
      if (IsTurnedAway(why)) ++turned_away_;
      // No other value overrides w=ambiguous.
      if (advice_.why != Why::kAmbiguous && why != Why::kUnsaid) {
        advice_.why = why;
      }
    }
    return true;
  }

  bool complete() const {
    return verdicts_ > 0 && (advice_.verdict != Verdict::kAfter || has_delay_);
  }
  RetryAdvice advice() const {
    RetryAdvice advice = advice_;
    // Only r=after has a wait. With another verdict, a delay has no meaning.
    if (advice.verdict != Verdict::kAfter) {
      advice.delay = absl::ZeroDuration();
    }
    // Each of several values must state that nothing was processed.
    if (verdicts_ > 1 && SaysNotProcessed(advice) && afters_ != verdicts_ &&
        (afters_ > 0 || turned_away_ != verdicts_)) {
      advice.why = Why::kAmbiguous;
    }
    // A value that does not report its use may stand for the whole grant.
    if (uses_ >= verdicts_) advice.used = used_;
    return advice;
  }

 private:
  RetryAdvice advice_;
  int verdicts_ = 0;
  int afters_ = 0;
  int turned_away_ = 0;
  int used_ = 0;
  int uses_ = 0;
  bool has_delay_ = false;
};

}  // namespace

bool SaysNotProcessed(const RetryAdvice& advice) {
  if (advice.why == Why::kAmbiguous) return false;
  if (advice.verdict == Verdict::kAfter) return true;
  if (advice.verdict == Verdict::kNo) return false;
  return IsTurnedAway(advice.why);
}

absl::string_view EncodeRetryAdvice(const RetryAdvice& advice,
                                    char (&buffer)[kRetryAdviceBytes]) {
  WireWriter writer(buffer);
  writer.Word("r", ToString(advice.verdict));
  if (advice.verdict == Verdict::kAfter) {
    writer.Number("ms", Milliseconds(advice.delay));
  }
  writer.Word("w", ToString(advice.why));
  if (advice.used.has_value()) {
    writer.Number("u", std::clamp(*advice.used, 0, kMaxGrant));
  }
  return writer.text();
}

std::string NativePushback(const RetryAdvice& advice) {
  switch (advice.verdict) {
    case Verdict::kOk:
      return "";
    case Verdict::kAfter:
      return absl::StrCat(Milliseconds(advice.delay));
    case Verdict::kNo:
      return "-1";
  }
  return "-1";
}

std::optional<RetryAdvice> DecodeRetryAdvice(
    absl::Span<const absl::string_view> values) {
  if (values.empty()) return std::nullopt;
  Collector collector;
  const bool parsed = ParseWireDictionary(
      values, [&collector](absl::string_view key, absl::string_view value) {
        return collector.Member(key, value);
      });
  if (!parsed || !collector.complete()) return Unreadable();
  return collector.advice();
}

}  // namespace baton::core
