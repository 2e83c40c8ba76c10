// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RETRY_BUDGET_HEADER_H_
#define BATON_RETRY_BUDGET_HEADER_H_

namespace baton {

// Bounds of the grammar. Small numbers keep the value short and let HPACK index
// the few values that occur.
inline constexpr int kMaxGrant = 9;
inline constexpr int kMaxWireAttempts = 9;
inline constexpr int kMaxHops = 15;

// The data about one attempt that a client sends in `retry-budget:
// g=2,n=0,h=1`.
struct RetryBudgetHeader {
  // The kind of this attempt. Not written for the first attempt.
  enum class Kind { kFirst, kRetry, kHedge };
  // The failure of the attempt before this one. For diagnosis only: nothing
  // depends on it.
  enum class Reason {
    kUnspecified,
    kUnavailable,
    kTimeout,
    kThrottled,
    kRefused
  };

  // Extra attempts that the callee and all its callees may still cause.
  int grant = 0;
  // Attempts that the sender has already made for this call.
  int attempts_made = 0;
  // Hops from the edge that created the grant.
  int hop = 0;
  // The kind of this attempt.
  Kind kind = Kind::kFirst;
  // The failure of the attempt before this one.
  Reason reason = Reason::kUnspecified;

  friend bool operator==(const RetryBudgetHeader& a,
                         const RetryBudgetHeader& b) {
    return a.grant == b.grant && a.attempts_made == b.attempts_made &&
           a.hop == b.hop && a.kind == b.kind && a.reason == b.reason;
  }
};

}  // namespace baton

#endif  // BATON_RETRY_BUDGET_HEADER_H_
