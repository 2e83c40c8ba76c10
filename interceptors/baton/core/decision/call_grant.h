// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_DECISION_CALL_GRANT_H_
#define BATON_CORE_DECISION_CALL_GRANT_H_

#include <optional>

#include "baton/policy/owner.h"

namespace baton::core {

// The arithmetic of permission for one logical call. It upholds the law: with
// grant G, n attempts and g_i forwarded with the i-th,
//
//   (n - 1) + sum(g_i) <= G
//
// at every moment, where what the callee reports as unused of g_i is taken
// back once its attempt has ended. An attempt counts from the moment that it
// is admitted, so that two that are admitted while neither has been sent (a
// retry in its wait and a hedge, say) cannot both take the last of the grant.
//
//   CallGrant grant(2, {OwnerMode::kDelegate}, /*callee_takes_part=*/true);
//   int forwarded = grant.StartAttempt();             // 2 go along
//   grant.EndAttempt(forwarded, /*used_below=*/1);    // 1 comes back
//   grant.CanStartAttempt();                          // true: one retry left
//
// Not thread-safe: whoever drives the call's attempts owns it.
class CallGrant {
 public:
  // `granted` is clamped to 0..kMaxGrant. Nothing is forwarded to a callee
  // that does not take part, or of which nothing is known yet: it could not
  // report what it used.
  CallGrant(int granted, Owner owner, bool callee_takes_part);

  // May another attempt start, or be reserved? Always true for the first.
  bool CanStartAttempt() const;

  // An attempt was admitted and will start after its wait. Only when
  // CanStartAttempt().
  void ReserveAttempt() { ++reserved_; }
  // It will not start after all. A reservation that is never given back costs
  // this call a retry and nobody else anything.
  void ReleaseAttempt();

  // The attempts from now on go to another callee: does that one take part?
  void SetCallee(bool takes_part) { callee_takes_part_ = takes_part; }

  // Starts an attempt, the reserved one if there is one, and returns the grant
  // to forward with it. Only when CanStartAttempt() or with a reservation.
  int StartAttempt();

  // The attempt that forwarded `forwarded` has ended. `used_below` is what its
  // callee reported, 0 if it never got the request, nullopt if it said nothing
  // (then all of it counts as used). Reports above `forwarded` count as that.
  void EndAttempt(int forwarded, std::optional<int> used_below);

  // An attempt that was started turned out never to have been sent.
  void UndoAttempt(int forwarded);

  // Has a part of the grant gone along while another stays here, so that the
  // callee's having used up its part says nothing about this one?
  bool KeepsAPart() const;

  int granted() const { return granted_; }
  int attempts() const { return attempts_; }
  // Those started and those reserved.
  int attempts_admitted() const { return attempts_ + reserved_; }
  // Extra attempts that this call has caused or may still cause, here and
  // below: the left side of the law.
  int used() const;

 private:
  int ToForward() const;

  const int granted_;
  const Owner owner_;
  bool callee_takes_part_;
  int attempts_ = 0;
  int reserved_ = 0;
  int used_below_ = 0;  // sum of g_i, less what came back
  bool has_forwarded_ = false;
};

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_CALL_GRANT_H_
