// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/seen_servers.h"

#include <string>

#include "absl/time/time.h"
#include "gtest/gtest.h"
#include "tests/support/fake_clock.h"

namespace baton::core {
namespace {

class SeenServersTest : public ::testing::Test {
 protected:
  // Answers of attempts that run one after the other, each by the server with
  // this letter.
  void Answers(const std::string& servers) {
    for (const char server : servers) {
      const MonotonicTime started_at = clock_.Now();
      clock_.Advance(absl::Milliseconds(5));
      servers_.OnAnswer(std::string(1, server), started_at, clock_.Now());
    }
  }
  bool AreSeveral() const { return servers_.AreSeveral(clock_.Now()); }

  support::FakeClock clock_;
  SeenServers servers_;
};

TEST_F(SeenServersTest, UnknownChannelHasOneServer) {
  EXPECT_FALSE(AreSeveral());
}

TEST_F(SeenServersTest, OnlyServerIsTheLatestOne) {
  EXPECT_EQ(servers_.OnlyServer(clock_.Now()), "");
  Answers("AA");
  EXPECT_EQ(servers_.OnlyServer(clock_.Now()), "A");
  Answers("B");
  EXPECT_EQ(servers_.OnlyServer(clock_.Now()), "B");
}

TEST_F(SeenServersTest, NoneOfSeveralServersIsTheOnlyOne) {
  Answers("ABAB");
  EXPECT_EQ(servers_.OnlyServer(clock_.Now()), "");
}

TEST_F(SeenServersTest, SameAddressIsOneServer) {
  Answers(std::string(1000, 'A'));
  EXPECT_FALSE(AreSeveral());
}

TEST_F(SeenServersTest, AlternatingAddressesAreSeveralServers) {
  Answers("ABA");
  EXPECT_FALSE(AreSeveral());
  Answers("B");
  EXPECT_TRUE(AreSeveral());
}

TEST_F(SeenServersTest, ManyAddressesAreSeveralServers) {
  Answers("ABCD");
  EXPECT_TRUE(AreSeveral());
}

TEST_F(SeenServersTest, ConnectionToAnotherServerIsNoSecondServer) {
  Answers("AAAAABBBBBAAAAA");
  EXPECT_FALSE(AreSeveral());
}

TEST_F(SeenServersTest, LateAnswersOfTheFormerServerAreNoSecondServer) {
  Answers("AAA");
  const MonotonicTime before = clock_.Now();
  clock_.Advance(absl::Milliseconds(5));
  for (int i = 0; i < 10; ++i) {
    Answers("B");
    servers_.OnAnswer("A", before, clock_.Now());
  }
  EXPECT_FALSE(AreSeveral());
}

TEST_F(SeenServersTest, SeveralServersAreForgotten) {
  Answers("ABAB");
  clock_.Advance(SeenServers::kMemory);
  EXPECT_FALSE(AreSeveral());
}

TEST_F(SeenServersTest, BusyChannelReadsFewAddressesOfSuccesses) {
  int read = 0;
  for (int i = 0; i < 10'000; ++i) {
    clock_.Advance(absl::Milliseconds(1));
    if (servers_.WantsAddress(/*failed=*/false, clock_.Now())) ++read;
  }
  EXPECT_GE(read, 100);
  EXPECT_LE(read, 120);
  EXPECT_TRUE(servers_.WantsAddress(/*failed=*/true, clock_.Now()));
}

}  // namespace
}  // namespace baton::core
