// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/amplification/random_tree.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "baton/policy/defaults.h"
#include "baton/retry_budget_header.h"

namespace baton::amplification {
namespace {

constexpr int kMaxDepth = 8;
constexpr int kMaxCalls = 4;
constexpr int kMaxServices = 14;
// No second useful attempt fits into a short timeout. Many events fit into the
// longest one.
constexpr absl::Duration kShortTimeout = defaults::kMinAttemptTime;
constexpr absl::Duration kMaxTimeout = absl::Milliseconds(200);

Owner DrawOwner(const RandomTreeOptions& options, SeededUniform& random) {
  constexpr OwnerMode kModes[] = {OwnerMode::kKeep, OwnerMode::kDelegate,
                                  OwnerMode::kSplit};
  Owner owner;
  owner.mode = options.mode.value_or(kModes[random.Below(3)]);
  if (owner.mode == OwnerMode::kSplit) owner.kept_grant = random.Between(1, 3);
  return owner;
}

CallSite DrawCall(int callee, const RandomTreeOptions& options,
                  SeededUniform& random) {
  CallSite call;
  call.callee = callee;
  call.callee_known = random.Chance(0.9);
  call.hedged = random.Chance(0.2);
  call.policy.idempotency =
      random.Chance(0.7) ? Idempotency::kIdempotent : Idempotency::kUnknown;
  if (random.Chance(0.3)) {
    call.timeout =
        random.Next() * (random.Chance(0.5) ? kShortTimeout : kMaxTimeout);
  }
  if (random.Chance(0.1)) call.policy.mode = Mode::kObserve;
  RetryOptions& retry = call.policy.retry;
  retry.owner = DrawOwner(options, random);
  if (random.Chance(0.5)) {
    retry.max_attempts = random.Between(1, defaults::kMaxAttemptsLimit);
    retry.edge_grant = random.Between(0, defaults::kEdgeGrantLimit);
  }
  return call;
}

Service DrawService(bool is_root, const RandomTreeOptions& options,
                    SeededUniform& random) {
  Service service;
  service.always_fails = random.Chance(0.2);
  InboundGrantOptions& inbound_grant = service.inbound_grant;
  inbound_grant.max_grant = kMaxGrant;
  if (random.Chance(0.1)) inbound_grant.max_grant = random.Below(kMaxGrant);
  if (is_root) return service;
  if (options.absent_is_zero) {
    inbound_grant.when_absent = 0;
  } else if (random.Chance(0.2)) {
    inbound_grant.when_absent = random.Below(3);
  }
  if (!options.strangers) return service;
  if (random.Chance(0.05)) {
    inbound_grant.trust = InboundGrantOptions::Trust::kStrip;
  }
  if (random.Chance(0.1)) {
    service.participation = Participation::kForwardsHeader;
  } else if (random.Chance(0.05)) {
    service.participation = Participation::kDropsHeader;
  }
  return service;
}

}  // namespace

CallTree DrawTree(const RandomTreeOptions& options, SeededUniform& random) {
  CallTree tree;
  std::vector<int> depths = {0};
  tree.services.push_back(DrawService(true, options, random));
  const int size = random.Between(2, kMaxServices);
  // Half of the trees are deep, because retries multiply with the depth.
  const bool deep = random.Chance(0.5);
  while (static_cast<int>(tree.services.size()) < size) {
    const int callee = static_cast<int>(tree.services.size());
    const int caller =
        deep && random.Chance(0.8) ? callee - 1 : random.Below(callee);
    Service& parent = tree.services[static_cast<std::size_t>(caller)];
    const int depth = depths[static_cast<std::size_t>(caller)] + 1;
    if (static_cast<int>(parent.calls.size()) == kMaxCalls ||
        depth > kMaxDepth) {
      if (deep) break;
      continue;
    }
    parent.calls.push_back(DrawCall(callee, options, random));
    tree.services.push_back(DrawService(false, options, random));
    depths.push_back(depth);
  }
  return tree;
}

Faults DrawFaults(SeededUniform& random) {
  const auto sometimes = [&random](double at_most) {
    return random.Chance(0.5) ? random.Next() * at_most : 0;
  };
  Faults faults;
  faults.unsent = sometimes(0.3);
  faults.refused = sometimes(0.5);
  faults.unavailable = sometimes(0.7);
  faults.crash = sometimes(0.3);
  faults.attempt_timeout = sometimes(0.5);
  faults.lost_trailer = sometimes(0.5);
  faults.corruption = sometimes(0.3);
  faults.repeated = sometimes(0.3);
  faults.early_response = sometimes(0.5);
  faults.says_no = sometimes(0.3);
  faults.fallback = sometimes(0.5);
  faults.keeps_quiet = random.Chance(0.5) ? 1 : random.Next();
  return faults;
}

}  // namespace baton::amplification
