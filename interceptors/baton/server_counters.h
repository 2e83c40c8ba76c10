// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_SERVER_COUNTERS_H_
#define BATON_SERVER_COUNTERS_H_

#include <atomic>
#include <cstdint>

#include "baton/inbound_grant.h"

namespace baton {

// What a server has made of the budgets of its requests, since it began.
// Thread-safe. Telemetry that sees every request counts the same and more;
// this is for a server without.
class ServerCounters {
 public:
  // A moment's figures; each is right, though they need not be of one moment.
  struct Snapshot {
    int64_t requests = 0;
    int64_t retries = 0;    // repetitions of earlier ones, as far as said
    int64_t absent = 0;     // without a budget, or with one that was stripped
    int64_t malformed = 0;  // with one that could not be read
    int64_t looped = 0;     // with one that had come too far
    int64_t clamped = 0;    // with more than the listener allows
    int64_t stripped = 0;   // with one from somebody who is not trusted
    int64_t hidden_retries = 0;   // repeated above by somebody without a budget
    int64_t advised_against = 0;  // answered with r=no
    int64_t refused = 0;          // not served for want of time
    int64_t refusable = 0;        // the same, and served all the same
  };

  void OnRequest(const InboundGrant& inbound);
  void OnAdvisedAgainst() { Add(advised_against_); }
  void OnRefusal(bool only_observed) {
    Add(only_observed ? refusable_ : refused_);
  }

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
  Counter refused_{0};
  Counter refusable_{0};
};

}  // namespace baton

#endif  // BATON_SERVER_COUNTERS_H_
