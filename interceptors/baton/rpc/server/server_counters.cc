// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/server_counters.h"

#include "baton/inbound_grant.h"

namespace baton {

void ServerCounters::OnRequest(const InboundGrant& inbound) {
  Add(requests_);
  switch (inbound.verdict) {
    case HeaderVerdict::kOk:
      break;
    case HeaderVerdict::kAbsent:
      Add(absent_);
      break;
    case HeaderVerdict::kMalformed:
      Add(malformed_);
      break;
    case HeaderVerdict::kLooped:
      Add(looped_);
      break;
  }
  if (inbound.is_retry) Add(retries_);
  if (inbound.clamped) Add(clamped_);
  if (inbound.stripped) Add(stripped_);
  // Anyone can send such metadata.
  if (inbound.hidden_retries && inbound.trusted) Add(hidden_retries_);
}

void ServerCounters::OnReplay(ReplayResult result, bool waited,
                              bool store_failed) {
  if (waited) Add(replay_waits_);
  if (store_failed) Add(store_failures_);
  switch (result) {
    case ReplayResult::kNone:
    case ReplayResult::kRan:
    case ReplayResult::kRanAgain:  // counted before
    case ReplayResult::kRanUnguarded:
      break;
    case ReplayResult::kReplayed:
      Add(replayed_);
      break;
    case ReplayResult::kUnknown:
      Add(outcome_unknown_);
      break;
    case ReplayResult::kOtherRequest:
    case ReplayResult::kInvalidKey:
    case ReplayResult::kStoreFull:
    case ReplayResult::kTooManyWait:
    case ReplayResult::kWaitTimedOut:
    case ReplayResult::kStoreFailed:
      Add(key_rejected_);
      break;
  }
}

ServerCounters::Snapshot ServerCounters::Read() const {
  const auto value = [](const Counter& counter) {
    return counter.load(std::memory_order_relaxed);
  };
  Snapshot snapshot;
  snapshot.requests = value(requests_);
  snapshot.retries = value(retries_);
  snapshot.absent = value(absent_);
  snapshot.malformed = value(malformed_);
  snapshot.looped = value(looped_);
  snapshot.clamped = value(clamped_);
  snapshot.stripped = value(stripped_);
  snapshot.hidden_retries = value(hidden_retries_);
  snapshot.advised_against = value(advised_against_);
  snapshot.rejected = value(rejected_);
  snapshot.cancelled = value(cancelled_);
  snapshot.would_reject = value(would_reject_);
  snapshot.replayed = value(replayed_);
  snapshot.ran_again = value(ran_again_);
  snapshot.outcome_unknown = value(outcome_unknown_);
  snapshot.key_rejected = value(key_rejected_);
  snapshot.replay_waits = value(replay_waits_);
  snapshot.store_failures = value(store_failures_);
  return snapshot;
}

}  // namespace baton
