// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// The switch that stops all retries of the process, for units and batches.

#include "baton/policy/retry_stop.h"

#include <memory>
#include <string>
#include <thread>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "baton/classifier.h"
#include "baton/kit/leftovers.h"
#include "gtest/gtest.h"
#include "tests/kit/unit_rig.h"
#include "tests/support/calls/script_step.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using testing::v1::CallRequest;
using testing::v1::CallResponse;

class RetryStopKitTest : public ::testing::Test, protected UnitRig {
 protected:
  ~RetryStopKitTest() override { StopAllRetries(false); }

  // Batches whose server processes one item of each request.
  Leftovers<CallRequest, CallResponse>::Result SendBatch(
      const RetryOptions& retry) {
    LeftoversOptions batch;
    batch.name = "writes";
    batch.retry = retry;
    batch.total_time = absl::Hours(10);
    Leftovers<CallRequest, CallResponse>::Steps steps;
    steps.send = [this](const CallRequest& request, CallResponse* response) {
      grpc::ClientContext context;
      return Stub().Call(&context, request, response);
    };
    steps.count = [](const CallRequest& request) {
      return static_cast<int>(request.payload().size());
    };
    steps.take_left = [](const CallRequest&, CallResponse& response) {
      CallRequest left;
      left.set_payload(response.payload());
      return left;
    };
    steps.merge = [](const CallResponse&, CallResponse*) {};
    server.Otherwise([](const SeenAttempt& attempt) {
      return Answer(attempt.payload.substr(1));
    });
    auto batches = Leftovers<CallRequest, CallResponse>::Create(batch, steps);
    EXPECT_TRUE(batches.ok()) << batches.status();
    CallRequest request;
    request.set_payload("abc");
    return batches->Run(request);
  }

  // Waits of an hour.
  static RetryOptions Slow() {
    RetryOptions retry;
    retry.backoff.initial = absl::Hours(1);
    retry.backoff.max = absl::Hours(1);
    retry.backoff.jitter = Jitter::kPlusMinus20Percent;
    retry.max_retry_time = absl::Hours(10);
    return retry;
  }
};

TEST_F(RetryStopKitTest, StoppedUnitRunsOnce) {
  StopAllRetries(true);
  server.Otherwise(Fail(StatusCode::UNAVAILABLE));
  RunUnit([this](UnitAttempt&) { return Call(); });
  EXPECT_EQ(report.runs, 1);
  EXPECT_EQ(server.attempts(), 1);
  EXPECT_EQ(report.stop_reason, StopReason::kAllRetriesStopped);
}

TEST_F(RetryStopKitTest, UnitThatWaitsForItsReplayEnds) {
  options.retry = Slow();
  options.total_time = absl::Hours(10);
  server.Otherwise(Fail(StatusCode::UNAVAILABLE));
  std::thread stopper;
  RunUnit([&](UnitAttempt&) {
    const grpc::Status status = Call();
    // Ends the wait that follows, or prevents it.
    stopper = std::thread([] { StopAllRetries(true); });
    return status;
  });
  stopper.join();
  EXPECT_EQ(report.runs, 1);
  EXPECT_EQ(report.stop_reason, StopReason::kAllRetriesStopped);
}

// Stops all retries while Baton decides about a replay, after it has asked
// whether retries are stopped.
class StopInDecision final : public Classifier {
 public:
  OutcomeClass Classify(const AttemptOutcome& outcome) const override {
    if (outcome.code == absl::StatusCode::kOk) return OutcomeClass::kSuccess;
    StopAllRetries(true);
    return OutcomeClass::kTransient;
  }
};

// The second wait, of zero, is what the server requests.
TEST_F(RetryStopKitTest, UnitThatIsStoppedInADecisionIsNotReplayed) {
  options.classifier = std::make_shared<StopInDecision>();
  for (const char* const pushback : {"1", "0"}) {
    StopAllRetries(false);
    const int attempts = server.attempts();
    server.Add(Fail(StatusCode::UNAVAILABLE).WithPushback(pushback));
    RunUnit([this](UnitAttempt&) { return Call(); });
    EXPECT_EQ(report.runs, 1) << pushback;
    EXPECT_EQ(report.stop_reason, StopReason::kAllRetriesStopped) << pushback;
    EXPECT_EQ(server.attempts(), attempts + 1) << pushback;
  }
}

TEST_F(RetryStopKitTest, StoppedUnitIsVerifiedOnlyOnce) {
  StopAllRetries(true);
  options.verify = [](const UnitAttempt&) { return Verified::kUnknown; };
  options.verify_retry.max_attempts = 3;
  server.Otherwise(Fail(StatusCode::UNAVAILABLE));
  RunUnit([this](UnitAttempt&) { return Call(Idempotency::kUnknown); });
  EXPECT_EQ(report.verifications, 1);
}

TEST_F(RetryStopKitTest, StoppedBatchSendsOneRound) {
  StopAllRetries(true);
  const auto result = SendBatch(RetryOptions());
  EXPECT_EQ(result.report.rounds, 1);
  EXPECT_EQ(result.report.stop_reason, StopReason::kAllRetriesStopped);
}

TEST_F(RetryStopKitTest, BatchThatWaitsForItsNextRoundEnds) {
  std::thread stopper;
  server.Add(Answer("bc"));
  stopper = std::thread([this] {
    server.AwaitEnd(1);
    StopAllRetries(true);
  });
  const auto result = SendBatch(Slow());
  stopper.join();
  EXPECT_EQ(result.report.rounds, 1);
  EXPECT_EQ(result.report.stop_reason, StopReason::kAllRetriesStopped);
}

}  // namespace
}  // namespace baton
