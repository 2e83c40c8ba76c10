// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_AMPLIFICATION_TREE_SIMULATION_H_
#define BATON_TESTS_CORE_AMPLIFICATION_TREE_SIMULATION_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "tests/core/amplification/call_tree.h"
#include "tests/core/amplification/faults.h"
#include "tests/core/amplification/law_ledger.h"
#include "tests/core/amplification/sabotage.h"
#include "tests/core/amplification/seeded_uniform.h"
#include "tests/core/amplification/simulated_call.h"
#include "tests/core/amplification/world.h"

namespace baton::amplification {

// Sends requests through a call tree and enters every attempt in the ledger.
// Grants travel as text. Each participating service reads, uses and reports
// them with the classes of core.
class TreeSimulation {
 public:
  // All references must outlive the simulation.
  TreeSimulation(const CallTree& tree, const Faults& faults, Sabotage sabotage,
                 World& world, SeededUniform& random);

  // Sends one request to service 0. An empty `header` means that it has none.
  // Returns whether the request succeeded.
  bool Run(absl::string_view header = "");

  const AmplificationLedger& ledger() const { return ledger_; }

 private:
  using Values = std::vector<std::string>;
  // A request as it arrives at a service.
  struct Inbound {
    Values header;
    int domain = 0;
    bool is_copy = false;  // a proxy has sent it before
  };
  struct Request;
  struct Reply {
    bool ok = false;
    std::string advice;  // empty: no trailer
  };

  Reply Handle(int service, const Inbound& inbound);
  Reply HandleWithBaton(const Service& service, const Inbound& inbound);
  Reply HandleWithoutBaton(const Service& service, const Inbound& inbound);
  bool Call(const CallSite& site, Request& request);
  void MaybeRespond(Request& request);
  Delivery Deliver(const CallSite& site, Inbound inbound);
  std::string Relayed(const Delivery& delivery) const;
  void ReadAdvice(std::string advice, Delivery& delivery);
  std::string WriteAdvice(bool ok, const Request& request);
  bool Participates(int service) const;
  bool Fails(const Service& service, bool calls_ok);

  const CallTree& tree_;
  const Faults& faults_;
  const Sabotage sabotage_;
  World& world_;
  SeededUniform& random_;
  AmplificationLedger ledger_;
};

}  // namespace baton::amplification

#endif  // BATON_TESTS_CORE_AMPLIFICATION_TREE_SIMULATION_H_
