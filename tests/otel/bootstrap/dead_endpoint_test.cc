// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Checks that a dead collector never blocks the end of a program.

#include <sys/socket.h>
#include <unistd.h>

#include <map>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "baton/chain/loopback_socket.h"
#include "baton/otel_bootstrap.h"
#include "gtest/gtest.h"
#include "opentelemetry/metrics/provider.h"
#include "opentelemetry/trace/provider.h"
#include "tests/support/patience.h"
#include "tests/support/real_time.h"

namespace baton::otel {
namespace {

// An endpoint that never responds. It refuses connections, or accepts them and
// reads nothing.
class DeadEndpoint {
 public:
  explicit DeadEndpoint(bool accepts) : socket_(chain::BindLoopbackSocket()) {
    if (accepts) {
      EXPECT_EQ(listen(socket_, 16), 0);
    }
  }
  // Closes all connections, which ends all waits for a response.
  ~DeadEndpoint() { close(socket_); }
  DeadEndpoint(const DeadEndpoint&) = delete;
  DeadEndpoint& operator=(const DeadEndpoint&) = delete;

  std::string url() const {
    return absl::StrCat("http://127.0.0.1:", chain::LocalPort(socket_));
  }

 private:
  const int socket_;
};

struct Case {
  const char* name;
  const char* protocol;
  bool accepts;
};

class DeadEndpointTest : public ::testing::TestWithParam<Case> {};

INSTANTIATE_TEST_SUITE_P(
    Ways, DeadEndpointTest,
    ::testing::Values(Case{"GrpcRefused", "grpc", false},
                      Case{"GrpcSilent", "grpc", true},
                      Case{"HttpRefused", "http/protobuf", false},
                      Case{"HttpSilent", "http/protobuf", true}),
    [](const auto& each) { return each.param.name; });

std::string ValueIn(const std::map<std::string, std::string>& variables,
                    const std::string& name) {
  const auto found = variables.find(name);
  return found == variables.end() ? "" : found->second;
}

TEST_P(DeadEndpointTest, FlushReportsThatTheExportFailed) {
  const DeadEndpoint endpoint(GetParam().accepts);
  for (const char* signal : {"TRACES", "METRICS"}) {
    const std::map<std::string, std::string> variables = {
        {"OTEL_EXPORTER_OTLP_ENDPOINT", endpoint.url()},
        {"OTEL_EXPORTER_OTLP_PROTOCOL", GetParam().protocol},
        {"OTEL_EXPORTER_OTLP_TIMEOUT", "100"},
        {"OTEL_LOG_LEVEL", "none"},
        {std::string(signal) == "TRACES" ? "OTEL_METRICS_EXPORTER"
                                         : "OTEL_TRACES_EXPORTER",
         "none"}};
    OtelBootstrapOptions options;
    options.environment = [variables](const std::string& name) {
      return ValueIn(variables, name);
    };
    const auto bootstrap = OtelBootstrap::Start(options);
    ASSERT_TRUE(bootstrap.ok()) << bootstrap.status();
    opentelemetry::trace::Provider::GetTracerProvider()
        ->GetTracer("test")
        ->StartSpan("span")
        ->End();
    const auto counter = opentelemetry::metrics::Provider::GetMeterProvider()
                             ->GetMeter("test")
                             ->CreateUInt64Counter("count");
    counter->Add(1);
    EXPECT_FALSE((*bootstrap)->Flush(kPatience)) << signal;
  }
}

TEST_P(DeadEndpointTest, DestructionIsBoundedAndNoSpanWaits) {
  const DeadEndpoint endpoint(GetParam().accepts);
  // An exporter's own timeout is far longer than this test.
  const std::map<std::string, std::string> variables = {
      {"OTEL_EXPORTER_OTLP_ENDPOINT", endpoint.url()},
      {"OTEL_EXPORTER_OTLP_PROTOCOL", GetParam().protocol},
      {"OTEL_EXPORTER_OTLP_TIMEOUT", "600000"},
      {"OTEL_BSP_SCHEDULE_DELAY", "1"},
      {"OTEL_METRIC_EXPORT_INTERVAL", "10"}};
  OtelBootstrapOptions options;
  options.flush_timeout = absl::Milliseconds(200);
  options.environment = [variables](const std::string& name) {
    return ValueIn(variables, name);
  };
  const Stopwatch stopwatch;
  {
    const auto bootstrap = OtelBootstrap::Start(options);
    ASSERT_TRUE(bootstrap.ok()) << bootstrap.status();
    const auto tracer =
        opentelemetry::trace::Provider::GetTracerProvider()->GetTracer("test");
    const auto counter = opentelemetry::metrics::Provider::GetMeterProvider()
                             ->GetMeter("test")
                             ->CreateUInt64Counter("count");
    // More spans than the queue holds.
    for (int i = 0; i < 5000; ++i) {
      tracer->StartSpan("span")->End();
      counter->Add(1);
    }
    if (GetParam().accepts) {
      EXPECT_FALSE((*bootstrap)->Flush(absl::Milliseconds(10)));
    }
  }
  EXPECT_LT(stopwatch.Elapsed(), kPatience);
}

}  // namespace
}  // namespace baton::otel
