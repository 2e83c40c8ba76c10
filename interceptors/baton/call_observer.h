// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CALL_OBSERVER_H_
#define BATON_CALL_OBSERVER_H_

#include "baton/base/export.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/attempt_outcome.h"
#include "baton/call_report.h"
#include "baton/deadline.h"
#include "baton/decision.h"
#include "baton/request_observer.h"
#include "baton/stop_reason.h"

// Interfaces for observers of calls. The client side of Baton calls the
// observers, and telemetry implements them. Neither of the two depends on the
// other.
namespace BATON_EXPORT baton {

// Receives metadata for the attempt that is about to be sent, such as a trace
// context.
class AttemptMetadata {
 public:
  virtual ~AttemptMetadata() = default;
  // Sets the value of `key`. If the key is already present, the new value
  // replaces the old one.
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
  // The number of hops between the edge, where the grant was created, and this
  // process. 0: this process is the edge.
  int hop = 0;
  // The observer of the server request that the call belongs to. nullptr if the
  // call belongs to no request, or if the request is not observed.
  const RequestObserver* request = nullptr;
};

// The start of an attempt. Valid only during OnAttemptStart().
struct AttemptStart {
  // The number of the attempt, from 1. Unique within its call.
  int number = 1;
  // The number of the fallback channel that the attempt uses. 1 is the first
  // fallback channel. 0 means the primary channel.
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
  // The decision that follows. nullptr in two cases: other attempts of a hedged
  // call still run, or Baton sends a hedge because this attempt failed.
  const Decision* decision = nullptr;
  // If the attempt was late and no second attempt started beside it: the reason
  // at its last check.
  std::optional<StopReason> late_stop_reason;
  // The texts of the failure. nullptr after success, and if there is no text.
  const AttemptFailure* failure = nullptr;
};

// Observes one call. Created when the call begins and destroyed after its end.
//
// Only one hook of a call runs at a time, but the hooks may run on different
// threads. The call continues only after the hook returns. A hook must
// therefore not block. It must not throw, and must not use the call.
class CallObserver {
 public:
  virtual ~CallObserver() = default;

  // Called before an attempt is sent. The observer may add to `metadata`.
  virtual void OnAttemptStart(const AttemptStart& attempt,
                              AttemptMetadata& metadata) = 0;
  // Called when an attempt ends, unless Baton has discarded the attempt before.
  virtual void OnAttemptEnd(const AttemptEnd& attempt) = 0;
  // Called when Baton discards a running attempt, because another attempt won
  // or the call ends. OnAttemptEnd() is not called for this attempt. In a long
  // call, this can happen long before OnCallEnd().
  virtual void OnAttemptDiscarded(int /*number*/,
                                  const AttemptReport& /*attempt*/) {}
  // Called when a wait before the next attempt begins.
  virtual void OnWait(const Decision& decision) = 0;
  // Called exactly once, as the last event. Baton may have discarded some
  // attempts together with the call. For these attempts, neither OnAttemptEnd()
  // nor OnAttemptDiscarded() was called.
  virtual void OnCallEnd(const CallReport& report) = 0;

  // Returns the id of the call's trace, as 32 hexadecimal digits, for the
  // report. Called before OnCallEnd(). Empty: this observer knows no trace.
  virtual std::string TraceId() const { return {}; }
};

// Creates an observer for each call of a channel. Outlives all of these
// observers. Thread-safe. OnCallStart() runs on the thread on which the
// application starts the call. An observer can therefore keep data of that
// thread, such as the current span.
class CallObserverFactory {
 public:
  virtual ~CallObserverFactory() = default;
  // Returns the observer of this call. Returns nullptr if the call is not
  // observed.
  virtual std::unique_ptr<CallObserver> OnCallStart(const CallStart& call) = 0;
};

// Combines several factories into one. All observers of a call receive the same
// events, in the order of `factories`. If two observers set the same metadata
// key, the later value wins.
//
// Ignores null factories. Returns null if no factory remains. If only one
// factory remains, returns that factory. If one factory creates no observer for
// a call, the other factories still create theirs.
std::shared_ptr<CallObserverFactory> CombineCallObservers(
    std::vector<std::shared_ptr<CallObserverFactory>> factories);

}  // namespace baton

#endif  // BATON_CALL_OBSERVER_H_
