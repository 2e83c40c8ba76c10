// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_AMPLIFICATION_CALL_TREE_H_
#define BATON_TESTS_CORE_AMPLIFICATION_CALL_TREE_H_

#include <string>
#include <vector>

#include "baton/policy/inbound_grant_options.h"
#include "baton/policy/method_policy.h"

namespace baton::law {

// What a service makes of the header that comes in.
enum class Participation {
  kTakesPart,       // it runs Baton
  kForwardsHeader,  // it copies inbound metadata to its calls, as it came
  kDropsHeader,     // it knows nothing of it
  // It copies inbound metadata to its calls, and the trailers of the last one
  // to its answer, as if they were its own.
  kRelaysBothWays,
};

// One call that a handler makes once, each time that it runs.
struct CallSite {
  int callee = 0;
  MethodPolicy policy;
  // Has the caller seen advice from this target before?
  bool callee_known = true;
  // Is a second copy sent while the first still runs?
  bool hedged = false;
};

struct Service {
  Participation participation = Participation::kTakesPart;
  ListenerOptions listener;
  std::vector<CallSite> calls;
  bool always_fails = false;
};

// Who calls whom for one request. Service 0 gets the request, and each other
// service is called from exactly one place: its index names that call site.
struct CallTree {
  std::vector<Service> services;

  // One line a service, for failure messages.
  std::string ToString() const;
};

}  // namespace baton::law

#endif  // BATON_TESTS_CORE_AMPLIFICATION_CALL_TREE_H_
