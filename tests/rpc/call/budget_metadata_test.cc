// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/budget_metadata.h"

#include <map>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace baton::rpc {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

class MapMetadata final : public AttemptMetadata {
 public:
  void Set(absl::string_view key, absl::string_view value) override {
    map[std::string(key)] = std::string(value);
  }
  std::map<std::string, std::string> map;
};

TEST(BudgetMetadataTest, FirstAttemptSendsNoPreviousAttempts) {
  RetryBudgetHeader header;
  header.grant = 2;
  header.hop = 1;
  MapMetadata metadata;
  SetBudgetMetadata(header, metadata);
  EXPECT_THAT(metadata.map, ElementsAre(Pair("retry-budget", "g=2,n=0,h=1")));
}

TEST(BudgetMetadataTest, LaterAttemptSendsNumberOfPreviousAttempts) {
  RetryBudgetHeader header;
  header.attempts_made = 2;
  header.hop = 1;
  header.kind = RetryBudgetHeader::Kind::kRetry;
  header.reason = RetryBudgetHeader::Reason::kUnavailable;
  MapMetadata metadata;
  SetBudgetMetadata(header, metadata);
  EXPECT_THAT(metadata.map, ElementsAre(Pair("grpc-previous-rpc-attempts", "2"),
                                        Pair("retry-budget",
                                             "g=0,n=2,h=1,k=r,w=unavailable")));
}

}  // namespace
}  // namespace baton::rpc
