// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// The amplification bound: with a grant of G, a call site gets at most 1 + G
// attempts for each attempt that it would get without retries. In addition, no
// call accounts for more than its grant.
//
// To run more trees:
//   ./bazelw run //tests/core/amplification:law_test --
//       --seed=7 --trees=1000000

#include <cstdint>
#include <iostream>
#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "gtest/gtest.h"
#include "tests/core/amplification/law_trial.h"

namespace baton::amplification {
namespace {

uint64_t first_seed = 1;
int trees_in_all = 120'000;

class AmplificationTest : public testing::Test {
 protected:
  // Runs a fifth of all trees.
  void ExpectKept(const std::string& name, const RandomTreeOptions& options,
                  uint64_t seed) {
    World world;
    const AmplificationFindings findings =
        TryTrees(options, Sabotage::kNone, first_seed * 100 + seed,
                 trees_in_all / 5, world);
    std::cout << name << ": " << findings.ToString() << "\n  by grant "
              << findings.ByGrant() << "\n";
    EXPECT_EQ(findings.violations, 0) << findings.smallest_violation;
    // Some tree must reach the bound. Otherwise the bound was not tested.
    EXPECT_EQ(findings.worst[2], 3);
    all_.Add(findings);
  }

  static void TearDownTestSuite() {
    std::cout << "overall: " << all_.ToString() << "\n  by grant "
              << all_.ByGrant() << "\n";
  }

  static AmplificationFindings all_;
};

AmplificationFindings AmplificationTest::all_;

TEST_F(AmplificationTest, HoldsIfEachLayerKeepsItsGrant) {
  RandomTreeOptions options;
  options.mode = OwnerMode::kKeep;
  ExpectKept("keep", options, 1);
}

TEST_F(AmplificationTest, HoldsIfEachLayerDelegates) {
  RandomTreeOptions options;
  options.mode = OwnerMode::kDelegate;
  ExpectKept("delegate", options, 2);
}

TEST_F(AmplificationTest, HoldsIfEachLayerSplits) {
  RandomTreeOptions options;
  options.mode = OwnerMode::kSplit;
  ExpectKept("split", options, 3);
}

TEST_F(AmplificationTest, HoldsForMixedOwnerModes) {
  ExpectKept("mixed", RandomTreeOptions(), 4);
}

// With when_absent 0, services without Baton end no domain. The bound then
// covers the whole request.
TEST_F(AmplificationTest, HoldsForTheWholeRequestIfWhenAbsentIsZero) {
  RandomTreeOptions options;
  options.absent_is_zero = true;
  ExpectKept("absent is zero", options, 5);
}

}  // namespace
}  // namespace baton::amplification

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  for (int i = 1; i < argc; ++i) {
    absl::string_view argument = argv[i];
    const bool known =
        (absl::ConsumePrefix(&argument, "--seed=") &&
         absl::SimpleAtoi(argument, &baton::amplification::first_seed)) ||
        (absl::ConsumePrefix(&argument, "--trees=") &&
         absl::SimpleAtoi(argument, &baton::amplification::trees_in_all));
    if (!known) {
      std::cerr << "unknown argument " << argv[i] << "\n";
      return 2;
    }
  }
  return RUN_ALL_TESTS();
}
