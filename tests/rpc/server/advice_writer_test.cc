// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/server/advice_writer.h"

#include <map>
#include <string>

#include "absl/time/time.h"
#include "baton/retry_advice.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace baton::rpc {
namespace {

using ::testing::Pair;
using ::testing::UnorderedElementsAre;

RetryAdvice Says(RetryAdvice::Verdict verdict) {
  RetryAdvice advice;
  advice.verdict = verdict;
  advice.used = 1;
  return advice;
}

TEST(AdviceWriterTest, NoVerdictIsWrittenForAllClients) {
  std::multimap<std::string, std::string> trailers;
  WriteAdvice(Says(RetryAdvice::Verdict::kNo), trailers);
  EXPECT_THAT(trailers,
              UnorderedElementsAre(Pair("retry-advice", "r=no,u=1"),
                                   Pair("grpc-retry-pushback-ms", "-1")));
}

TEST(AdviceWriterTest, DelayIsWrittenForAllClientsInWholeMilliseconds) {
  std::multimap<std::string, std::string> trailers;
  RetryAdvice after = Says(RetryAdvice::Verdict::kAfter);
  after.delay = absl::Microseconds(1'200);
  WriteAdvice(after, trailers);
  EXPECT_THAT(trailers,
              UnorderedElementsAre(Pair("retry-advice", "r=after,ms=2,u=1"),
                                   Pair("grpc-retry-pushback-ms", "2")));
}

TEST(AdviceWriterTest, AdviceWithoutObjectionKeepsApplicationPushback) {
  std::multimap<std::string, std::string> trailers = {
      {"grpc-retry-pushback-ms", "7"}, {"shop", "x"}};
  WriteAdvice(Says(RetryAdvice::Verdict::kOk), trailers);
  EXPECT_THAT(trailers,
              UnorderedElementsAre(Pair("retry-advice", "r=ok,u=1"),
                                   Pair("grpc-retry-pushback-ms", "7"),
                                   Pair("shop", "x")));
}

// A handler may forward all trailers that it received, even from several calls.
TEST(AdviceWriterTest, AdviceReplacesForwardedAdvice) {
  std::multimap<std::string, std::string> trailers = {
      {"retry-advice", "r=ok,u=0"},
      {"retry-advice", "r=after,ms=9,u=0"},
      {"grpc-retry-pushback-ms", "9"},
      {"grpc-retry-pushback-ms", "8"}};
  WriteAdvice(Says(RetryAdvice::Verdict::kNo), trailers);
  EXPECT_THAT(trailers,
              UnorderedElementsAre(Pair("retry-advice", "r=no,u=1"),
                                   Pair("grpc-retry-pushback-ms", "-1")));
}

}  // namespace
}  // namespace baton::rpc
