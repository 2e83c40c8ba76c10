// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_RETRY_STOP_H_
#define BATON_POLICY_RETRY_STOP_H_

#include "baton/base/export.h"

#include <functional>
#include <memory>

// The switch that stops all retries and hedges of this process at once. It is
// for incidents. While retries are stopped, each call makes one attempt, as
// with `max_attempts: 1`. Deadlines, header and spans stay. The header of each
// call has a grant of 0, so that no callee starts to retry instead.
//
// A call that waits for its next attempt ends at once, with the status of its
// last attempt and the stop reason `all_retries_stopped`. Attempts in flight
// continue. The retries of gRPC itself (CoreRetries::kUnchanged) are not
// affected. Baton counts the channels with such retries, see MisuseCounts.
//
// Retries are stopped as long as at least one of these is true:
// - StopAllRetries(true) was the last call of that function.
// - A policy in use by a channel or by a PolicySource has `stop_all_retries`.
// - The environment variable BATON_STOP_ALL_RETRIES was set at the start of
//   the process: see docs/operating.md.
// - A RetryStop exists.
//
// Everything here is thread-safe.
namespace BATON_EXPORT baton {

// Stops all retries and hedges of this process, or allows them again:
//
//   baton::StopAllRetries(true);    // the incident begins
//   baton::StopAllRetries(false);   // the incident is over
//
// When it returns, no new retry or hedge starts.
void StopAllRetries(bool stop);

// Returns whether retries are stopped. Costs two atomic loads.
bool AllRetriesStopped();

// Stops all retries and hedges of this process from its constructor to its
// destructor.
class RetryStop {
 public:
  RetryStop();
  ~RetryStop();
  RetryStop(const RetryStop&) = delete;
  RetryStop& operator=(const RetryStop&) = delete;
};

// Calls a function when retries are stopped. Owned by code that waits before a
// repetition. Each object is used by one thread at a time.
class RetryStopWatch {
 public:
  RetryStopWatch() = default;
  ~RetryStopWatch() { Stop(); }
  RetryStopWatch(const RetryStopWatch&) = delete;
  RetryStopWatch& operator=(const RetryStopWatch&) = delete;

  // Calls `on_stop` once, when retries are stopped, or at once if they are
  // stopped already. `on_stop` runs on the thread that stops them, and must be
  // short. Replaces an earlier watch.
  void Start(std::function<void()> on_stop);

  // Ends the watch. After that, `on_stop` does not start, but it may still be
  // running.
  void Stop();

 private:
  friend class RetryStop;
  friend void StopAllRetries(bool stop);
  class Watcher;

  std::shared_ptr<Watcher> watcher_;
};

}  // namespace baton

#endif  // BATON_POLICY_RETRY_STOP_H_
