// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CALL_OBSERVER_H_
#define BATON_CALL_OBSERVER_H_

#include <memory>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/attempt_outcome.h"
#include "baton/call_report.h"
#include "baton/deadline.h"
#include "baton/decision.h"
#include "baton/request_observer.h"

// Where calls are watched from. The client engine reports to these interfaces
// and telemetry implements them, so that neither knows the other.
namespace baton {

// Where an observer puts metadata for the attempt about to be sent, such as a
// trace context. A key is replaced, never repeated.
class AttemptMetadata {
 public:
  virtual ~AttemptMetadata() = default;
  virtual void Set(absl::string_view key, absl::string_view value) = 0;
};

// A call that begins. Valid for the length of OnCallStart.
struct CallStart {
  absl::string_view method;
  absl::string_view target;
  const MethodPolicy* policy = nullptr;
  EffectiveDeadline deadline;
  absl::Duration timeout = absl::InfiniteDuration();
  int grant = 0;
  int hop = 0;
  // The observer of the server request that the call is made for; nullptr if
  // there is none, or it is not watched.
  const RequestObserver* request = nullptr;
};

// An attempt that begins. Valid for the length of OnAttemptStart.
struct AttemptStart {
  // From 1; attempts of one call are told apart by it.
  int number = 1;
  // Which of the call's fallback channels it is sent to, from 1; 0: its own.
  int fallback = 0;
  RetryBudgetHeader header;
  // What is left of the call's time.
  absl::Duration remaining = absl::InfiniteDuration();
};

// An attempt that has ended. Valid for the length of OnAttemptEnd.
struct AttemptEnd {
  int number = 1;
  const AttemptOutcome* outcome = nullptr;
  // What follows from it; null while other copies of a hedged call go on, or
  // one is sent in its place.
  const Decision* decision = nullptr;
};

// Watches one call. Created when the call begins and destroyed after its end.
//
// The hooks of one call never run at the same time, though they may run on
// different threads. They run on the path of the call: they must neither
// block, nor throw, nor call back into it.
class CallObserver {
 public:
  virtual ~CallObserver() = default;

  virtual void OnAttemptStart(const AttemptStart& attempt,
                              AttemptMetadata& metadata) = 0;
  virtual void OnAttemptEnd(const AttemptEnd& attempt) = 0;
  // One that runs was given up, since another copy was faster or the call ends;
  // it has no other end. Of interest where a call goes on for long.
  virtual void OnAttemptDropped(int /*number*/,
                                const AttemptReport& /*attempt*/) {}
  // A wait before the next attempt begins.
  virtual void OnWait(const Decision& decision) = 0;
  // Exactly once, and last. Attempts that were started and of whose end nothing
  // was said by then were dropped together with the call.
  virtual void OnCallEnd(const CallReport& report) = 0;
};

// Makes an observer for each call of a channel, and outlives all of them.
// Thread-safe. Runs where the application starts the call, so that what is
// current on its thread (a span, say) can be taken along.
class CallObserverFactory {
 public:
  virtual ~CallObserverFactory() = default;
  // nullptr: this call is not watched.
  virtual std::unique_ptr<CallObserver> OnCallStart(const CallStart& call) = 0;
};

// One factory made of several: the observers of a call are told the same, in
// the order given. Where two set the same metadata the later one wins.
//
// Null factories are left out. Of none is null, and of one is that one, so
// that nobody pays for a list that is none. Observers of the others see a call
// that one factory does not watch.
std::shared_ptr<CallObserverFactory> CombineCallObservers(
    std::vector<std::shared_ptr<CallObserverFactory>> factories);

}  // namespace baton

#endif  // BATON_CALL_OBSERVER_H_
