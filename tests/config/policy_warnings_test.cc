// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <string>
#include <vector>

#include "baton/policy.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace baton {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> NotesOf(const char* text) {
  const auto loaded = LoadPolicy(text, "f");
  EXPECT_TRUE(loaded.ok()) << loaded.status();
  return loaded.ok() ? loaded->notes : std::vector<std::string>();
}

TEST(PolicyWarningsTest, DefaultsHaveNoWarnings) {
  EXPECT_THAT(NotesOf("methods { name {} retry { max_attempts: 3 } }"),
              IsEmpty());
  EXPECT_THAT(NotesOf("methods { name {} retry { max_attempts: 1 } }"),
              IsEmpty());
  EXPECT_THAT(NotesOf("methods { name {} deadline { max_timeout: '1m' } }"),
              IsEmpty());
}

TEST(PolicyWarningsTest, MoreAttemptsThanTheGrantAllowsAreNamed) {
  EXPECT_THAT(
      NotesOf("methods { name {} retry { max_attempts: 5 } }"),
      ElementsAre("f:1:27: methods[0].retry.max_attempts: is 5, but edge_grant "
                  "2 lets a call of an edge make only 3 attempts; set "
                  "edge_grant to 4"));
  EXPECT_THAT(NotesOf("methods { name {} "
                      "retry { max_attempts: 5 edge_grant: 4 } }"),
              IsEmpty());
}

TEST(PolicyWarningsTest, MoreHedgesThanTheGrantAllowsAreNamed) {
  EXPECT_THAT(
      NotesOf("methods { name {} idempotency: IDEMPOTENT "
              "hedge { max_attempts: 4 } }"),
      ElementsAre("f:1:51: methods[0].hedge.max_attempts: is 4, but edge_grant "
                  "2 lets a call of an edge make only 3 attempts; set "
                  "edge_grant to 3"));
}

TEST(PolicyWarningsTest, MoreAttemptsOfAClassThanTheGrantAllowsAreNamed) {
  EXPECT_THAT(
      NotesOf("methods { name {} retry { contention { max_attempts: 5 } } }"),
      ElementsAre("f:1:40: methods[0].retry.contention.max_attempts: is 5, but "
                  "edge_grant 2 lets a call of an edge make only 3 attempts; "
                  "set edge_grant to 4"));
  EXPECT_THAT(NotesOf("methods { name {} retry { edge_grant: 4 "
                      "throttled { max_attempts: 5 } } }"),
              IsEmpty());
}

TEST(PolicyWarningsTest, AttemptsOfAClassWithoutRetriesAreNamed) {
  EXPECT_THAT(
      NotesOf("methods { name {} retry { max_attempts: 1 "
              "throttled { max_attempts: 2 } } }"),
      ElementsAre("f:1:55: methods[0].retry.throttled.max_attempts: has no "
                  "effect: max_attempts 1 disables retries"));
}

TEST(PolicyWarningsTest, WarningBelongsToTheEntryThatSetsTheValue) {
  EXPECT_THAT(NotesOf("methods { name {} retry { max_attempts: 4 } }\n"
                      "methods { name { service: 'a.B' } "
                      "retry { edge_grant: 1 } }\n"
                      "methods { name { service: 'a.C' } mode: OBSERVE }"),
              ElementsAre("f:1:27: methods[0].retry.max_attempts: is 4, but "
                          "edge_grant 2 lets a call of an edge make only 3 "
                          "attempts; set edge_grant to 3",
                          "f:2:43: methods[1].retry.max_attempts: is 4, but "
                          "edge_grant 1 lets a call of an edge make only 2 "
                          "attempts; set edge_grant to 3"));
}

TEST(PolicyWarningsTest, TimeoutsAboveTheMaximumAreNamed) {
  EXPECT_THAT(
      NotesOf("methods { name {} deadline { attempt_timeout: '2s' "
              "default_timeout: '3s' max_timeout: '1s' } }"),
      ElementsAre("f:1:30: methods[0].deadline.attempt_timeout: has no effect: "
                  "the deadline of a call is at most 1s",
                  "f:1:52: methods[0].deadline.default_timeout: is cut to "
                  "max_timeout, which is 1s"));
}

TEST(PolicyWarningsTest, ConnectTimeoutAboveTheMaximumIsNamed) {
  EXPECT_THAT(
      NotesOf("methods { name {} deadline { connect_timeout: '2m' "
              "max_timeout: '1m' } }"),
      ElementsAre("f:1:30: methods[0].deadline.connect_timeout: has no effect: "
                  "the deadline of a call is at most 1m"));
}

TEST(PolicyWarningsTest, FirstAnswerTimeoutOfStreamsThatMayWaitIsNamed) {
  EXPECT_THAT(
      NotesOf("methods { name {} deadline { missing: ALLOW } "
              "stream { first_answer_timeout: '1s' } }"),
      ElementsAre("f:1:56: methods[0].stream.first_answer_timeout: has no "
                  "effect: streams without a deadline are allowed to wait"));
}

TEST(PolicyWarningsTest, FallbackBeyondTheLastAttemptIsNamed) {
  EXPECT_THAT(NotesOf("methods { name {} retry { max_attempts: 2 } "
                      "fallback { from_attempt: 3 } }"),
              ElementsAre("f:1:56: methods[0].fallback.from_attempt: has no "
                          "effect: a call makes at most 2 attempts"));
}

TEST(PolicyWarningsTest, InboundGrantNamesTheOptionThatItNeeds) {
  EXPECT_THAT(NotesOf("inbound_grant {}"),
              ElementsAre("f:1:1: inbound_grant: has an effect only on a "
                          "server whose ServerOptions::policy_source has this "
                          "policy"));
}

TEST(PolicyWarningsTest, RequestReplayNamesTheOptionsThatItNeeds) {
  EXPECT_THAT(NotesOf("request_replay {}"),
              ElementsAre("f:1:1: request_replay: has an effect only on a "
                          "server with ServerOptions::replay_store, whose "
                          "ServerOptions::policy_source has this policy"));
}

TEST(PolicyWarningsTest, LimitsOfServersNameTheOptionThatTheyNeed) {
  for (const std::string field :
       {"retry_ratio_limit", "expired_requests", "cancelled_requests"}) {
    EXPECT_THAT(NotesOf((field + " {}").c_str()),
                ElementsAre("f:1:1: " + field +
                            ": has an effect only on a server whose "
                            "ServerOptions::policy_source has this policy"));
  }
}

}  // namespace
}  // namespace baton
