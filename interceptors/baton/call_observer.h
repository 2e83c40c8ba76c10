// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CALL_OBSERVER_H_
#define BATON_CALL_OBSERVER_H_

#include <memory>
#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/attempt_outcome.h"
#include "baton/call_report.h"
#include "baton/deadline.h"
#include "baton/decision.h"
#include "baton/request_observer.h"
#include "baton/stop_reason.h"

// Interfaces for observers of calls. The client engine reports to them and
// telemetry implements them, so that neither depends on the other.
namespace baton {

// Receives metadata for the attempt that is about to be sent, such as a trace
// context.
class AttemptMetadata {
 public:
  virtual ~AttemptMetadata() = default;
  // Sets the value of a key. Replaces the value of a key that is already
  // present.
  virtual void Set(absl::string_view key, absl::string_view value) = 0;
};

// The start of a call. Valid only during OnCallStart().
struct CallStart {
  // The name of the method, as in "/shop.v1.Inventory/Get".
  absl::string_view method;
  // The target of the channel, as given to CreateChannel().
  absl::string_view target;
  // The policy of the call, with its overrides. Never null.
  const MethodPolicy* policy = nullptr;
  // The deadline of the call, and its source.
  EffectiveDeadline deadline;
  // The time left until the deadline. Infinite without a deadline.
  absl::Duration timeout = absl::InfiniteDuration();
  // The extra attempts that the call may cause, here and in its callees.
  int grant = 0;
  // The hops from the edge to this process. 0: this process is the edge.
  int hop = 0;
  // The observer of the server request that the call belongs to. nullptr if the
  // call belongs to no request, or if the request is not observed.
  const RequestObserver* request = nullptr;
};

// The start of an attempt. Valid only during OnAttemptStart().
struct AttemptStart {
  // The number of the attempt, from 1. Unique within its call.
  int number = 1;
  // The fallback channel that the attempt uses, from 1. 0: the primary channel.
  int fallback = 0;
  // The `retry-budget` header of the attempt.
  RetryBudgetHeader header;
  // The time left until the deadline of the call. Infinite without a deadline.
  absl::Duration remaining = absl::InfiniteDuration();
};

// The end of an attempt. Valid only during OnAttemptEnd().
struct AttemptEnd {
  // The number of the attempt, as in AttemptStart.
  int number = 1;
  // The outcome of the attempt. Never null.
  const AttemptOutcome* outcome = nullptr;
  // The decision that follows. nullptr if other attempts of a hedged call still
  // run, or if a hedge is sent in place of this attempt.
  const Decision* decision = nullptr;
  // If the attempt was late and no second attempt started beside it: the reason
  // at its last check.
  std::optional<StopReason> late_stop_reason;
};

// Observes one call. Created when the call begins and destroyed after its end.
//
// The hooks of one call never run concurrently, but they may run on different
// threads. They run on the path of the call: they must not block, throw, or
// call back into the call.
class CallObserver {
 public:
  virtual ~CallObserver() = default;

  // Called before an attempt is sent. The observer may add to `metadata`.
  virtual void OnAttemptStart(const AttemptStart& attempt,
                              AttemptMetadata& metadata) = 0;
  // Called when an attempt has ended and was not discarded before.
  virtual void OnAttemptEnd(const AttemptEnd& attempt) = 0;
  // Called when Baton discards a running attempt, because another attempt won
  // or the call ends. OnAttemptEnd() is not called for this attempt. In a long
  // call, this can happen long before OnCallEnd().
  virtual void OnAttemptDiscarded(int /*number*/,
                                  const AttemptReport& /*attempt*/) {}
  // Called when a wait before the next attempt begins.
  virtual void OnWait(const Decision& decision) = 0;
  // Called exactly once, as the last event. An attempt that was started but has
  // not been reported as ended or discarded was discarded together with the
  // call.
  virtual void OnCallEnd(const CallReport& report) = 0;
};

// Creates an observer for each call of a channel. Outlives all of them.
// Thread-safe. OnCallStart() runs where the application starts the call. An
// observer can therefore keep what is current on that thread, such as a span.
class CallObserverFactory {
 public:
  virtual ~CallObserverFactory() = default;
  // Returns nullptr if this call is not observed.
  virtual std::unique_ptr<CallObserver> OnCallStart(const CallStart& call) = 0;
};

// Combines several factories into one. The observers of a call receive the same
// events, in the given order. If two observers set the same metadata key, the
// later value wins.
//
// Ignores null factories. Returns null if none remains, and the factory itself
// if only one remains. If one factory does not observe a call, the observers of
// the others still do.
std::shared_ptr<CallObserverFactory> CombineCallObservers(
    std::vector<std::shared_ptr<CallObserverFactory>> factories);

}  // namespace baton

#endif  // BATON_CALL_OBSERVER_H_
