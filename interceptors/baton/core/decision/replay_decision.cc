// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/decision/replay_decision.h"

#include "baton/policy/status_code_set.h"

namespace baton::core {
namespace {

constexpr absl::Duration kWaitAfterTooManyWait = absl::Milliseconds(100);
constexpr absl::Duration kWaitAfterStoreFailure = absl::Seconds(1);

RetryAdvice After(absl::Duration delay) {
  RetryAdvice advice;
  advice.verdict = RetryAdvice::Verdict::kAfter;
  advice.delay = delay;
  return advice;
}

RetryAdvice Ambiguous() {
  RetryAdvice advice;
  advice.verdict = RetryAdvice::Verdict::kNo;
  advice.reason = RetryAdvice::Reason::kAmbiguous;
  return advice;
}

}  // namespace

RunEnd EndOfRun(absl::StatusCode code, bool not_executed) {
  if (not_executed && code != absl::StatusCode::kOk) {
    return RunEnd::kNotExecuted;
  }
  // A handler may return these codes after it has done a part of its work.
  constexpr StatusCodeSet kVague = {
      absl::StatusCode::kUnavailable, absl::StatusCode::kDeadlineExceeded,
      absl::StatusCode::kCancelled,   absl::StatusCode::kUnknown,
      absl::StatusCode::kInternal,    absl::StatusCode::kAborted};
  return kVague.Contains(code) ? RunEnd::kUnknown : RunEnd::kFinal;
}

bool MayHaveRun(const RetryBudgetHeader& header, bool hidden_retries) {
  if (hidden_retries || header.attempts_made > 1) return true;
  return header.attempts_made == 1 &&
         header.reason != RetryBudgetHeader::Reason::kRefused;
}

uint64_t FingerprintOf(absl::string_view content) {
  // FNV-1a.
  uint64_t hash = 0xcbf29ce484222325;
  for (const char c : content) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3;
  }
  return hash;
}

ReplayRejection RejectionOf(ReplayResult result, absl::Duration retry_after) {
  using Code = absl::StatusCode;
  switch (result) {
    case ReplayResult::kUnknown:
      return {Code::kFailedPrecondition,
              "idempotency-key: an earlier request with this key may have "
              "taken effect, and its outcome is unknown",
              "OUTCOME_UNKNOWN", Ambiguous()};
    case ReplayResult::kOtherRequest:
      return {Code::kInvalidArgument,
              "idempotency-key: the key was used for a request with other "
              "content, use a new key for each request",
              "KEY_REUSED", std::nullopt};
    case ReplayResult::kStoreFull:
      return {Code::kResourceExhausted,
              "idempotency-key: the server has no room for new keys", "",
              After(retry_after)};
    case ReplayResult::kTooManyWait:
      return {Code::kUnavailable,
              "idempotency-key: too many requests wait for earlier requests "
              "with the same key",
              "", After(kWaitAfterTooManyWait)};
    case ReplayResult::kWaitTimedOut:
      return {Code::kDeadlineExceeded,
              "idempotency-key: an earlier request with this key still runs",
              "", std::nullopt};
    default:
      return {Code::kUnavailable,
              "idempotency-key: the replay store of the server failed", "",
              After(kWaitAfterStoreFailure)};
  }
}

std::optional<ReplayResult> ResultOf(ReplayStore::State state) {
  switch (state) {
    case ReplayStore::State::kRun:
      return ReplayResult::kRan;
    case ReplayStore::State::kRunAgain:
      return ReplayResult::kRanAgain;
    case ReplayStore::State::kRunning:
      return std::nullopt;
    case ReplayStore::State::kAnswered:
      return ReplayResult::kReplayed;
    case ReplayStore::State::kUnknown:
      return ReplayResult::kUnknown;
    case ReplayStore::State::kOtherRequest:
      return ReplayResult::kOtherRequest;
    case ReplayStore::State::kFull:
      return ReplayResult::kStoreFull;
  }
  return ReplayResult::kStoreFailed;
}

ReplayResult OnStoreFailure(StoreFailure option, bool is_read_only) {
  const bool serves = option == StoreFailure::kServe ||
                      (option == StoreFailure::kServeReads && is_read_only);
  return serves ? ReplayResult::kRanUnguarded : ReplayResult::kStoreFailed;
}

bool Runs(ReplayResult result) {
  return result == ReplayResult::kNone || result == ReplayResult::kRan ||
         result == ReplayResult::kRanAgain ||
         result == ReplayResult::kRanUnguarded;
}

}  // namespace baton::core
