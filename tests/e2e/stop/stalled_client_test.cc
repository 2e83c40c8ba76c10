// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// A client process that is stopped during a call knows that the call was slow
// because of this. A client whose server is slow does not say so.

#include <cstdio>
#include <memory>
#include <string>
#include <variant>

#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/telemetry.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/e2e/stop/child_process.h"
#include "tests/e2e/stop/machine_time.h"
#include "tests/e2e/stop/shared_memory.h"
#include "tests/e2e/stop/shared_signals.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/patience.h"
#include "tests/support/telemetry/metric_recorder.h"
#include "tests/support/telemetry/span_recorder.h"

namespace baton::e2e {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr Nanos kPatienceNanos = 60 * kSecond;
constexpr Nanos kStall = 400 * kMillisecond;
// A busy machine may stall a healthy client, too, but not in each call.
constexpr int kRounds = 8;

// What a client tells about one call.
struct Told {
  double lasted_ms;
  double stalled_ms;
  double attribute_ms;  // -1: no attribute
  double gauge_ms;
  char text[2048];
};

// A process that makes calls, one after the other.
class Client {
 public:
  // Forks this process.
  explicit Client(int calls)
      : told_(static_cast<std::size_t>(calls)),
        process_([this, calls] { return Run(calls); }) {}

  void Connect(const std::string& address) {
    std::snprintf(&address_[0], kAddressBytes, "%s", address.c_str());
    connected_.Give();
  }
  const ChildProcess& process() const { return process_; }
  // Returns what the client tells about its next call.
  const Told& AwaitCall() {
    EXPECT_TRUE(called_.Take(Now() + kPatienceNanos));
    return told_[calls_++];
  }

 private:
  static constexpr std::size_t kAddressBytes = 64;

  int Run(int calls) {
    if (!connected_.Take(Now() + kPatienceNanos)) return 1;
    SpanRecorder spans;
    MetricRecorder metrics;
    TelemetryOptions telemetry;
    telemetry.tracing.provider = spans.provider();
    telemetry.metering.provider = metrics.provider();
    ClientOptions options = QuickOptions();
    options.telemetry = OpenTelemetry(telemetry);
    const auto channel = NewBatonChannel(&address_[0], options);
    for (int i = 0; i < calls; ++i) {
      const auto context = NewContext(kPatience);
      MakeUnaryCall(UnaryForm::kSync, channel, context, RequestOf("hello"));
      Tell(*GetCallReport(*context), spans, metrics,
           told_[static_cast<std::size_t>(i)]);
      called_.Give();
    }
    return 0;
  }

  static void Tell(const CallReport& report, SpanRecorder& spans,
                   MetricRecorder& metrics, Told& told) {
    told.lasted_ms = absl::ToDoubleMilliseconds(report.lasted);
    told.stalled_ms = absl::ToDoubleMilliseconds(report.stalled);
    told.attribute_ms = -1;
    for (const RecordedSpan& span : spans.TakeNew()) {
      const auto found = span.attributes.find("retry.process_stall_ms");
      if (found != span.attributes.end()) {
        told.attribute_ms = std::get<double>(found->second);
      }
    }
    told.gauge_ms = 1000 * metrics.Sum("retry.process.stall");
    std::snprintf(told.text, sizeof(told.text), "%s\n%s",
                  OneLine(report).c_str(), MultiLine(report).c_str());
  }

  const SharedMemory<char> address_{kAddressBytes};
  const SharedMemory<Told> told_;
  const SharedSignals connected_;
  const SharedSignals called_;
  std::size_t calls_ = 0;
  const ChildProcess process_;
};

// Both clients are forked before this process uses gRPC.
class StalledClientTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    stopped_ = new Client(1);
    healthy_ = new Client(kRounds);
  }
  static void TearDownTestSuite() {
    delete stopped_;
    delete healthy_;
  }

  // Waits for a fixed time. Nothing can end it earlier.
  static void Wait(Nanos time) { SharedSignals().Take(Now() + time); }

  static Client* stopped_;
  static Client* healthy_;
};

Client* StalledClientTest::stopped_ = nullptr;
Client* StalledClientTest::healthy_ = nullptr;

TEST_F(StalledClientTest, StoppedClientReportsItsStall) {
  ScriptedServer server;
  server.Add(Answer("ok").Held());
  stopped_->Connect(server.address());
  server.AwaitAttempt(1);
  Wait(100 * kMillisecond);
  stopped_->process().Stop();
  stopped_->process().AwaitStop();
  server.Release(1);
  Wait(kStall);
  stopped_->process().Continue();
  const Told& told = stopped_->AwaitCall();
  EXPECT_GE(told.lasted_ms, 400);
  EXPECT_GE(told.stalled_ms, 300) << told.text;
  EXPECT_LE(told.stalled_ms, told.lasted_ms - 90) << told.text;
  EXPECT_DOUBLE_EQ(told.attribute_ms, told.stalled_ms);
  EXPECT_GE(told.gauge_ms, 300);
  EXPECT_THAT(std::string(told.text), HasSubstr(", process stalled "));
  EXPECT_THAT(std::string(told.text),
              HasSubstr("Look at this client before you blame the server."));
}

TEST_F(StalledClientTest, ClientOfASlowServerReportsNoStall) {
  ScriptedServer server;
  server.Otherwise(Answer("ok").Held());
  healthy_->Connect(server.address());
  bool was_healthy = false;
  for (int round = 1; round <= kRounds; ++round) {
    server.AwaitAttempt(round);
    Wait(kStall / 2);
    server.Release(round);
    const Told& told = healthy_->AwaitCall();
    EXPECT_GE(told.lasted_ms, 190);
    if (told.stalled_ms > 0) continue;
    was_healthy = true;
    EXPECT_EQ(told.attribute_ms, -1);
    EXPECT_THAT(std::string(told.text), Not(HasSubstr("stalled")));
  }
  EXPECT_TRUE(was_healthy);
}

}  // namespace
}  // namespace baton::e2e
