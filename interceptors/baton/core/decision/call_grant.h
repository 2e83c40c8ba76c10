// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_DECISION_CALL_GRANT_H_
#define BATON_CORE_DECISION_CALL_GRANT_H_

#include <cassert>
#include <optional>

#include "baton/policy/owner.h"

namespace baton::core {

// Which part of its grant a call forwards.
enum class GrantUse {
  // The owner mode decides.
  kByOwner,
  // All that is left: the call may be repeated only if an attempt provably was
  // not processed.
  kForwardNotIdempotent,
  // All that is left: a second attempt would not fit before the deadline.
  kForwardNoTime,
  // All that is left: in observe mode this service makes no retries, and its
  // callees get the grant that it has received.
  kPassOn,
  // Nothing: an operator or an override has switched retries off.
  kSwitchedOff,
};

// The grant of one call: the extra attempts that it may cause, here and in its
// callees. CallGrant ensures the amplification bound: see
// docs/design/0001-amplification-bound.md. Let G be the grant, n the number of
// attempts, and g_i the grant that was forwarded with attempt i. This holds at
// every moment:
//
//   (n - 1) + sum(g_i) <= G
//
// When an attempt has ended, the part of its g_i that the callee reports as
// unused is subtracted from the sum. An attempt counts as soon as it is
// admitted. Two attempts can be admitted before either is sent, for example a
// retry that waits and a hedge. Because both count, they cannot both use the
// last part of the grant.
//
//   CallGrant grant(2, {OwnerMode::kDelegate}, /*callee_participates=*/true);
//   int forwarded = grant.StartAttempt();             // forwards 2
//   grant.EndAttempt(forwarded, /*grant_used_by_callee=*/1);    // gets 1 back
//   grant.CanStartAttempt();                          // true: one retry left
//
// Owned by the object that drives the attempts of the call. Not thread-safe.
class CallGrant {
 public:
  // `granted` is clamped to 0..kMaxGrant. If the callee does not participate,
  // this object forwards nothing to it, because such a callee cannot report its
  // use. A callee participates if it has sent `retry-advice` before.
  CallGrant(int granted, Owner owner, bool callee_participates);

  // Returns whether another attempt may start or be reserved. Always true for
  // the first attempt.
  bool CanStartAttempt() const;

  // Reserves an attempt that was admitted and will start after a wait. Requires
  // CanStartAttempt().
  void ReserveAttempt() {
    assert(CanStartAttempt());
    ++reserved_;
  }
  // Releases the reservation of an attempt that will not start. If a caller
  // forgets this, its call loses one retry, and no other call is affected.
  void ReleaseAttempt();

  // Sets whether the callee of the following attempts participates: see the
  // constructor.
  void SetCallee(bool participates) { callee_participates_ = participates; }

  // Sets what the following attempts forward: see grant_use.h. kByOwner before
  // the first use of this function.
  void SetUse(GrantUse use) { use_ = use; }
  GrantUse use() const { return use_; }

  // Starts an attempt and returns the grant to forward with it. If there is a
  // reservation, uses it. Requires a reservation or CanStartAttempt().
  int StartAttempt();

  // Ends the attempt that forwarded `forwarded`. `grant_used_by_callee` is the
  // use that the callee reported, or 0 if the callee never received the
  // request. nullopt: there is no report, and all of `forwarded` counts as
  // used. A report above `forwarded` counts as `forwarded`.
  void EndAttempt(int forwarded, std::optional<int> grant_used_by_callee);

  // Removes an attempt that was started but never sent.
  void UndoAttempt(int forwarded);

  // Returns whether this call has forwarded a part of the grant and has some of
  // its kept part left (OwnerMode::kSplit). The kept part is still usable if
  // the callee has exhausted the forwarded part. A call that forwards all that
  // is left keeps no part.
  bool KeepsSomeGrant() const;

  int granted() const { return granted_; }
  int attempts() const { return attempts_; }
  // Returns the number of started and reserved attempts.
  int attempts_admitted() const { return attempts_ + reserved_; }
  // Returns the extra attempts that this call has caused or may still cause,
  // here and in its callees. This is the left side of the formula above.
  int used() const;

 private:
  int ToForward() const;

  const int granted_;
  const Owner owner_;
  bool callee_participates_;
  GrantUse use_ = GrantUse::kByOwner;
  int attempts_ = 0;
  int reserved_ = 0;
  int grant_used_by_callees_ = 0;  // sum of g_i without the unused parts
  bool has_forwarded_ = false;
};

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_CALL_GRANT_H_
