// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_CALLS_SEEN_ATTEMPT_H_
#define BATON_TESTS_SUPPORT_CALLS_SEEN_ATTEMPT_H_

#include <map>
#include <string>
#include <vector>

#include "absl/time/time.h"

namespace baton {

// The part of an attempt that a ScriptedServer has seen up to now.
struct SeenAttempt {
  int number = 0;      // In the order of arrival, from 1. 0: none.
  std::string method;  // "/baton.testing.v1.Scripted/Call"
  // As the server's application gets it: no grpc-timeout, no pseudo headers.
  std::multimap<std::string, std::string> metadata;
  // The time to its deadline at arrival. Infinite without a deadline. The sent
  // value is rounded up by at most a hundredth.
  absl::Duration time_left = absl::InfiniteDuration();
  bool has_request = false;  // False if it was cancelled in flight.
  std::string payload;       // From the CallRequest.
  // The payloads of all messages that were read, and whether the client
  // half-closed. Both are set at the end.
  std::vector<std::string> payloads;
  bool half_closed = false;
  std::string peer;  // "ipv4:127.0.0.1:40000"
  bool ended = false;
  bool cancelled = false;      // Ended before the response was sent.
  absl::Duration ended_after;  // Since the arrival. Set at the end.

  // Returns the values of one key, in the order of arrival.
  std::vector<std::string> Values(const std::string& key) const {
    std::vector<std::string> values;
    const auto range = metadata.equal_range(key);
    for (auto it = range.first; it != range.second; ++it) {
      values.push_back(it->second);
    }
    return values;
  }
};

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_CALLS_SEEN_ATTEMPT_H_
