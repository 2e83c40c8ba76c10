// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_AMPLIFICATION_CALL_TREE_H_
#define BATON_TESTS_CORE_AMPLIFICATION_CALL_TREE_H_

#include <string>
#include <vector>

#include "absl/time/time.h"
#include "baton/policy/inbound_grant_options.h"
#include "baton/policy/method_policy.h"

namespace baton::amplification {

// How a service handles the inbound header.
enum class Participation {
  kParticipates,    // runs Baton
  kForwardsHeader,  // copies inbound metadata unchanged to its calls
  kDropsHeader,     // does not know the header
  // Copies inbound metadata to its calls, and the trailers of its last call to
  // its response, unchanged.
  kRelaysBothWays,
};

// A call that a handler makes each time that it runs.
struct CallSite {
  int callee = 0;
  MethodPolicy policy;
  // Whether the caller has received advice from this target before.
  bool callee_known = true;
  // The time of each call. Infinite: no deadline.
  absl::Duration timeout = absl::InfiniteDuration();
  // Whether a second attempt is sent while the first one runs.
  bool hedged = false;
};

struct Service {
  Participation participation = Participation::kParticipates;
  InboundGrantOptions inbound_grant;
  std::vector<CallSite> calls;
  bool always_fails = false;
};

// The calls of one request. Service 0 receives the request. Each other service
// is called from exactly one place, and its index names that call site.
struct CallTree {
  std::vector<Service> services;

  // Returns one line per service, for failure messages.
  std::string ToString() const;
};

}  // namespace baton::amplification

#endif  // BATON_TESTS_CORE_AMPLIFICATION_CALL_TREE_H_
