// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RETRY_BUDGET_HEADER_H_
#define BATON_RETRY_BUDGET_HEADER_H_

#include "baton/base/export.h"

namespace BATON_EXPORT baton {

// The maximum values in the header. Small numbers keep the header short. HPACK
// can then store the few values that occur in its table.
inline constexpr int kMaxGrant = 9;
inline constexpr int kMaxWireAttempts = 9;
inline constexpr int kMaxHops = 15;

// The data about one attempt that a client sends in the `retry-budget` header,
// for example as `g=2,n=0,h=1`: the grant `g`, the attempts made `n`, and the
// hop `h`.
struct RetryBudgetHeader {
  // The kind of this attempt. The header does not contain it for a first
  // attempt.
  enum class Kind { kFirst, kRetry, kHedge };
  // The reason why the attempt before this one failed. Only for diagnosis: no
  // decision depends on it.
  enum class Reason {
    kUnspecified,
    kUnavailable,
    kTimeout,
    kThrottled,
    kRefused
  };

  // The extra attempts that the callee and all its callees may still cause.
  int grant = 0;
  // The attempts that the sender has already made for this call.
  int attempts_made = 0;
  // The number of hops between the edge, which created the grant, and the
  // receiver of this attempt.
  int hop = 0;
  // The kind of this attempt.
  Kind kind = Kind::kFirst;
  // The reason why the attempt before this one failed.
  Reason reason = Reason::kUnspecified;

  friend bool operator==(const RetryBudgetHeader& a,
                         const RetryBudgetHeader& b) {
    return a.grant == b.grant && a.attempts_made == b.attempts_made &&
           a.hop == b.hop && a.kind == b.kind && a.reason == b.reason;
  }
};

}  // namespace baton

#endif  // BATON_RETRY_BUDGET_HEADER_H_
