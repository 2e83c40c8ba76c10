// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/amplification/law_trial.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "tests/core/amplification/call_tree.h"
#include "tests/core/amplification/faults.h"
#include "tests/core/amplification/tree_simulation.h"

namespace baton::amplification {
namespace {

// Draws the header of the request. Most requests have none. The others come
// from a client with a grant, and some of them are near the hop limit.
std::string DrawHeader(SeededUniform& random) {
  if (random.Chance(0.7)) return "";
  return absl::StrCat("g=", random.Below(6), ",n=", random.Below(2),
                      ",h=", random.Chance(0.9) ? 0 : random.Below(15));
}

AmplificationFindings TryTree(const RandomTreeOptions& options,
                              Sabotage sabotage, uint64_t seed, World& world) {
  SeededUniform random{seed};
  const CallTree tree = DrawTree(options, random);
  const Faults faults = DrawFaults(random);
  const std::string header = DrawHeader(random);
  TreeSimulation simulation(tree, faults, sabotage, world, random);
  simulation.Run(header);
  const AmplificationLedger& ledger = simulation.ledger();

  AmplificationFindings findings;
  findings.trees = 1;
  findings.attempts = ledger.attempts();
  findings.domains = ledger.domains();
  for (int grant = 0; grant < AmplificationFindings::kGrants; ++grant) {
    findings.worst[grant] = ledger.Worst(grant);
  }
  if (ledger.broken()) {
    findings.violations = 1;
    findings.smallest_services = static_cast<int>(tree.services.size());
    findings.smallest_violation =
        absl::StrCat("seed ", seed, ": ", ledger.violation(), "\nheader \"",
                     header, "\"\n", tree.ToString());
  }
  return findings;
}

}  // namespace

void AmplificationFindings::Add(const AmplificationFindings& other) {
  trees += other.trees;
  attempts += other.attempts;
  domains += other.domains;
  for (int grant = 0; grant < kGrants; ++grant) {
    worst[grant] = std::max(worst[grant], other.worst[grant]);
  }
  violations += other.violations;
  if (other.smallest_services < smallest_services) {
    smallest_services = other.smallest_services;
    smallest_violation = other.smallest_violation;
  }
}

std::string AmplificationFindings::ToString() const {
  int at = 0;
  for (int grant = 0; grant < kGrants; ++grant) {
    if (worst[grant] * (1 + at) > worst[at] * (1 + grant) ||
        (worst[grant] * (1 + at) == worst[at] * (1 + grant) && grant == 2)) {
      at = grant;
    }
  }
  return absl::StrFormat(
      "worst factor %d.00 of %d.00 allowed, %d trees, %d domains, "
      "%.1f M attempts",
      worst[at], 1 + at, trees, domains, static_cast<double>(attempts) / 1e6);
}

std::string AmplificationFindings::ByGrant() const {
  std::string text;
  for (int grant = 0; grant < kGrants; ++grant) {
    if (worst[grant] == 0) continue;
    absl::StrAppend(&text, text.empty() ? "" : " ", grant, ":", worst[grant]);
  }
  return text;
}

AmplificationFindings TryTrees(const RandomTreeOptions& options,
                               Sabotage sabotage, uint64_t seed, int trees,
                               World& world) {
  AmplificationFindings findings;
  for (int i = 0; i < trees; ++i) {
    // The seeds are far from each other, so that neighboring runs share no
    // tree.
    const uint64_t tree_seed = seed * 1'000'000'007 + static_cast<uint64_t>(i);
    findings.Add(TryTree(options, sabotage, tree_seed, world));
  }
  return findings;
}

}  // namespace baton::amplification
