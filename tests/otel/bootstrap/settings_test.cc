// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/bootstrap/settings.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace baton::otel {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;

using Variables = std::map<std::string, std::string>;

absl::StatusOr<BootstrapSettings> Read(const Variables& variables) {
  return ReadSettings([variables](const std::string& name) {
    const auto found = variables.find(name);
    return found == variables.end() ? "" : found->second;
  });
}

TEST(SettingsTest, DefaultsAreThoseOfTheSpecification) {
  const auto read = Read({});
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_FALSE(read->disabled);
  EXPECT_EQ(read->log_level, SdkLogLevel::kWarn);
  EXPECT_THAT(read->resource, IsEmpty());
  EXPECT_THAT(read->traces.exporters, ElementsAre(ExporterKind::kOtlp));
  EXPECT_EQ(read->traces.sampler, SamplerKind::kAlwaysOn);
  EXPECT_TRUE(read->traces.parent_based);
  EXPECT_EQ(read->traces.schedule_delay, absl::Seconds(5));
  EXPECT_EQ(read->traces.max_queue_size, 2048);
  EXPECT_EQ(read->traces.max_export_batch_size, 512);
  const OtlpSettings& otlp = read->traces.otlp;
  EXPECT_EQ(otlp.protocol, OtlpProtocol::kHttpProtobuf);
  EXPECT_EQ(otlp.endpoint, "http://localhost:4318/v1/traces");
  EXPECT_FALSE(otlp.secure);
  EXPECT_FALSE(otlp.gzip);
  EXPECT_THAT(otlp.headers, IsEmpty());
  EXPECT_EQ(otlp.timeout, absl::Seconds(10));
  EXPECT_THAT(read->metrics.exporters, ElementsAre(ExporterKind::kOtlp));
  EXPECT_EQ(read->metrics.otlp.endpoint, "http://localhost:4318/v1/metrics");
  EXPECT_EQ(read->metrics.interval, absl::Seconds(60));
  EXPECT_EQ(read->metrics.timeout, absl::Seconds(30));
  EXPECT_EQ(read->metrics.temporality, Temporality::kCumulative);
  EXPECT_THAT(read->propagators, ElementsAre(PropagatorKind::kTraceContext,
                                             PropagatorKind::kBaggage));
}

// Variables, and a condition that must hold with them.
struct Row {
  Variables variables;
  std::function<bool(const BootstrapSettings&)> holds;
};

std::string Describe(const Variables& variables) {
  std::string text;
  for (const auto& [key, value] : variables) text += key + "=" + value + " ";
  return text;
}

void ExpectAll(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    const auto read = Read(row.variables);
    ASSERT_TRUE(read.ok()) << read.status();
    EXPECT_TRUE(row.holds(*read)) << Describe(row.variables);
  }
}

TEST(SettingsTest, VariablesSelectTheExporters) {
  using Kinds = std::vector<ExporterKind>;
  ExpectAll({
      {{{"OTEL_SDK_DISABLED", "TRUE"}}, [](auto& s) { return s.disabled; }},
      {{{"OTEL_SDK_DISABLED", "false"}}, [](auto& s) { return !s.disabled; }},
      {{{"OTEL_TRACES_EXPORTER", "none"}},
       [](auto& s) {
         return s.traces.exporters.empty() && !s.metrics.exporters.empty();
       }},
      {{{"OTEL_TRACES_EXPORTER", "otlp, console"}},
       [](auto& s) {
         return s.traces.exporters ==
                Kinds{ExporterKind::kOtlp, ExporterKind::kConsole};
       }},
      {{{"OTEL_METRICS_EXPORTER", "console"}},
       [](auto& s) {
         return s.metrics.exporters == Kinds{ExporterKind::kConsole};
       }},
      {{{"OTEL_METRICS_EXPORTER", "  "}},
       [](auto& s) {
         return s.metrics.exporters == Kinds{ExporterKind::kOtlp};
       }},
      {{{"OTEL_SERVICE_NAME", "cart"},
        {"OTEL_RESOURCE_ATTRIBUTES", "service.name=x,team=a%2Cb, zone = 1 "}},
       [](auto& s) {
         return s.resource ==
                std::map<std::string, std::string>{
                    {"service.name", "cart"}, {"team", "a,b"}, {"zone", "1"}};
       }},
      {{{"OTEL_LOG_LEVEL", "none"}},
       [](auto& s) { return s.log_level == SdkLogLevel::kNone; }},
      {{{"OTEL_PROPAGATORS", "none"}},
       [](auto& s) { return s.propagators.empty(); }},
      {{{"OTEL_PROPAGATORS", "b3multi,jaeger"}},
       [](auto& s) {
         return s.propagators ==
                std::vector<PropagatorKind>{PropagatorKind::kB3Multi,
                                            PropagatorKind::kJaeger};
       }},
  });
}

TEST(SettingsTest, VariablesSetTheEndpoints) {
  ExpectAll({
      {{{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://c:4318/"}},
       [](auto& s) {
         return s.traces.otlp.endpoint == "http://c:4318/v1/traces" &&
                s.metrics.otlp.endpoint == "http://c:4318/v1/metrics";
       }},
      {{{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://c:4318/otlp"},
        {"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "https://t/here"}},
       [](auto& s) {
         return s.traces.otlp.endpoint == "https://t/here" &&
                s.traces.otlp.secure &&
                s.metrics.otlp.endpoint == "http://c:4318/otlp/v1/metrics" &&
                !s.metrics.otlp.secure;
       }},
      {{{"OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"}},
       [](auto& s) {
         return s.traces.otlp.endpoint == "http://localhost:4317" &&
                s.metrics.otlp.protocol == OtlpProtocol::kGrpc;
       }},
      {{{"OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"},
        {"OTEL_EXPORTER_OTLP_ENDPOINT", "[::1]:4317"}},
       [](auto& s) {
         return s.traces.otlp.endpoint == "https://[::1]:4317" &&
                s.traces.otlp.secure;
       }},
      {{{"OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"},
        {"OTEL_EXPORTER_OTLP_INSECURE", "true"},
        {"OTEL_EXPORTER_OTLP_ENDPOINT", "c:4317"}},
       [](auto& s) {
         return s.traces.otlp.endpoint == "http://c:4317" &&
                !s.traces.otlp.secure;
       }},
      {{{"OTEL_EXPORTER_OTLP_PROTOCOL", "http/json"},
        {"OTEL_EXPORTER_OTLP_METRICS_PROTOCOL", "grpc"}},
       [](auto& s) {
         return s.traces.otlp.protocol == OtlpProtocol::kHttpJson &&
                s.metrics.otlp.protocol == OtlpProtocol::kGrpc;
       }},
      {{{"OTEL_EXPORTER_OTLP_HEADERS", "Api-Key=a%20b,x=1"},
        {"OTEL_EXPORTER_OTLP_METRICS_HEADERS", "y=2"}},
       [](auto& s) {
         return s.traces.otlp.headers ==
                    std::map<std::string, std::string>{{"api-key", "a b"},
                                                       {"x", "1"}} &&
                s.metrics.otlp.headers ==
                    std::map<std::string, std::string>{{"y", "2"}};
       }},
      {{{"OTEL_EXPORTER_OTLP_TIMEOUT", "250"},
        {"OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", "100"}},
       [](auto& s) {
         return s.traces.otlp.timeout == absl::Milliseconds(100) &&
                s.metrics.otlp.timeout == absl::Milliseconds(250);
       }},
      {{{"OTEL_EXPORTER_OTLP_COMPRESSION", "gzip"},
        {"OTEL_EXPORTER_OTLP_METRICS_COMPRESSION", "none"}},
       [](auto& s) { return s.traces.otlp.gzip && !s.metrics.otlp.gzip; }},
      {{{"OTEL_EXPORTER_OTLP_CERTIFICATE", "/ca"},
        {"OTEL_EXPORTER_OTLP_CLIENT_KEY", "/key"},
        {"OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE", "/cert"}},
       [](auto& s) {
         return s.traces.otlp.ca_file == "/ca" &&
                s.traces.otlp.client_key_file == "/key" &&
                s.metrics.otlp.client_certificate_file == "/cert";
       }},
  });
}

TEST(SettingsTest, VariablesSetSamplingAndIntervals) {
  ExpectAll({
      {{{"OTEL_TRACES_SAMPLER", "always_off"}},
       [](auto& s) {
         return s.traces.sampler == SamplerKind::kAlwaysOff &&
                !s.traces.parent_based;
       }},
      {{{"OTEL_TRACES_SAMPLER", "parentbased_traceidratio"},
        {"OTEL_TRACES_SAMPLER_ARG", "0.05"}},
       [](auto& s) {
         return s.traces.sampler == SamplerKind::kTraceIdRatio &&
                s.traces.parent_based && s.traces.ratio == 0.05;
       }},
      // This sampler does not use the argument, which is therefore never read.
      {{{"OTEL_TRACES_SAMPLER", "always_on"},
        {"OTEL_TRACES_SAMPLER_ARG", "anything"}},
       [](auto& s) { return s.traces.ratio == 1; }},
      {{{"OTEL_BSP_SCHEDULE_DELAY", "100"}, {"OTEL_BSP_MAX_QUEUE_SIZE", "100"}},
       [](auto& s) {
         return s.traces.schedule_delay == absl::Milliseconds(100) &&
                s.traces.max_queue_size == 100 &&
                s.traces.max_export_batch_size == 100;
       }},
      {{{"OTEL_METRIC_EXPORT_INTERVAL", "1000"}},
       [](auto& s) {
         return s.metrics.interval == absl::Seconds(1) &&
                s.metrics.timeout == absl::Milliseconds(999);
       }},
      {{{"OTEL_METRIC_EXPORT_TIMEOUT", "1000"}},
       [](auto& s) { return s.metrics.timeout == absl::Seconds(1); }},
      {{{"OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE", "delta"}},
       [](auto& s) { return s.metrics.temporality == Temporality::kDelta; }},
  });
}

TEST(SettingsTest, ErrorNamesTheVariableAndItsAllowedValues) {
  struct BadRow {
    std::string name, value, says;
  };
  for (const BadRow& row : std::vector<BadRow>{
           {"OTEL_SDK_DISABLED", "yes", "must be true or false, got \"yes\""},
           {"OTEL_TRACES_EXPORTER", "zipkin",
            "must be one of otlp, console, or none alone, got \"zipkin\""},
           {"OTEL_METRICS_EXPORTER", "otlp,none", "got \"none\""},
           {"OTEL_RESOURCE_ATTRIBUTES", "a=1,b", "entry 2 must be key=value"},
           {"OTEL_RESOURCE_ATTRIBUTES", "a=%2", "entry 1 must be key=value"},
           {"OTEL_RESOURCE_ATTRIBUTES", "=x", "entry 1 must be key=value"},
           {"OTEL_EXPORTER_OTLP_PROTOCOL", "http",
            "must be one of grpc, http/protobuf, http/json"},
           {"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "c:4318",
            "must be a URL like http://localhost:4318 or"},
           {"OTEL_EXPORTER_OTLP_ENDPOINT", "ftp://c", "must be a URL"},
           {"OTEL_EXPORTER_OTLP_ENDPOINT", "http://", "must be a URL"},
           {"OTEL_EXPORTER_OTLP_ENDPOINT", "http://c:0", "must be a URL"},
           {"OTEL_EXPORTER_OTLP_ENDPOINT", "http://c:65536/x", "must be a URL"},
           {"OTEL_EXPORTER_OTLP_ENDPOINT", "http://[::1/x", "must be a URL"},
           {"OTEL_EXPORTER_OTLP_ENDPOINT", "http://a b", "must be a URL"},
           {"OTEL_EXPORTER_OTLP_TIMEOUT", "10s",
            "must be a whole number of milliseconds from 1 to 86400000, "
            "without a unit, got \"10s\""},
           {"OTEL_EXPORTER_OTLP_TIMEOUT", "0", "from 1 to"},
           {"OTEL_EXPORTER_OTLP_COMPRESSION", "zstd",
            "must be one of gzip, none"},
           {"OTEL_EXPORTER_OTLP_CLIENT_KEY", "/key",
            "OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE: must be set as well"},
           {"OTEL_TRACES_SAMPLER", "always",
            "must be one of always_on, always_off, traceidratio, parent"},
           {"OTEL_BSP_MAX_QUEUE_SIZE", "0", "from 1 to 10000000, got \"0\""},
           {"OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "4096", "from 1 to 2048"},
           {"OTEL_METRIC_EXPORT_INTERVAL", "1", "must be 2 or more"},
           {"OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE", "both",
            "must be one of cumulative, delta, lowmemory"},
           {"OTEL_LOG_LEVEL", "loud", "must be one of none, error, warn"},
           {"OTEL_PROPAGATORS", "w3c", "must be one of tracecontext, baggage"},
       }) {
    const auto read = Read({{row.name, row.value}});
    EXPECT_EQ(read.status().code(), absl::StatusCode::kInvalidArgument)
        << row.name << "=" << row.value;
    EXPECT_THAT(std::string(read.status().message()), HasSubstr(row.says));
    if (row.says.rfind("OTEL_", 0) != 0) {
      EXPECT_THAT(std::string(read.status().message()),
                  HasSubstr(row.name + ": "));
    }
  }
}

TEST(SettingsTest, ErrorDoesNotContainThePasswordOfAnEndpoint) {
  for (const char* const url :
       {"https://user:secret@collector:4317", "user:secret@collector:4317",
        "ftp://user:secret@c", "https:/user:secret@c", "https://u:se/secret@c",
        "https://u:p@c:0?key=secret", "https://u\nser:secret@c:0"}) {
    for (const char* const protocol : {"grpc", "http/protobuf"}) {
      const auto read = Read({{"OTEL_EXPORTER_OTLP_PROTOCOL", protocol},
                              {"OTEL_EXPORTER_OTLP_ENDPOINT", url}});
      EXPECT_EQ(read.status().code(), absl::StatusCode::kInvalidArgument)
          << url;
      EXPECT_THAT(std::string(read.status().message()),
                  AllOf(HasSubstr("must be a URL"), Not(HasSubstr("secret"))));
    }
  }
}

TEST(SettingsTest, SettingsThatGrpcCannotUseAreRejected) {
  EXPECT_THAT(
      std::string(Read({{"OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"},
                        {"OTEL_EXPORTER_OTLP_ENDPOINT", "http://c:4317/path"}})
                      .status()
                      .message()),
      HasSubstr("must be a URL like http://localhost:4317"));
  EXPECT_THAT(
      std::string(Read({{"OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"},
                        {"OTEL_EXPORTER_OTLP_CLIENT_KEY", "/k"},
                        {"OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE", "/c"}})
                      .status()
                      .message()),
      HasSubstr("must not be set with grpc"));
}

TEST(SettingsTest, AllErrorsAreReportedOnce) {
  const auto read = Read({{"OTEL_EXPORTER_OTLP_TIMEOUT", "soon"},
                          {"OTEL_TRACES_SAMPLER", "sometimes"},
                          {"OTEL_PROPAGATORS", "pigeon"}});
  const std::vector<std::string> lines =
      absl::StrSplit(read.status().message(), '\n');
  ASSERT_EQ(lines.size(), 4u) << read.status();
  EXPECT_EQ(lines[0], "environment: 3 errors");
}

TEST(SettingsTest, HeadersAreSecrets) {
  for (const char* const value : {"authorization", "authorization=%zz-secret",
                                  "a\tb=secret", "authorization=sec%0Aret"}) {
    const auto read = Read({{"OTEL_EXPORTER_OTLP_HEADERS", value}});
    EXPECT_THAT(std::string(read.status().message()),
                AllOf(HasSubstr("OTEL_EXPORTER_OTLP_HEADERS: "),
                      Not(HasSubstr("secret")), Not(HasSubstr("ret\n"))))
        << value;
  }
}

}  // namespace
}  // namespace baton::otel
