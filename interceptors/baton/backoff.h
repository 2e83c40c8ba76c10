// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_BACKOFF_H_
#define BATON_BACKOFF_H_

#include "baton/base/export.h"

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/classifier.h"
#include "baton/decision.h"

namespace BATON_EXPORT baton {

// A wait before a retry, for Backoff::Wait().
struct RetryWait {
  // The method of the call, such as "/shop.v1.Inventory/Get".
  absl::string_view method;
  // The class of the failure before the retry.
  OutcomeClass outcome_class = OutcomeClass::kTransient;
  // The number of the attempt that failed, from 1. Attempts that found no
  // connection do not count.
  int attempt = 1;
  // The cause of the computed wait: a backoff curve of the policy, or a wait
  // that the server requested.
  WaitCause cause = WaitCause::kBackoff;
  // The wait that the policy computed, with its jitter. If the server requested
  // a wait, it is at least the requested one.
  absl::Duration computed = absl::ZeroDuration();
};

// Chooses the waits before retries. If an application needs other waits than
// the curves of the policy, it writes a derived class:
//
//   class PatientBackoff : public Backoff {
//     absl::Duration Wait(const RetryWait& wait) const override {
//       if (wait.outcome_class == OutcomeClass::kThrottled) {
//         return 3 * wait.computed;
//       }
//       return wait.computed;
//     }
//   };
//
// Baton limits the result:
//
// - A negative or infinite result counts as `computed`.
// - If the server requested a wait, a shorter result counts as `computed`.
// - Baton shortens a wait that would end too late for `max_retry_time` or for
//   the `max_time` of the class. It also shortens a wait of more than half of
//   the time until the deadline, so that the attempt has time. The wait does
//   not become shorter than `computed`.
//
// The result therefore never ends a call that `computed` would let continue.
// Baton makes all other checks as usual. It does not ask for waits for a
// connection, for hedges, and for the units and batches of the resilience kit.
//
// Implementations must be thread-safe and fast, because Baton calls Wait() at
// the end of every attempt after which the server allows a retry. Later checks
// may still prevent that retry.
class Backoff {
 public:
  virtual ~Backoff() = default;
  // Returns the wait before a retry.
  virtual absl::Duration Wait(const RetryWait& wait) const = 0;
};

}  // namespace baton

#endif  // BATON_BACKOFF_H_
