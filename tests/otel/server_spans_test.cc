// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Tests one trace through a client, a server and its callee.

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "baton/client.h"
#include "baton/server.h"
#include "baton/telemetry.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "opentelemetry/trace/tracer.h"
#include "tests/rpc/support/middle_server.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/patience.h"
#include "tests/support/telemetry/span_matchers.h"
#include "tests/support/telemetry/span_recorder.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::AllOf;
using ::testing::Combine;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::SizeIs;
using ::testing::Values;

enum class Api { kSync, kCallback };

// The telemetry of one service, sent to the recorder.
class Traced {
 public:
  SpanRecorder& recorder() { return recorder_; }

  ClientOptions Client() const {
    ClientOptions options = QuickOptions();
    options.telemetry = telemetry_;
    return options;
  }
  ServerOptions Server() const {
    ServerOptions options;
    options.telemetry = telemetry_;
    options.observers = onlookers_;
    return options;
  }

  std::vector<RecordedSpan> OfKind(const std::string& kind) {
    std::vector<RecordedSpan> spans = recorder_.All();
    spans.erase(
        std::remove_if(spans.begin(), spans.end(),
                       [&](const auto& span) { return span.kind != kind; }),
        spans.end());
    return spans;
  }
  // Adds another observer of requests.
  void Add(std::shared_ptr<RequestObserverFactory> onlooker) {
    onlookers_ = std::move(onlooker);
  }
  // Returns the only span directly below. Fails the test if there is not
  // exactly one.
  RecordedSpan Below(const RecordedSpan& parent) {
    std::vector<RecordedSpan> children;
    for (const RecordedSpan& span : recorder_.All()) {
      if (span.parent_id == parent.span_id) children.push_back(span);
    }
    EXPECT_THAT(children, SizeIs(1));
    return children.empty() ? RecordedSpan() : children.front();
  }

 private:
  static std::shared_ptr<Telemetry> TelemetryTo(SpanRecorder& recorder) {
    TelemetryOptions options;
    options.tracing.provider = recorder.provider();
    return OpenTelemetry(options);
  }

  SpanRecorder recorder_;
  const std::shared_ptr<Telemetry> telemetry_ = TelemetryTo(recorder_);
  std::shared_ptr<RequestObserverFactory> onlookers_;
};

// Counts ended requests, and attaches nothing.
class Onlooker final : public RequestObserver {
 public:
  explicit Onlooker(std::atomic<int>& ended) : ended_(ended) {}
  std::unique_ptr<Attachment> Attach() override { return nullptr; }
  void OnRequestEnd(const RequestReport&) override { ++ended_; }

 private:
  std::atomic<int>& ended_;
};

class OnlookerFactory final : public RequestObserverFactory {
 public:
  std::unique_ptr<RequestObserver> OnRequestStart(
      const RequestStart&) override {
    return std::make_unique<Onlooker>(ended);
  }
  std::atomic<int> ended{0};
};

UnaryResult CallThrough(const MiddleServer& server, ClientOptions options) {
  return MakeUnaryCall(UnaryForm::kSync,
                       NewBatonChannel(server.address(), std::move(options)),
                       NewContext(kPatience), RequestOf("x"));
}

class ChainSpansTest
    : public ::testing::TestWithParam<std::tuple<Api, LinkBy>> {
 protected:
  std::unique_ptr<MiddleServer> NewMiddle() {
    const auto [api, link] = GetParam();
    auto next = NewBatonChannel(leaf_.address(), traced_.Client());
    if (api == Api::kSync) {
      return std::make_unique<MiddleServer>(Forward(next, link),
                                            traced_.Server());
    }
    return std::make_unique<MiddleServer>(ForwardByCallback(next, link),
                                          traced_.Server());
  }

  Traced traced_;
  ScriptedServer leaf_;
};

INSTANTIATE_TEST_SUITE_P(Links, ChainSpansTest,
                         Combine(Values(Api::kSync, Api::kCallback),
                                 Values(LinkBy::kThread, LinkBy::kContext,
                                        LinkBy::kScope)));

TEST_P(ChainSpansTest, EachSpanIsBelowItsCause) {
  const auto middle = NewMiddle();
  EXPECT_TRUE(CallThrough(*middle, traced_.Client()).status.ok());
  const auto spans = traced_.recorder().All();
  ASSERT_THAT(spans, SizeIs(5));
  const RecordedSpan& edge = spans.back();
  EXPECT_THAT(edge, AllOf(IsARoot(), IsOfKind("CLIENT"), Has("retry.hop", 0)));
  const RecordedSpan request = traced_.Below(traced_.Below(edge));
  EXPECT_THAT(
      request,
      AllOf(IsNamed("baton.testing.v1.Scripted/Call"), IsOfKind("SERVER"),
            HasSucceeded(), Has("network.peer.address", "127.0.0.1"),
            HasAny("network.peer.port"), Has("retry.header", "ok"),
            Has("retry.grant", 0), Has("retry.hop", 1), HasNo("retry.edge"),
            HasNo("retry.repeated"), HasAny("deadline.timeout_ms"),
            Has("retry.outgoing_calls", 1)));
  const RecordedSpan inner = traced_.Below(request);
  EXPECT_THAT(inner, AllOf(IsOfKind("CLIENT"), Has("retry.hop", 1)));
  EXPECT_THAT(leaf_.AwaitEnd(1).Values("traceparent"),
              ElementsAre(TraceParentOf(traced_.Below(inner))));
}

TEST_P(ChainSpansTest, OtherObserversDoNotChangeTheSpans) {
  const auto onlookers = std::make_shared<OnlookerFactory>();
  traced_.Add(onlookers);
  auto middle = NewMiddle();
  EXPECT_TRUE(CallThrough(*middle, traced_.Client()).status.ok());
  middle.reset();
  const auto requests = traced_.OfKind("SERVER");
  ASSERT_THAT(requests, SizeIs(1));
  EXPECT_THAT(traced_.Below(requests.front()), IsOfKind("CLIENT"));
  EXPECT_EQ(onlookers->ended, 1);
}

TEST_P(ChainSpansTest, SpansShowTheOwnerOfTheRetries) {
  leaf_.Add(Fail(StatusCode::UNAVAILABLE));
  const auto middle = NewMiddle();
  EXPECT_TRUE(CallThrough(*middle, traced_.Client()).status.ok());
  const RecordedSpan edge = traced_.recorder().All().back();
  EXPECT_THAT(edge, AllOf(HasSucceeded(), Has("retry.attempt_count", 2)));
  const auto requests = traced_.OfKind("SERVER");
  EXPECT_THAT(
      requests,
      ElementsAre(AllOf(HasFailedWith("UNAVAILABLE"), HasNo("retry.repeated")),
                  AllOf(HasSucceeded(), Has("retry.repeated", true))));
  EXPECT_THAT(traced_.Below(requests.at(0)),
              AllOf(HasFailedWith("UNAVAILABLE"), Has("retry.suppressed", true),
                    Has("retry.stop_reason", "no_grant")));
}

TEST(ServerSpansTest, SpansOfAHandlerAreBelowItsRequest) {
  Traced traced;
  MiddleServer server(
      [&](grpc::ServerContext&) {
        traced.recorder().provider()->GetTracer("test")->StartSpan("work");
        return grpc::Status::OK;
      },
      traced.Server());
  EXPECT_TRUE(CallThrough(server, traced.Client()).status.ok());
  const auto work = traced.OfKind("INTERNAL");
  ASSERT_THAT(work, SizeIs(1));
  EXPECT_THAT(work, Each(IsBelow(traced.OfKind("SERVER").at(0))));
}

TEST(ServerSpansTest, AdviceIsRecorded) {
  Traced traced;
  MiddleServer server(
      [](grpc::ServerContext& context) {
        RequestScope::From(&context).DoNotRetry();
        return grpc::Status(StatusCode::UNAVAILABLE, "");
      },
      traced.Server());
  EXPECT_FALSE(CallThrough(server, traced.Client()).status.ok());
  EXPECT_THAT(
      traced.OfKind("SERVER"),
      ElementsAre(AllOf(HasFailedWith("UNAVAILABLE"), Has("retry.advice", "no"),
                        Has("retry.advice_reason", "app"))));
}

TEST(ServerSpansTest, ClientErrorIsNoErrorOfTheServerSpan) {
  Traced traced;
  MiddleServer server(
      [](grpc::ServerContext&) {
        return grpc::Status(StatusCode::NOT_FOUND, "");
      },
      traced.Server());
  EXPECT_FALSE(CallThrough(server, traced.Client()).status.ok());
  EXPECT_THAT(traced.OfKind("SERVER"),
              ElementsAre(AllOf(HasSucceeded(),
                                Has("rpc.response.status_code", "NOT_FOUND"))));
}

TEST(ServerSpansTest, ClientWithoutBatonMakesAnEdge) {
  Traced traced;
  MiddleServer server([](grpc::ServerContext&) { return grpc::Status::OK; },
                      traced.Server());
  EXPECT_TRUE(MakeUnaryCall(UnaryForm::kSync, server.NewChannel(),
                            NewContext(kPatience), RequestOf("x"))
                  .status.ok());
  EXPECT_THAT(
      traced.OfKind("SERVER"),
      ElementsAre(AllOf(IsARoot(), Has("retry.header", "absent"),
                        Has("retry.edge", true), HasNo("retry.grant"))));
}

}  // namespace
}  // namespace baton
