// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_DECISION_CALL_GRANT_H_
#define BATON_CORE_DECISION_CALL_GRANT_H_

#include <cassert>
#include <optional>

#include "baton/policy/owner.h"

namespace baton::core {

// The retry grant of one call. Upholds the amplification bound. With grant G, n
// attempts, and g_i forwarded with the i-th attempt, this holds at every
// moment:
//
//   (n - 1) + sum(g_i) <= G
//
// After an attempt has ended, the sum no longer counts the part of its g_i that
// the callee reports as unused. An attempt counts from its admission. Two
// attempts can be admitted before either is sent, such as a retry in its wait
// and a hedge. They cannot both take the last of the grant.
//
//   CallGrant grant(2, {OwnerMode::kDelegate}, /*callee_participates=*/true);
//   int forwarded = grant.StartAttempt();             // forwards 2
//   grant.EndAttempt(forwarded, /*grant_used_by_callee=*/1);    // gets 1 back
//   grant.CanStartAttempt();                          // true: one retry left
//
// Owned by the object that drives the attempts of the call. Not thread-safe.
class CallGrant {
 public:
  // `granted` is clamped to 0..kMaxGrant. Forwards nothing to a callee that
  // does not participate, or that is not known yet: such a callee could not
  // report its use.
  CallGrant(int granted, Owner owner, bool callee_participates);

  // Returns whether another attempt may start or be reserved. Always true for
  // the first attempt.
  bool CanStartAttempt() const;

  // Reserves an attempt that was admitted and will start after its wait.
  // Requires CanStartAttempt().
  void ReserveAttempt() {
    assert(CanStartAttempt());
    ++reserved_;
  }
  // Releases the reservation of an attempt that will not start. If a
  // reservation is never released, this call loses one retry. Nothing else is
  // affected.
  void ReleaseAttempt();

  // Sets whether the callee of the following attempts participates.
  void SetCallee(bool participates) { callee_participates_ = participates; }

  // Starts an attempt and returns the grant to forward with it. Takes the
  // reserved attempt if there is one. Requires CanStartAttempt() or a
  // reservation.
  int StartAttempt();

  // Ends the attempt that forwarded `forwarded`. `grant_used_by_callee` is the
  // use that the callee reported. It is 0 if the callee never got the request,
  // and nullopt if there is no report. Without a report all of `forwarded`
  // counts as used. A report above `forwarded` counts as `forwarded`.
  void EndAttempt(int forwarded, std::optional<int> grant_used_by_callee);

  // Removes a started attempt that turned out never to have been sent.
  void UndoAttempt(int forwarded);

  // Returns whether this call keeps a part of the grant after it has forwarded
  // another part. If the callee has exhausted its part, this part is still
  // usable.
  bool KeepsSomeGrant() const;

  int granted() const { return granted_; }
  int attempts() const { return attempts_; }
  // Returns the number of started and reserved attempts.
  int attempts_admitted() const { return attempts_ + reserved_; }
  // Returns the extra attempts that this call has caused or may still cause,
  // here and in its callees. This is the left side of the amplification bound.
  int used() const;

 private:
  int ToForward() const;

  const int granted_;
  const Owner owner_;
  bool callee_participates_;
  int attempts_ = 0;
  int reserved_ = 0;
  int grant_used_by_callees_ = 0;  // sum of g_i, minus the unused parts
  bool has_forwarded_ = false;
};

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_CALL_GRANT_H_
