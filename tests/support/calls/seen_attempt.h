// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_CALLS_SEEN_ATTEMPT_H_
#define BATON_TESTS_SUPPORT_CALLS_SEEN_ATTEMPT_H_

#include <map>
#include <string>
#include <vector>

#include "absl/time/time.h"

namespace baton {

// What a ScriptedServer saw of one attempt, by the time it was asked.
struct SeenAttempt {
  int number = 0;      // In the order of arrival, from 1; 0 if it never came.
  std::string method;  // "/baton.testing.v1.Scripted/Call"
  // As the server's application gets it: no grpc-timeout, no pseudo headers.
  std::multimap<std::string, std::string> metadata;
  // Of its deadline on arrival; infinite for an attempt without one. On the
  // wire it is rounded up, by as much as a hundredth.
  absl::Duration time_left = absl::InfiniteDuration();
  bool has_request = false;  // False if it was cancelled on the way.
  std::string payload;       // Of the CallRequest.
  // Of all CallRequests that were read, and whether the client was seen to say
  // that there are no more; both once ended.
  std::vector<std::string> payloads;
  bool half_closed = false;
  std::string peer;  // "ipv4:127.0.0.1:40000"
  bool ended = false;
  bool cancelled = false;      // Ended, and before the answer was out.
  absl::Duration ended_after;  // From arrival, once ended.

  // The values of one key, in the order they came.
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
