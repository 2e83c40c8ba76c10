// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_SERVER_COUNTERS_H_
#define BATON_SERVER_COUNTERS_H_

#include "baton/base/export.h"

#include <atomic>
#include <cstdint>

#include "baton/idempotency/replay_options.h"
#include "baton/inbound_grant.h"
#include "baton/request_report.h"

namespace BATON_EXPORT baton {

// Counts the requests of a server since its start, by their `retry-budget`
// header and their result. For servers without telemetry. Telemetry counts the
// same requests and more. Thread-safe.
class ServerCounters {
 public:
  // The values of the counters. They may be from slightly different times.
  struct Snapshot {
    int64_t requests = 0;         // all requests
    int64_t retries = 0;          // requests that repeat an earlier attempt
    int64_t absent = 0;           // no header, or an ignored one (see stripped)
    int64_t malformed = 0;        // unreadable header
    int64_t looped = 0;           // header with at least kMaxHops hops
    int64_t clamped = 0;          // grant above `max_grant`
    int64_t stripped = 0;         // header from an untrusted caller
    int64_t hidden_retries = 0;   // trusted callers that retry without a header
    int64_t advised_against = 0;  // answered with r=no
    int64_t rejected = 0;         // rejected: expired or cancelled
    int64_t cancelled = 0;        // the part of `rejected` that was cancelled
    int64_t would_reject = 0;     // served, but would be rejected
    int64_t replayed = 0;         // got the stored answer of an earlier request
    int64_t ran_again = 0;        // ran although the outcome was unknown
    int64_t outcome_unknown = 0;  // rejected, because the outcome was unknown
    int64_t key_rejected = 0;     // rejected for another reason of their key
    int64_t replay_waits = 0;     // waited for an earlier request with the key
    int64_t store_failures = 0;   // the replay store failed, or stored no end
  };

  // Counts a request. Baton calls it when the request arrives.
  void OnRequest(const InboundGrant& inbound);
  // Counts a response that advises against a retry (retry-advice r=no).
  void OnAdvisedAgainst() { Add(advised_against_); }
  // Counts a rejected request. If `only_observed`, counts a request that would
  // be rejected but is served.
  void OnRejection(RequestRejection rejection, bool only_observed) {
    Add(only_observed ? would_reject_ : rejected_);
    if (!only_observed && rejection == RequestRejection::kCancelled) {
      Add(cancelled_);
    }
  }

  // Counts a handler that runs again, before it starts. A process that is
  // killed meanwhile has counted it.
  void OnRanAgain() { Add(ran_again_); }
  // Counts the end of a request with an idempotency key. `waited`: it has
  // waited for an earlier request. `store_failed`: the store failed before the
  // handler, or did not record its end.
  void OnReplay(ReplayResult result, bool waited, bool store_failed);

  // Returns the values of all counters.
  Snapshot Read() const;

 private:
  using Counter = std::atomic<int64_t>;

  static void Add(Counter& counter) {
    counter.fetch_add(1, std::memory_order_relaxed);
  }

  Counter requests_{0};
  Counter retries_{0};
  Counter absent_{0};
  Counter malformed_{0};
  Counter looped_{0};
  Counter clamped_{0};
  Counter stripped_{0};
  Counter hidden_retries_{0};
  Counter advised_against_{0};
  Counter rejected_{0};
  Counter cancelled_{0};
  Counter would_reject_{0};
  Counter replayed_{0};
  Counter ran_again_{0};
  Counter outcome_unknown_{0};
  Counter key_rejected_{0};
  Counter replay_waits_{0};
  Counter store_failures_{0};
};

}  // namespace baton

#endif  // BATON_SERVER_COUNTERS_H_
