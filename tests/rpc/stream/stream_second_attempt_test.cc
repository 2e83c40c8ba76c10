// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Second attempts beside late streams. One server serves all calls. It answers
// quick calls at once, and holds the first attempt of a late call.

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "absl/time/time.h"
#include "baton/client.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/stream_forms.h"
#include "tests/support/patience.h"
#include "tests/support/real_time.h"

namespace baton {
namespace {

using Payloads = std::vector<std::string>;

// Calls until the latency of the method is measured.
constexpr int kMeasured = 110;

// The API, and whether the first attempts are in place.
using Parameter = std::tuple<StreamApi, bool>;

class StreamSecondAttemptTest : public ::testing::TestWithParam<Parameter> {
 protected:
  StreamSecondAttemptTest() {
    server_.Otherwise([this](const SeenAttempt& seen) {
      const std::string advice = "r=ok,u=0,c=d";
      if (seen.payload != "late") {
        return Answer("quick").WithTrailer("retry-advice", advice);
      }
      const bool is_first = late_attempts_.fetch_add(1) == 0;
      if (is_first) first_late_ = seen.number;
      const ScriptStep step = Answer(is_first ? "first" : "second")
                                  .WithTrailer("retry-advice", advice);
      return is_first || holds_second_ ? step.Held() : step;
    });
    channel_ = NewBatonChannel("dns:///" + server_.address(), QuickOptions(),
                               std::get<bool>(GetParam())
                                   ? ClientInterceptorFactories()
                                   : PassingInterceptors());
    for (int i = 0; i < kMeasured; ++i) CallQuickly();
    // Baton computes the percentiles again a tenth of a second after the last
    // time, so that it may not have seen these calls yet.
    const Stopwatch watch;
    while (watch.Elapsed() < absl::Milliseconds(150)) CallQuickly();
  }

  StreamResult Call(const std::string& payload, grpc::ClientContext& context) {
    return MakeStreamCall(std::get<StreamApi>(GetParam()), StreamKind::kServer,
                          channel_, context, {payload});
  }
  void CallQuickly() {
    EXPECT_TRUE(Call("quick", *NewContext(kPatience)).status.ok());
  }
  std::future<StreamResult> StartLate() {
    context_ = NewContext(kPatience);
    return std::async(std::launch::async,
                      [this] { return Call("late", *context_); });
  }
  // Calls until the late call has this number of attempts, or has ended.
  void Overtake(const std::future<StreamResult>& late, int attempts) {
    const auto give_up = FromNow(kPatience);
    while (late_attempts_ < attempts &&
           late.wait_for(std::chrono::seconds(0)) !=
               std::future_status::ready &&
           FromNow(absl::ZeroDuration()) < give_up) {
      CallQuickly();
    }
  }

  std::atomic<int> late_attempts_{0};
  std::atomic<int> first_late_{0};
  std::atomic<bool> holds_second_{false};
  ScriptedServer server_;
  std::shared_ptr<grpc::Channel> channel_;
  std::shared_ptr<grpc::ClientContext> context_;
};

INSTANTIATE_TEST_SUITE_P(
    Firsts, StreamSecondAttemptTest,
    ::testing::Combine(::testing::Values(StreamApi::kSync,
                                         StreamApi::kCallback),
                       ::testing::Bool()),
    [](const auto& test) {
      return Name(std::get<StreamApi>(test.param)) +
             (std::get<bool>(test.param) ? "InPlace" : "Separate");
    });

TEST_P(StreamSecondAttemptTest, OvertakenStreamIsServedByItsSecondAttempt) {
  std::future<StreamResult> late = StartLate();
  Overtake(late, 2);
  const StreamResult result = late.get();
  EXPECT_TRUE(result.status.ok()) << result;
  EXPECT_EQ(result.payloads, Payloads{"second"});
  EXPECT_EQ(late_attempts_, 2);
  EXPECT_TRUE(server_.AwaitEnd(first_late_).cancelled);
  const std::optional<CallReport> report = GetCallReport(*context_);
  ASSERT_TRUE(report.has_value());
  ASSERT_EQ(report->attempts.size(), 2u);
  EXPECT_EQ(report->attempts[1].wait_cause, WaitCause::kLate);
}

TEST_P(StreamSecondAttemptTest, FirstAttemptMayStillWin) {
  holds_second_ = true;
  std::future<StreamResult> late = StartLate();
  Overtake(late, 2);
  server_.Release(first_late_);
  const StreamResult result = late.get();
  EXPECT_TRUE(result.status.ok()) << result;
  EXPECT_EQ(result.payloads, Payloads{"first"});
  EXPECT_EQ(late_attempts_, 2);
}

TEST_P(StreamSecondAttemptTest, CancelEndsBothAttempts) {
  holds_second_ = true;
  std::future<StreamResult> late = StartLate();
  Overtake(late, 2);
  context_->TryCancel();
  EXPECT_EQ(late.get().status.error_code(), grpc::StatusCode::CANCELLED);
  EXPECT_TRUE(server_.AwaitEnd(first_late_).cancelled);
}

}  // namespace
}  // namespace baton
