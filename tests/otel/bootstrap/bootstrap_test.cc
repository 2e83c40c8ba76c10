// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Tests the telemetry of a whole program, from its environment to a receiver.

#include <map>
#include <memory>
#include <set>
#include <string>

#include "absl/strings/match.h"
#include "baton/otel/bootstrap/views.h"
#include "baton/otel_bootstrap.h"
#include "baton/telemetry.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "opentelemetry/context/propagation/global_propagator.h"
#include "opentelemetry/metrics/provider.h"
#include "opentelemetry/trace/provider.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/patience.h"
#include "tests/support/telemetry/otlp_sink.h"

namespace baton::otel {
namespace {

using ::grpc::StatusCode;
using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::IsSupersetOf;
using ::testing::Key;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::Pair;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

using Variables = std::map<std::string, std::string>;

absl::StatusOr<std::unique_ptr<OtelBootstrap>> Start(
    const Variables& variables) {
  OtelBootstrapOptions options;
  options.service_name = "unless it is named";
  options.flush_timeout = kPatience;
  options.environment = [variables](const std::string& name) {
    const auto found = variables.find(name);
    return found == variables.end() ? "" : found->second;
  };
  return OtelBootstrap::Start(options);
}

// A program that makes a call that its second attempt saves. The gauges of a
// target exist as long as its channel.
class Program {
 public:
  Program() {
    server_.Add(Fail(StatusCode::UNAVAILABLE));
    ClientOptions options = QuickOptions();
    options.telemetry = OpenTelemetry();
    channel_ = NewBatonChannel(server_.address(), options);
    EXPECT_TRUE(MakeUnaryCall(UnaryForm::kSync, channel_, NewContext(kPatience),
                              RequestOf("x"))
                    .status.ok());
  }

 private:
  ScriptedServer server_;
  std::shared_ptr<grpc::Channel> channel_;
};

void MakeRetriedCall() { Program(); }

std::map<std::string, std::string> Texts(
    const opentelemetry::proto::resource::v1::Resource& resource) {
  std::map<std::string, std::string> texts;
  for (const auto& attribute : resource.attributes()) {
    texts[attribute.key()] = attribute.value().has_int_value()
                                 ? "a number"
                                 : attribute.value().string_value();
  }
  return texts;
}

std::multiset<std::string> SpanNames(const OtlpSink::TraceArrivals& arrivals) {
  std::multiset<std::string> names;
  for (const auto& arrival : arrivals) {
    for (const auto& resource : arrival.request.resource_spans()) {
      for (const auto& scope : resource.scope_spans()) {
        for (const auto& span : scope.spans()) names.insert(span.name());
      }
    }
  }
  return names;
}

using Metric = opentelemetry::proto::metrics::v1::Metric;

// Returns the last report of each metric, by name.
std::map<std::string, Metric> Metrics(
    const OtlpSink::MetricsArrivals& arrivals) {
  std::map<std::string, Metric> metrics;
  for (const auto& arrival : arrivals) {
    for (const auto& resource : arrival.request.resource_metrics()) {
      for (const auto& scope : resource.scope_metrics()) {
        for (const Metric& metric : scope.metrics()) {
          metrics[metric.name()] = metric;
        }
      }
    }
  }
  return metrics;
}

const auto kRetriedCall = UnorderedElementsAre(
    "baton.testing.v1.Scripted/Call", "Attempt.baton.testing.v1.Scripted.Call",
    "Attempt.baton.testing.v1.Scripted.Call");

// The content of an export over a channel with Baton.
const auto kTracesOfUs =
    AnyOf(Key("retry-budget"), Key("traceparent"), Key("tracestate"));

class BootstrapTest : public ::testing::TestWithParam<std::string> {
 protected:
  bool IsGrpc() const { return GetParam() == "grpc"; }

  Variables OtelEnvironment(const OtlpSink& sink) const {
    return {{"OTEL_EXPORTER_OTLP_ENDPOINT",
             IsGrpc() ? sink.grpc_url() : sink.http_url()},
            {"OTEL_EXPORTER_OTLP_PROTOCOL", GetParam()},
            {"OTEL_EXPORTER_OTLP_HEADERS", "Api-Key=open%20up"},
            {"OTEL_SERVICE_NAME", "cart"},
            {"OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=test"}};
  }

  OtlpSink sink_;
};

INSTANTIATE_TEST_SUITE_P(Protocols, BootstrapTest,
                         ::testing::Values("grpc", "http/protobuf"),
                         [](const auto& each) {
                           return each.param == "grpc" ? "Grpc" : "Http";
                         });

TEST_P(BootstrapTest, DestructionExportsPendingData) {
  std::unique_ptr<Program> program;
  {
    const auto bootstrap = Start(OtelEnvironment(sink_));
    ASSERT_TRUE(bootstrap.ok()) << bootstrap.status();
    EXPECT_TRUE((*bootstrap)->exports_traces());
    EXPECT_TRUE((*bootstrap)->exports_metrics());
    program = std::make_unique<Program>();
  }
  const auto traces = sink_.traces();
  // One batch or two, as the SDK decides.
  EXPECT_THAT(SpanNames(traces), kRetriedCall);
  EXPECT_EQ(traces[0].way, IsGrpc() ? "grpc" : "/v1/traces");
  EXPECT_THAT(traces[0].headers, Contains(Pair("api-key", "open up")));
  ASSERT_EQ(traces[0].request.resource_spans_size(), 1);
  EXPECT_THAT(Texts(traces[0].request.resource_spans(0).resource()),
              IsSupersetOf({Pair("service.name", "cart"),
                            Pair("deployment.environment.name", "test"),
                            Pair("process.pid", "a number"),
                            Pair("telemetry.sdk.language", "cpp")}));
  EXPECT_THAT(
      Texts(traces[0]
                .request.resource_spans(0)
                .resource())["service.instance.id"],
      MatchesRegex("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-"
                   "[0-9a-f]{12}"));

  const auto metrics = Metrics(sink_.metrics());
  EXPECT_THAT(metrics, IsSupersetOf({Key("grpc.client.call.duration"),
                                     Key("grpc.client.attempt.started"),
                                     Key("retry.process_budget.level")}));
}

TEST_P(BootstrapTest, HistogramsHaveTheBucketsOfTheGrfcs) {
  {
    const auto bootstrap = Start(OtelEnvironment(sink_));
    ASSERT_TRUE(bootstrap.ok()) << bootstrap.status();
    MakeRetriedCall();
    EXPECT_TRUE((*bootstrap)->Flush(kPatience));
  }
  const auto metrics = Metrics(sink_.metrics());
  for (const char* const name :
       {"grpc.client.call.duration", "grpc.client.attempt.duration",
        "grpc.client.call.retry_delay"}) {
    ASSERT_THAT(metrics, Contains(Key(name)));
    const Metric& metric = metrics.at(name);
    EXPECT_EQ(metric.unit(), "s");
    EXPECT_NE(metric.description(), "");
    EXPECT_THAT(metric.histogram().data_points(0).explicit_bounds(),
                ElementsAreArray(LatencyBuckets()));
  }
  EXPECT_THAT(metrics.at("grpc.client.call.retries")
                  .histogram()
                  .data_points(0)
                  .explicit_bounds(),
              ElementsAre(1, 2, 3, 4, 5));
}

TEST_P(BootstrapTest, ExportsAreNeitherTracedNorRetriedByBaton) {
  sink_.Refuse();
  {
    const auto bootstrap = Start(OtelEnvironment(sink_));
    ASSERT_TRUE(bootstrap.ok()) << bootstrap.status();
    MakeRetriedCall();
    (*bootstrap)->Flush(kPatience);
    // A handler's span is current meanwhile.
    const auto tracer =
        opentelemetry::trace::Provider::GetTracerProvider()->GetTracer(
            "a program's own");
    const auto span = tracer->StartSpan("its own");
    const opentelemetry::trace::Scope scope(span);
    span->End();
    (*bootstrap)->Flush(kPatience);
  }
  const auto traces = sink_.traces();
  // Each span arrives once, although the sink rejects it. No span is of an
  // export.
  EXPECT_THAT(SpanNames(traces),
              UnorderedElementsAre("baton.testing.v1.Scripted/Call",
                                   "Attempt.baton.testing.v1.Scripted.Call",
                                   "Attempt.baton.testing.v1.Scripted.Call",
                                   "its own"));
  for (const auto& arrival : traces) {
    EXPECT_THAT(arrival.headers, Not(Contains(kTracesOfUs)));
  }
  for (const auto& arrival : sink_.metrics()) {
    EXPECT_THAT(arrival.headers, Not(Contains(kTracesOfUs)));
    for (const auto& [name, metric] : Metrics({arrival})) {
      EXPECT_FALSE(absl::StrContains(metric.DebugString(),
                                     "opentelemetry.proto.collector"))
          << name;
    }
  }
}

TEST(BootstrapJsonTest, JsonProtocolSendsJson) {
  OtlpSink sink;
  {
    const auto bootstrap =
        Start({{"OTEL_EXPORTER_OTLP_ENDPOINT", sink.http_url()},
               {"OTEL_EXPORTER_OTLP_PROTOCOL", "http/json"},
               {"OTEL_METRICS_EXPORTER", "none"}});
    ASSERT_TRUE(bootstrap.ok()) << bootstrap.status();
    EXPECT_FALSE((*bootstrap)->exports_metrics());
    MakeRetriedCall();
  }
  ASSERT_FALSE(sink.traces().empty());
  EXPECT_THAT(sink.traces()[0].json,
              AllOf(::testing::StartsWith("{"),
                    ::testing::HasSubstr("unless it is named")));
  EXPECT_THAT(sink.metrics(), SizeIs(0));
}

TEST(BootstrapEndTest, DestructionRestoresTheProviders) {
  OtlpSink sink;
  for (int i = 1; i <= 2; ++i) {
    {
      const auto bootstrap =
          Start({{"OTEL_EXPORTER_OTLP_ENDPOINT", sink.http_url()}});
      ASSERT_TRUE(bootstrap.ok()) << bootstrap.status();
      MakeRetriedCall();
    }
    EXPECT_THAT(SpanNames(sink.traces()), SizeIs(3 * i));
    MakeRetriedCall();
    EXPECT_THAT(SpanNames(sink.traces()), SizeIs(3 * i));
  }
}

TEST(BootstrapEndTest, DisabledSdkSetsUpNoProvider) {
  const auto tracers = opentelemetry::trace::Provider::GetTracerProvider();
  const auto meters = opentelemetry::metrics::Provider::GetMeterProvider();
  const auto bootstrap = Start({{"OTEL_SDK_DISABLED", "true"}});
  ASSERT_TRUE(bootstrap.ok()) << bootstrap.status();
  EXPECT_FALSE((*bootstrap)->exports_traces());
  EXPECT_FALSE((*bootstrap)->exports_metrics());
  EXPECT_EQ(opentelemetry::trace::Provider::GetTracerProvider(), tracers);
  EXPECT_EQ(opentelemetry::metrics::Provider::GetMeterProvider(), meters);
  EXPECT_TRUE((*bootstrap)->Flush(kPatience));
}

TEST(BootstrapEndTest, InvalidSettingSetsUpNothing) {
  using opentelemetry::context::propagation::GlobalTextMapPropagator;
  const auto tracers = opentelemetry::trace::Provider::GetTracerProvider();
  const auto propagator = GlobalTextMapPropagator::GetGlobalPropagator();
  EXPECT_EQ(Start({{"OTEL_TRACES_SAMPLER", "sometimes"}}).status().code(),
            absl::StatusCode::kInvalidArgument);
  OtelBootstrapOptions options;
  options.flush_timeout = absl::Minutes(2);
  EXPECT_EQ(OtelBootstrap::Start(options).status().message(),
            "flush_timeout: must be 0s to 1m, got 2m");
  EXPECT_EQ(opentelemetry::trace::Provider::GetTracerProvider(), tracers);
  EXPECT_EQ(GlobalTextMapPropagator::GetGlobalPropagator(), propagator);
}

}  // namespace
}  // namespace baton::otel
