// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Tests the propagation of inbound traces: the parent of a call, and the
// context in its attempts, with and without a provider.

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "baton/telemetry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "opentelemetry/context/propagation/global_propagator.h"
#include "opentelemetry/context/propagation/noop_propagator.h"
#include "opentelemetry/sdk/trace/samplers/always_on_factory.h"
#include "opentelemetry/sdk/trace/samplers/parent_factory.h"
#include "opentelemetry/trace/noop.h"
#include "opentelemetry/trace/propagation/b3_propagator.h"
#include "opentelemetry/trace/provider.h"
#include "opentelemetry/trace/scope.h"
#include "tests/otel/metadata_maps.h"
#include "tests/support/telemetry/span_matchers.h"
#include "tests/support/telemetry/span_recorder.h"

namespace baton::otel {
namespace {

namespace nostd = opentelemetry::nostd;
namespace propagation = opentelemetry::context::propagation;
namespace trace = opentelemetry::trace;

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::IsNull;
using ::testing::Key;
using ::testing::NotNull;
using ::testing::Pair;
using ::testing::SizeIs;
using ::testing::StartsWith;
using ::testing::UnorderedElementsAre;

constexpr char kInboundTraceId[] = "0af7651916cd43dd8448eb211c80319c";
constexpr char kInboundSpanId[] = "b7ad6b7169203331";
constexpr char kInbound[] =
    "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
constexpr char kInboundUnsampled[] =
    "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00";

// Restores the global providers.
class Globals {
 public:
  ~Globals() {
    trace::Provider::SetTracerProvider(tracers_);
    propagation::GlobalTextMapPropagator::SetGlobalPropagator(propagator_);
  }

 private:
  const nostd::shared_ptr<trace::TracerProvider> tracers_ =
      trace::Provider::GetTracerProvider();
  const nostd::shared_ptr<propagation::TextMapPropagator> propagator_ =
      propagation::GlobalTextMapPropagator::GetGlobalPropagator();
};

class CarriedContextTest : public ::testing::Test {
 protected:
  std::shared_ptr<baton::Telemetry> NewTelemetry() {
    return OpenTelemetry(options_);
  }

  std::unique_ptr<CallObserver> StartCall(
      Telemetry& telemetry, const RequestObserver* request = nullptr) {
    CallStart call;
    call.method = "/shop.v1.Inventory/Reserve";
    call.target = "inventory:443";
    call.request = request;
    return telemetry.OnCallStart(call);
  }

  std::map<std::string, std::string> SentBy(CallObserver& call) {
    SentMetadata metadata;
    call.OnAttemptStart({}, metadata);
    CallReport report;
    report.attempts.resize(1);
    call.OnCallEnd(report);
    return metadata.map;
  }

  std::unique_ptr<RequestObserver> StartRequest(
      Telemetry& telemetry, std::map<std::string, std::string> metadata) {
    const ReceivedMetadata received(std::move(metadata));
    RequestStart request;
    request.method = "/shop.v1.Checkout/Order";
    request.metadata = &received;
    return telemetry.OnRequestStart(request);
  }

  Globals globals_;
  TelemetryOptions options_;
};

TEST_F(CarriedContextTest, CallWithoutAProviderOrContextHasNoObserver) {
  EXPECT_THAT(StartCall(*NewTelemetry()), IsNull());
}

TEST_F(CarriedContextTest, NullProviderMakesNoObserver) {
  trace::Provider::SetTracerProvider(
      nostd::shared_ptr<trace::TracerProvider>());
  EXPECT_THAT(StartCall(*NewTelemetry()), IsNull());
}

TEST_F(CarriedContextTest, InboundContextIsForwardedWithoutAProvider) {
  const auto telemetry = NewTelemetry();
  const auto request = StartRequest(*telemetry, {{"traceparent", kInbound},
                                                 {"tracestate", "vendor=1"},
                                                 {"baggage", "user=7"},
                                                 {"authorization", "secret"}});
  const auto call = StartCall(*telemetry, request.get());
  ASSERT_THAT(call, NotNull());
  EXPECT_THAT(SentBy(*call),
              UnorderedElementsAre(Pair("traceparent", kInbound),
                                   Pair("tracestate", "vendor=1"),
                                   Pair("baggage", "user=7")));
}

TEST_F(CarriedContextTest, LateProviderIsUsed) {
  const auto telemetry = NewTelemetry();
  EXPECT_THAT(StartCall(*telemetry), IsNull());
  SpanRecorder recorder;
  trace::Provider::SetTracerProvider(recorder.provider());
  const auto call = StartCall(*telemetry);
  ASSERT_THAT(call, NotNull());
  SentBy(*call);
  EXPECT_THAT(recorder.All(), SizeIs(2));
}

TEST_F(CarriedContextTest, RemovedProviderIsNotUsed) {
  const auto telemetry = NewTelemetry();
  {
    SpanRecorder recorder;
    trace::Provider::SetTracerProvider(recorder.provider());
    SentBy(*StartCall(*telemetry));
    trace::Provider::SetTracerProvider(nostd::shared_ptr<trace::TracerProvider>(
        new trace::NoopTracerProvider));
  }
  // Calls still use the removed provider for a while, without harm.
  std::unique_ptr<CallObserver> call;
  for (int i = 0; i < 100; ++i) {
    call = StartCall(*telemetry);
    if (call != nullptr) SentBy(*call);
  }
  EXPECT_THAT(call, IsNull());
}

TEST_F(CarriedContextTest, UnsampledContextIsForwardedWithoutSpans) {
  SpanRecorder recorder(
      opentelemetry::sdk::trace::ParentBasedSamplerFactory::Create(
          opentelemetry::sdk::trace::AlwaysOnSamplerFactory::Create()));
  options_.tracing.provider = recorder.provider();
  const auto telemetry = NewTelemetry();
  const auto request =
      StartRequest(*telemetry, {{"traceparent", kInboundUnsampled}});
  const auto sent = SentBy(*StartCall(*telemetry, request.get()));
  EXPECT_THAT(sent.at("traceparent"),
              StartsWith(std::string("00-") + kInboundTraceId));
  EXPECT_THAT(sent.at("traceparent"), ::testing::EndsWith("-00"));
  EXPECT_THAT(recorder.All(), IsEmpty());
}

TEST_F(CarriedContextTest, CallIsBelowItsRequest) {
  SpanRecorder recorder;
  options_.tracing.provider = recorder.provider();
  const auto telemetry = NewTelemetry();
  const auto request = StartRequest(*telemetry, {{"traceparent", kInbound}});
  SentBy(*StartCall(*telemetry, request.get()));
  const RecordedSpan call = recorder.Call();
  request->OnRequestEnd({});
  const RecordedSpan server = recorder.All().back();
  EXPECT_THAT(server, IsOfKind("SERVER"));
  EXPECT_EQ(server.trace_id, kInboundTraceId);
  EXPECT_EQ(server.parent_id, kInboundSpanId);
  EXPECT_THAT(call, IsBelow(server));
}

TEST_F(CarriedContextTest, CallIgnoresTheCurrentSpanOfAnotherTrace) {
  SpanRecorder recorder;
  options_.tracing.provider = recorder.provider();
  const auto telemetry = NewTelemetry();
  auto other = recorder.provider()->GetTracer("test")->StartSpan("other");
  const auto request = StartRequest(*telemetry, {{"traceparent", kInbound}});
  {
    trace::Scope scope(other);
    SentBy(*StartCall(*telemetry, request.get()));
  }
  EXPECT_EQ(recorder.Call().trace_id, kInboundTraceId);
}

TEST_F(CarriedContextTest, CallIsBelowTheCurrentSpanOfItsHandler) {
  SpanRecorder recorder;
  options_.tracing.provider = recorder.provider();
  const auto telemetry = NewTelemetry();
  const auto request = StartRequest(*telemetry, {{"traceparent", kInbound}});
  {
    const auto attached = request->Attach();
    auto step = recorder.provider()->GetTracer("test")->StartSpan("step");
    trace::Scope scope(step);
    SentBy(*StartCall(*telemetry, request.get()));
  }
  const auto spans = recorder.All();
  ASSERT_THAT(spans, SizeIs(3));
  EXPECT_THAT(spans[2], IsNamed("step"));
  EXPECT_THAT(spans[1], IsBelow(spans[2]));
}

TEST_F(CarriedContextTest, RequestWithoutATraceStartsOne) {
  SpanRecorder recorder;
  options_.tracing.provider = recorder.provider();
  const auto telemetry = NewTelemetry();
  auto other = recorder.provider()->GetTracer("test")->StartSpan("other");
  trace::Scope scope(other);
  StartRequest(*telemetry, {})->OnRequestEnd({});
  EXPECT_THAT(recorder.Call(), IsARoot());
}

TEST_F(CarriedContextTest, GlobalPropagatorIsUsedWhenSet) {
  SpanRecorder recorder;
  options_.tracing.provider = recorder.provider();
  const auto telemetry = NewTelemetry();
  EXPECT_THAT(SentBy(*StartCall(*telemetry)), ElementsAre(Key("traceparent")));
  propagation::GlobalTextMapPropagator::SetGlobalPropagator(
      nostd::shared_ptr<propagation::TextMapPropagator>(
          new trace::propagation::B3Propagator));
  EXPECT_THAT(SentBy(*StartCall(*telemetry)), ElementsAre(Key("b3")));
}

TEST_F(CarriedContextTest, ConfiguredPropagatorOverridesTheGlobalOne) {
  SpanRecorder recorder;
  options_.tracing.provider = recorder.provider();
  options_.tracing.propagator =
      nostd::shared_ptr<propagation::TextMapPropagator>(
          new propagation::NoOpPropagator);
  EXPECT_THAT(SentBy(*StartCall(*NewTelemetry())), IsEmpty());
}

TEST_F(CarriedContextTest, HostileMetadataIsNoTrace) {
  SpanRecorder recorder;
  options_.tracing.provider = recorder.provider();
  const auto telemetry = NewTelemetry();
  for (const char* value :
       {"", "00", "00-0-0-0",
        "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b71692033"
        "31-01",
        "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        "00-0af7651916cd43dd8448eb211c80319g-b7ad6b7169203331-01"}) {
    SCOPED_TRACE(value);
    const auto request =
        StartRequest(*telemetry, {{"traceparent", value},
                                  {"tracestate", std::string(100000, '=')},
                                  {"baggage", std::string(100000, ',')}});
    request->OnRequestEnd({});
    EXPECT_THAT(recorder.All().back(), IsARoot());
  }
}

}  // namespace
}  // namespace baton::otel
