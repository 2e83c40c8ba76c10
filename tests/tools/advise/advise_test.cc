// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Runs `baton-policy advise` with files.

#include "tools/baton_policy/advise/advise.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "baton/policy.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/tools/support/ran_tool.h"

namespace baton::tools {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

RanTool RunAdvise(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "advise");
  return RunTool(arguments);
}

// Metrics of a method: 20 ms for most attempts, and 180 ms for 1 of 100.
std::string Metrics(const std::string& method, int attempts) {
  std::string text;
  const auto bucket = [&](const char* end, int count) {
    absl::StrAppend(
        &text, "grpc_client_attempt_duration_seconds_bucket{grpc_method=\"",
        method, "\",grpc_status=\"OK\",le=\"", end, "\"} ", count, "\n");
  };
  bucket("0.02", attempts * 99 / 100);
  bucket("0.18", attempts);
  bucket("+Inf", attempts);
  return text;
}

TEST(AdviseTest, MetricsGiveSuggestionsWithReasons) {
  const RanTool ran = RunAdvise(
      {WriteTestFile("metrics.txt", Metrics("shop.v1.Cart/Get", 20'000) +
                                        Metrics("shop.v1.Cart/Rare", 100))});
  EXPECT_EQ(ran.exit_code, kExitOk) << ran.err;
  EXPECT_EQ(ran.out,
            "# /shop.v1.Cart/Get: 20000 attempts, p50 20ms, p99.9 180ms\n"
            "#   deadline    180ms    one attempt, because the policy allows "
            "no retry after a timeout\n"
            "#   limit       180ms    p99.9: 0.1 % of the attempts take "
            "longer\n"
            "#   hedge delay -        the policy does not declare the method "
            "idempotent\n"
            "# /shop.v1.Cart/Rare: no suggestion: 100 attempts are too few: "
            "0.1 % false timeouts need 10000\n");
}

TEST(AdviseTest, PatchOfThePolicyHasTheSuggestions) {
  const std::string policy = WriteTestFile("policy.textproto", R"(methods {
  name { service: "shop.v1.Cart" method: "Get" }
  idempotency: NO_SIDE_EFFECTS
  hedge { max_attempts: 2 delay: "50ms" }
}
)");
  const RanTool ran = RunAdvise(
      {WriteTestFile("metrics.txt", Metrics("shop.v1.Cart/Get", 20'000)),
       "--policy=" + policy, "--network_allowance=20ms"});
  EXPECT_EQ(ran.exit_code, kExitOk) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("\n#   deadline    680ms    3 attempts of "
                                 "this limit, and 75ms of backoff at most\n"));
  EXPECT_THAT(
      ran.out,
      HasSubstr("@@ -1,5 +1,6 @@\n methods {\n"
                "+  deadline { default_timeout: \"680ms\" }\n"
                "   name { service: \"shop.v1.Cart\" method: \"Get\" }\n"
                "   idempotency: NO_SIDE_EFFECTS\n"
                "-  hedge { max_attempts: 2 delay: \"50ms\" }\n"
                "+  hedge { max_attempts: 2 delay: \"20ms\" }\n }\n"));
}

// Returns one attempt span as a line of a recording.
std::string Attempt(int number, int millis, int code, const char* extra = "") {
  return absl::StrFormat(
      R"({"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"%032x",)"
      R"("spanId":"%016x","name":"Attempt.shop.v1.Cart.Get","kind":3,)"
      R"("startTimeUnixNano":"1000000000000000000",)"
      R"("endTimeUnixNano":"%d","attributes":[)"
      R"({"key":"rpc.method","value":{"stringValue":"shop.v1.Cart/Get"}},)"
      R"({"key":"retry.attempt_number","value":{"intValue":"1"}},)"
      R"({"key":"rpc.response.status_code","value":{"stringValue":"%s"}}%s]}]}]}]})"
      "\n",
      number, number, 1'000'000'000'000'000'000 + int64_t{millis} * 1'000'000,
      code == 0 ? "OK" : "DEADLINE_EXCEEDED", extra);
}

TEST(AdviseTest, TracesGiveSuggestions) {
  std::string recording;
  for (int i = 1; i <= 1000; ++i) {
    recording += Attempt(i, i <= 985 ? 20 : 300, 0);
  }
  recording += Attempt(1001, 5000, 4);
  // Attempts without a connection say nothing about the server.
  for (int i = 2001; i <= 2100; ++i) {
    recording +=
        Attempt(i, 5000, 4,
                R"(,{"key":"retry.never_sent","value":{"boolValue":true}})");
  }
  const RanTool ran = RunAdvise(
      {WriteTestFile("traces.json", recording), "--false_timeouts=1%"});
  EXPECT_EQ(ran.exit_code, kExitOk) << ran.err;
  EXPECT_THAT(ran.out, StartsWith("# /shop.v1.Cart/Get: 1001 attempts, p50 "
                                  "20ms, p99 300ms\n"));
}

TEST(AdviseTest, WrongArgumentsNameWhatIsAllowed) {
  const std::string metrics =
      WriteTestFile("metrics.txt", Metrics("a/B", 20'000));
  struct Row {
    std::vector<std::string> arguments;
    const char* error;
  };
  for (const Row& row : std::vector<Row>{
           {{}, "advise: needs a file\n"},
           {{metrics, "--false_timeouts=0"},
            "--false_timeouts: must be a ratio from 0.001% to 10%"},
           {{metrics, "--false_timeouts=50%"}, "from 0.001% to 10%"},
           {{metrics, "--network_allowance=-1s"},
            "--network_allowance: must be a time from 0s to 1m"},
           {{metrics, "--policy=p.json"},
            "--policy: must be a file in text format"},
           {{metrics, "--polcy=p"}, "unknown flag; did you mean policy?"}}) {
    const RanTool ran = RunAdvise(row.arguments);
    EXPECT_EQ(ran.exit_code, kExitUsage);
    EXPECT_THAT(ran.err, HasSubstr(row.error));
  }
}

TEST(AdviseTest, InvalidFilesAreNamed) {
  RanTool ran = RunAdvise({"no/such.file"});
  EXPECT_EQ(ran.exit_code, kExitBadPolicy);
  EXPECT_EQ(ran.err, "no/such.file: cannot be read\n");
  ran = RunAdvise({WriteTestFile("bad.txt", "up 1\nwhat\n")});
  EXPECT_THAT(ran.err, HasSubstr("bad.txt: 2: must be a sample"));
  ran = RunAdvise({WriteTestFile("bad.json", "{\"resourceSpans\": 7}")});
  EXPECT_EQ(ran.exit_code, kExitBadPolicy);
  EXPECT_THAT(ran.err, HasSubstr("bad.json: "));
  ran = RunAdvise({WriteTestFile("metrics.txt", Metrics("a/B", 20'000)),
                   "--policy=" + WriteTestFile("bad.textproto", "methodz {}")});
  EXPECT_THAT(ran.err, HasSubstr("bad.textproto"));
  EXPECT_THAT(ran.out, Not(HasSubstr("@@")));
}

}  // namespace
}  // namespace baton::tools
