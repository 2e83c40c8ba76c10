// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Batches through a real channel to a real server. Each byte of a payload is an
// item. The response has the items that the server has not processed.

#include "baton/kit/leftovers.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/kit/unit_rig.h"
#include "tests/support/calls/script_step.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::v1::CallRequest;
using testing::v1::CallResponse;

class LeftoversTest : public ::testing::Test, protected UnitRig {
 protected:
  using Batches = Leftovers<CallRequest, CallResponse>;

  LeftoversTest() {
    batch_options.name = "writes";
    batch_options.retry.backoff.initial = absl::Milliseconds(1);
    batch_options.retry.backoff.max = absl::Milliseconds(1);
    batch_options.retry.max_attempts = 5;
    batch_options.retry.edge_grant = 4;
  }

  Batches::Steps Steps() {
    Batches::Steps steps;
    steps.send = [this](const CallRequest& batch, CallResponse* response) {
      grpc::ClientContext context;
      return Stub().Call(&context, batch, response);
    };
    steps.count = [](const CallRequest& batch) {
      return static_cast<int>(batch.payload().size());
    };
    steps.take_left = [](const CallRequest&, CallResponse& response) {
      CallRequest left;
      left.set_payload(response.payload());
      response.set_payload("+");
      return left;
    };
    steps.merge = [](CallResponse response, CallResponse* merged) {
      merged->set_payload(merged->payload() + response.payload());
    };
    return steps;
  }

  Batches::Result Send(const std::string& items) {
    auto batches = Batches::Create(batch_options, Steps());
    EXPECT_TRUE(batches.ok()) << batches.status();
    CallRequest request;
    request.set_payload(items);
    return batches->Run(request);
  }

  // Makes the server process this number of items in each request.
  void ServeItems(std::size_t items) {
    server.Otherwise([items](const SeenAttempt& attempt) {
      return Answer(
          attempt.payload.substr(std::min(items, attempt.payload.size())));
    });
  }
  std::vector<std::string> Payloads() {
    std::vector<std::string> payloads;
    for (const SeenAttempt& attempt : server.AllAttempts()) {
      payloads.push_back(attempt.payload);
    }
    return payloads;
  }

  LeftoversOptions batch_options;
};

TEST_F(LeftoversTest, LeftoversAreSentAgainUntilNothingIsLeft) {
  ServeItems(2);
  const auto result = Send("abcde");
  EXPECT_TRUE(result.status.ok());
  EXPECT_TRUE(result.left_because.ok());
  EXPECT_EQ(result.left.payload(), "");
  EXPECT_EQ(result.report.done, 5);
  EXPECT_EQ(result.report.rounds, 3);
  EXPECT_THAT(Payloads(), ElementsAre("abcde", "cde", "e"));
}

TEST_F(LeftoversTest, ResponsesOfAllRoundsAreMerged) {
  ServeItems(2);
  EXPECT_EQ(Send("abcde").response.payload(), "+++");
}

TEST_F(LeftoversTest, ResultSaysWhatIsLeftAndWhy) {
  ServeItems(1);
  batch_options.retry.max_attempts = 3;
  const auto result = Send("abcde");
  EXPECT_TRUE(result.status.ok());
  EXPECT_EQ(result.left.payload(), "de");
  EXPECT_EQ(result.report.done, 3);
  EXPECT_EQ(result.report.left, 2);
  EXPECT_EQ(result.report.stop_reason, StopReason::kAttemptsExhausted);
  EXPECT_EQ(result.left_because.error_code(), StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_THAT(result.left_because.error_message(),
              AllOf(HasSubstr("batch 'writes'"), HasSubstr("2 of 5 items"),
                    HasSubstr("attempts_exhausted")));
}

TEST_F(LeftoversTest, BatchFailsOnlyIfEveryItemDid) {
  ServeItems(0);
  batch_options.retry.max_attempts = 2;
  const auto result = Send("ab");
  EXPECT_EQ(result.status.error_code(), StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(result.left.payload(), "ab");
  EXPECT_EQ(result.report.done, 0);
}

TEST_F(LeftoversTest, FailedCallKeepsTheItemsThatAreDone) {
  server.Add(Answer("bc"));
  server.Otherwise(Fail(StatusCode::INVALID_ARGUMENT, "bad item"));
  const auto result = Send("abc");
  EXPECT_TRUE(result.status.ok());
  EXPECT_EQ(result.report.done, 1);
  EXPECT_EQ(result.left.payload(), "bc");
  EXPECT_EQ(result.left_because.error_message(), "bad item");
  EXPECT_EQ(result.report.stop_reason, StopReason::kNotRetryable);
}

TEST_F(LeftoversTest, AmbiguousFailureLeavesAnUnknownOutcome) {
  server.Add(Answer("bc"));
  server.Otherwise(Fail(StatusCode::UNAVAILABLE));
  const auto result = Send("abc");
  EXPECT_TRUE(result.report.outcome_unknown);
}

TEST_F(LeftoversTest, RoundsAndRetriesOfTheirCallsShareOneGrant) {
  batch_options.retry.edge_grant = 2;
  server.Add(Fail(StatusCode::UNAVAILABLE));
  ServeItems(1);
  const auto result = Send("abcde");
  // A retry in the first round, and one more round.
  EXPECT_EQ(result.report.rounds, 2);
  EXPECT_EQ(result.report.grant_used, 2);
  EXPECT_EQ(result.report.stop_reason, StopReason::kGrantExhausted);
  EXPECT_EQ(server.attempts(), 3);
}

TEST_F(LeftoversTest, EmptyBatchSendsNothing) {
  const auto result = Send("");
  EXPECT_TRUE(result.status.ok());
  EXPECT_EQ(server.attempts(), 0);
}

TEST_F(LeftoversTest, BatchInsideAUnitIsRejectedByName) {
  const grpc::Status status =
      RunUnit([&](UnitAttempt&) { return Send("ab").status; });
  EXPECT_EQ(status.error_code(), StatusCode::FAILED_PRECONDITION);
  EXPECT_THAT(status.error_message(),
              HasSubstr("batch 'writes' was started inside unit 'checkout'"));
}

TEST_F(LeftoversTest, InvalidOptionsAreListed) {
  const auto batches = Batches::Create(LeftoversOptions(), Batches::Steps());
  EXPECT_EQ(batches.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(batches.status().message()),
              AllOf(HasSubstr("name: "), HasSubstr("steps: ")));
}

}  // namespace
}  // namespace baton
