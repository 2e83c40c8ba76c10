// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/wire/retry_advice_codec.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "baton/core/wire/wire_dictionary.h"
#include "baton/core/wire/wire_word.h"
#include "baton/core/wire/wire_writer.h"
#include "baton/retry_budget_header.h"

namespace baton::core {
namespace {

using Verdict = RetryAdvice::Verdict;
using Reason = RetryAdvice::Reason;
using Scope = RetryAdvice::Scope;

constexpr Verdict kVerdicts[] = {Verdict::kOk, Verdict::kAfter, Verdict::kNo};

// Every reason that has a word on the wire.
constexpr Reason kReasons[] = {
    Reason::kOverload, Reason::kExhausted, Reason::kGrant, Reason::kThrottled,
    Reason::kExpired,  Reason::kAmbiguous, Reason::kApp};

// Every scope that has a word on the wire.
constexpr Scope kScopes[] = {Scope::kRequest, Scope::kService, Scope::kServer};

// The letters of `c`. A letter of a later version has no effect.
constexpr char kDropsCancelledWork = 'd';
constexpr char kHonorsIdempotencyKeys = 'k';

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
  advice.reason = Reason::kMalformed;
  return advice;
}

// Returns whether the server rejected the request before it did anything.
bool IsRejection(Reason reason) {
  return reason == Reason::kOverload || reason == Reason::kThrottled ||
         reason == Reason::kExpired || reason == Reason::kApp;
}

class Collector {
 public:
  bool Member(absl::string_view key, absl::string_view value) {
    int number = 0;
    if (key == "r") {
      const auto unknown = static_cast<Verdict>(-1);
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
      const Reason reason = FromWord(kReasons, value, Reason::kUnspecified);
      if (IsRejection(reason)) ++rejections_;
      // No other value overrides w=ambiguous.
      if (advice_.reason != Reason::kAmbiguous &&
          reason != Reason::kUnspecified) {
        advice_.reason = reason;
      }
    } else if (key == "s") {
      ++scopes_;
      scope_ = std::min(scope_, FromWord(kScopes, value, Scope::kRequest));
    } else if (key == "c") {
      ++capabilities_;
      if (absl::StrContains(value, kDropsCancelledWork)) ++drops_;
      if (absl::StrContains(value, kHonorsIdempotencyKeys)) ++honors_;
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
        (afters_ > 0 || rejections_ != verdicts_)) {
      advice.reason = Reason::kAmbiguous;
    }
    // A value that does not report its use may stand for the whole grant.
    if (uses_ >= verdicts_) advice.used = used_;
    // A value without a scope speaks of the request.
    if (advice.verdict == Verdict::kNo && scopes_ == verdicts_) {
      advice.scope = scope_;
    }
    // Each value must state a capability, because it may come from another
    // server.
    advice.drops_cancelled_work =
        drops_ == verdicts_ && drops_ == capabilities_;
    advice.honors_idempotency_keys =
        honors_ == verdicts_ && honors_ == capabilities_;
    return advice;
  }

 private:
  RetryAdvice advice_;
  int verdicts_ = 0;
  int afters_ = 0;
  int rejections_ = 0;
  int used_ = 0;
  int uses_ = 0;
  Scope scope_ = Scope::kServer;
  int scopes_ = 0;
  int capabilities_ = 0;
  int drops_ = 0;
  int honors_ = 0;
  bool has_delay_ = false;
};

}  // namespace

bool SaysNotProcessed(const RetryAdvice& advice) {
  if (advice.reason == Reason::kAmbiguous) return false;
  if (advice.verdict == Verdict::kAfter) return true;
  if (advice.verdict == Verdict::kNo) return false;
  return IsRejection(advice.reason);
}

absl::string_view EncodeRetryAdvice(const RetryAdvice& advice,
                                    char (&buffer)[kRetryAdviceBytes]) {
  WireWriter writer(buffer);
  writer.Word("r", ToString(advice.verdict));
  if (advice.verdict == Verdict::kAfter) {
    writer.Number("ms", Milliseconds(advice.delay));
  }
  writer.Word("w", ToString(advice.reason));
  if (advice.used.has_value()) {
    writer.Number("u", std::clamp(*advice.used, 0, kMaxGrant));
  }
  char capabilities[2];
  std::size_t count = 0;
  if (advice.drops_cancelled_work) capabilities[count++] = kDropsCancelledWork;
  if (advice.honors_idempotency_keys) {
    capabilities[count++] = kHonorsIdempotencyKeys;
  }
  writer.Word("c", absl::string_view(capabilities, count));
  if (advice.verdict == Verdict::kNo && advice.scope != Scope::kRequest) {
    writer.Word("s", ToString(advice.scope));
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
      return advice.scope == Scope::kServer
                 ? absl::StrCat(Milliseconds(kServerScopePushback))
                 : "-1";
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
