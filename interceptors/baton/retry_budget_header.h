// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RETRY_BUDGET_HEADER_H_
#define BATON_RETRY_BUDGET_HEADER_H_

namespace baton {

// Bounds of the grammar. Single digits keep the value small and let HPACK
// index the few that occur.
inline constexpr int kMaxGrant = 9;
inline constexpr int kMaxWireAttempts = 9;
inline constexpr int kMaxHops = 15;

// What a client says of one attempt in `retry-budget: g=2,n=0,h=1`.
struct RetryBudgetHeader {
  // Why this attempt exists. Only said of attempts after the first.
  enum class Kind { kFirst, kRetry, kHedge };
  // Why the attempt before it failed. Diagnostic; nothing is decided by it.
  enum class Why { kUnsaid, kUnavailable, kTimeout, kThrottled, kRefused };

  // Extra attempts that the callee and its whole subtree may still create.
  int grant = 0;
  // Attempts that the sender has already made for this logical call.
  int attempts_made = 0;
  // Hops from the edge that minted the grant.
  int hop = 0;
  Kind kind = Kind::kFirst;
  Why why = Why::kUnsaid;

  friend bool operator==(const RetryBudgetHeader& a,
                         const RetryBudgetHeader& b) {
    return a.grant == b.grant && a.attempts_made == b.attempts_made &&
           a.hop == b.hop && a.kind == b.kind && a.why == b.why;
  }
};

}  // namespace baton

#endif  // BATON_RETRY_BUDGET_HEADER_H_
