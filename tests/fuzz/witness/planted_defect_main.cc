// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Replays scripts with a planted defect: planted_defect_main PEER DEFECT
// FILE... PEER is "server" or "client", and names the side under attack. DEFECT
// is "none", "evidence", "labels" or "budget".

#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "tests/fuzz/witness/client_attack.h"
#include "tests/fuzz/witness/planted_defect.h"
#include "tests/fuzz/witness/server_attack.h"

int main(int count, char** arguments) {
  using baton::fuzz::PlantedDefect;
  const std::map<std::string, PlantedDefect> defects = {
      {"none", PlantedDefect::kNone},
      {"evidence", PlantedDefect::kUntrustedEvidence},
      {"labels", PlantedDefect::kSharedLabels},
      {"budget", PlantedDefect::kSharedBudget}};
  if (count < 4 || defects.count(arguments[2]) == 0) return 2;
  const bool is_server = arguments[1] == std::string("server");
  const PlantedDefect planted = defects.at(arguments[2]);
  for (int i = 3; i < count; ++i) {
    std::ifstream file(arguments[i], std::ios::binary);
    if (!file) return 3;
    const std::string script{std::istreambuf_iterator<char>(file),
                             std::istreambuf_iterator<char>()};
    std::fprintf(stderr, "%s\n", arguments[i]);
    if (is_server) {
      baton::fuzz::AttackServer(script, planted);
    } else {
      baton::fuzz::AttackClient(script, planted);
    }
  }
}
