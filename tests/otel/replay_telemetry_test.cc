// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Tests what spans, metrics and counters of a server show of idempotency keys.

#include <atomic>
#include <memory>
#include <string>
#include <thread>

#include "absl/time/time.h"
#include "baton/idempotency/memory_replay_store.h"
#include "baton/rpc/request/replay_waits.h"
#include "baton/server.h"
#include "baton/telemetry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/keyed_server.h"
#include "tests/support/patience.h"
#include "tests/support/real_time.h"
#include "tests/support/signal.h"
#include "tests/support/telemetry/metric_recorder.h"
#include "tests/support/telemetry/span_recorder.h"

namespace baton {
namespace {

using ::testing::Contains;
using ::testing::Key;
using ::testing::Not;
using ::testing::Pair;
using testing::v1::CallRequest;
using testing::v1::CallResponse;

constexpr char kMethod[] = "baton.testing.v1.Scripted/Call";

// A memory store that can fail.
class FailingStore final : public ReplayStore {
 public:
  Properties properties() const override { return store_->properties(); }
  absl::StatusOr<Claim> ClaimKey(const Request& request) override {
    if (claims_fail) return absl::UnavailableError("down");
    return store_->ClaimKey(request);
  }
  absl::Status Renew(const ReplayKey& key, uint64_t token) override {
    return store_->Renew(key, token);
  }
  absl::Status Finish(const ReplayKey& key, uint64_t token,
                      const StoredAnswer* answer, absl::Duration keep_for,
                      MonotonicTime now) override {
    if (ends_fail) return absl::UnavailableError("down");
    return store_->Finish(key, token, answer, keep_for, now);
  }
  absl::Status Free(const ReplayKey& key, uint64_t token) override {
    return store_->Free(key, token);
  }

  std::atomic<bool> claims_fail{false};
  std::atomic<bool> ends_fail{false};

 private:
  const std::shared_ptr<ReplayStore> store_ = NewMemoryReplayStore();
};

class ReplayTelemetryTest : public ::testing::Test {
 protected:
  ReplayTelemetryTest() {
    TelemetryOptions telemetry;
    telemetry.tracing.provider = spans_.provider();
    telemetry.metering.provider = metrics_.provider();
    ServerOptions options;
    options.telemetry = OpenTelemetry(telemetry);
    options.replay_store = store_;
    options.counters = counters_;
    server_ = std::make_unique<KeyedServer>(
        HandlerApi::kSync, options,
        [this](grpc::ServerContextBase*, const CallRequest&, CallResponse*) {
          entered_.Give();
          if (held_) release_.Await();
          return status_;
        });
  }

  double Requests(const std::string& replay) {
    return metrics_.Sum("retry.request.replay",
                        {{"grpc.method", kMethod}, {"retry.replay", replay}});
  }
  // Returns the attributes of the latest request.
  RecordedAttributes Span() { return spans_.All().back().attributes; }

  SpanRecorder spans_;
  MetricRecorder metrics_;
  const std::shared_ptr<FailingStore> store_ = std::make_shared<FailingStore>();
  const std::shared_ptr<ServerCounters> counters_ =
      std::make_shared<ServerCounters>();
  grpc::Status status_;
  std::atomic<bool> held_{false};
  Signal entered_;
  Signal release_;
  std::unique_ptr<KeyedServer> server_;
};

TEST_F(ReplayTelemetryTest, EachEffectOfAKeyIsCounted) {
  server_->Call({});
  server_->CallWithKey("a");
  server_->CallWithKey("a", 1);
  server_->CallWithKey("a", 1);
  server_->CallWithKey("a", 0, "other content");
  server_->Call({{"idempotency-key", "not valid,"}});
  EXPECT_EQ(Requests("ran"), 1);
  EXPECT_EQ(Requests("replayed"), 2);
  EXPECT_EQ(Requests("other_request"), 1);
  EXPECT_EQ(Requests("invalid_key"), 1);
  EXPECT_EQ(metrics_.Sum("retry.request.replay"), 5);
  EXPECT_EQ(counters_->Read().replayed, 2);
  EXPECT_EQ(counters_->Read().key_rejected, 2);
}

TEST_F(ReplayTelemetryTest, UnknownOutcomeIsCounted) {
  status_ = grpc::Status(grpc::StatusCode::UNKNOWN, "");
  server_->CallWithKey("a");
  server_->CallWithKey("a", 1);
  EXPECT_EQ(Requests("outcome_unknown"), 1);
  EXPECT_EQ(counters_->Read().outcome_unknown, 1);
  EXPECT_EQ(counters_->Read().key_rejected, 0);
  EXPECT_THAT(Span(),
              Contains(Pair("retry.replay", RecordedValue("outcome_unknown"))));
}

TEST_F(ReplayTelemetryTest, FailureBeforeTheHandlerIsCountedAndOnTheSpan) {
  store_->claims_fail = true;
  server_->CallWithKey("a");
  EXPECT_EQ(Requests("store_failed"), 1);
  EXPECT_EQ(metrics_.Sum("retry.request.replay_store_failed",
                         {{"grpc.method", kMethod}}),
            1);
  EXPECT_EQ(counters_->Read().store_failures, 1);
  EXPECT_EQ(counters_->Read().key_rejected, 1);
  EXPECT_THAT(Span(),
              Contains(Pair("retry.replay_store_failed", RecordedValue(true))));
}

TEST_F(ReplayTelemetryTest, AnswerThatIsNotStoredIsCountedAndOnTheSpan) {
  store_->ends_fail = true;
  EXPECT_TRUE(server_->CallWithKey("a").status.ok());
  EXPECT_EQ(Requests("ran"), 1);
  EXPECT_EQ(metrics_.Sum("retry.request.replay_store_failed"), 1);
  EXPECT_EQ(counters_->Read().store_failures, 1);
  EXPECT_EQ(counters_->Read().key_rejected, 0);
  EXPECT_THAT(Span(),
              Contains(Pair("retry.replay_store_failed", RecordedValue(true))));
}

TEST_F(ReplayTelemetryTest, WaitForTheFirstRequestIsMeasured) {
  held_ = true;
  std::thread first([this] { server_->CallWithKey("a"); });
  entered_.Await();
  std::thread second([this] { server_->CallWithKey("a", 1); });
  const Stopwatch watch;
  while (rpc::ReplayWaits::Process().size() == 0) {
    ASSERT_LT(watch.Elapsed(), kPatience);
    std::this_thread::yield();
  }
  release_.Give();
  first.join();
  second.join();
  EXPECT_EQ(
      metrics_.Count("retry.request.replay_wait", {{"grpc.method", kMethod}}),
      1U);
  EXPECT_GT(metrics_.Sum("retry.request.replay_wait"), 0);
  EXPECT_EQ(counters_->Read().replay_waits, 1);
  int waited = 0;
  for (const RecordedSpan& span : spans_.All()) {
    waited += static_cast<int>(span.attributes.count("retry.replay_wait_ms"));
  }
  EXPECT_EQ(waited, 1);
}

TEST_F(ReplayTelemetryTest, RequestWithoutAKeyHasNoReplay) {
  server_->Call({});
  EXPECT_THAT(Span(), Not(Contains(Key("retry.replay"))));
  EXPECT_THAT(metrics_.Names(), Not(Contains(Key("retry.request.replay"))));
}

}  // namespace
}  // namespace baton
