// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "absl/time/time.h"
#include "baton/core/wire/pushback_parser.h"
#include "baton/core/wire/retry_advice_codec.h"
#include "baton/pushback.h"
#include "baton/retry_advice.h"
#include "baton/retry_budget_header.h"
#include "tests/fuzz/fuzz_input.h"

namespace baton::core {
namespace {

using fuzz::Require;
using Verdict = RetryAdvice::Verdict;

bool Speaks(const fuzz::Values& pieces, absl::string_view member) {
  return std::find(pieces.begin(), pieces.end(), member) != pieces.end();
}

// Returns how many pieces start with `key=` and contain `letter` after it. An
// empty `letter` matches every value.
int CountOf(const fuzz::Values& pieces, absl::string_view key,
            absl::string_view letter) {
  int count = 0;
  for (absl::string_view piece : pieces) {
    if (absl::ConsumePrefix(&piece, key) && absl::StrContains(piece, letter)) {
      ++count;
    }
  }
  return count;
}

// Clients without Baton must get the same instruction from gRPC's own key.
void CheckNativePushback(const RetryAdvice& advice) {
  const std::string native = NativePushback(advice);
  if (advice.verdict == Verdict::kOk) {
    Require(native.empty(), "r=ok says nothing natively");
    return;
  }
  const absl::string_view value = native;
  const Pushback pushback = ParsePushback({&value, 1});
  const bool only_this_server = advice.scope == RetryAdvice::Scope::kServer;
  Require(pushback ==
              (advice.verdict != Verdict::kNo ? Pushback::After(advice.delay)
               : only_this_server ? Pushback::After(kServerScopePushback)
                                  : Pushback::Never()),
          "the native key says what the advice says");
}

void CheckRoundTrip(const RetryAdvice& advice) {
  char buffer[kRetryAdviceBytes];
  const absl::string_view encoded = EncodeRetryAdvice(advice, buffer);
  Require(DecodeRetryAdvice({&encoded, 1}) == advice, "decode(encode(x)) == x");
}

void CheckDecoding(const fuzz::Values& values) {
  const std::optional<RetryAdvice> decoded = DecodeRetryAdvice(values);
  Require(decoded.has_value() == !values.empty(),
          "no advice means no value, and nothing else does");
  if (!decoded.has_value()) return;
  Require(decoded->delay >= absl::ZeroDuration() &&
              decoded->delay <= absl::Milliseconds(kMaxAdvisedMs),
          "0 <= ms <= 999999999");
  Require(decoded->verdict == Verdict::kAfter ||
              decoded->delay == absl::ZeroDuration(),
          "only r=after waits");
  Require(!decoded->used.has_value() ||
              (*decoded->used >= 0 && *decoded->used <= kMaxGrant),
          "0 <= u <= 9");
  const fuzz::Values pieces = fuzz::Pieces(values);
  if (decoded->scope != RetryAdvice::Scope::kRequest) {
    Require(decoded->verdict == Verdict::kNo, "only r=no has a scope");
    Require(CountOf(pieces, "s=", "") == CountOf(pieces, "r=", ""),
            "every value states a scope");
    Require(!Speaks(pieces, "s=request"), "the widest scope counts");
  }
  if (decoded->scope == RetryAdvice::Scope::kServer) {
    Require(CountOf(pieces, "s=", "") == CountOf(pieces, "s=", "server"),
            "every value speaks of the server alone");
  }
  if (Speaks(pieces, "r=no")) {
    Require(decoded->verdict == Verdict::kNo, "r=no is never talked away");
  }
  if (decoded->verdict == Verdict::kOk) {
    Require(Speaks(pieces, "r=ok"), "r=ok stands in the input");
    Require(!Speaks(pieces, "r=after"), "r=after is never talked away");
  }
  if (Speaks(pieces, "w=ambiguous")) {
    Require(!SaysNotProcessed(*decoded), "doubt is no evidence");
  }
  if (decoded->drops_cancelled_work) {
    Require(decoded->reason != RetryAdvice::Reason::kMalformed,
            "malformed advice has no capability");
    Require(CountOf(pieces, "c=", "d") == CountOf(pieces, "r=", ""),
            "every value states the capability");
    Require(CountOf(pieces, "c=", "d") == CountOf(pieces, "c=", ""),
            "no value omits the capability");
  }
  if (decoded->honors_idempotency_keys) {
    Require(decoded->reason != RetryAdvice::Reason::kMalformed,
            "malformed advice has no capability");
    Require(CountOf(pieces, "c=", "k") == CountOf(pieces, "r=", "") &&
                CountOf(pieces, "c=", "k") == CountOf(pieces, "c=", ""),
            "every value states the capability");
  }
  // kMalformed marks malformed advice and is never sent.
  if (decoded->reason != RetryAdvice::Reason::kMalformed) {
    CheckRoundTrip(*decoded);
  }
  CheckNativePushback(*decoded);
}

}  // namespace
}  // namespace baton::core

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  baton::core::CheckDecoding(
      baton::fuzz::ValuesOf(baton::fuzz::TextOf(data, size)));
  return 0;
}
