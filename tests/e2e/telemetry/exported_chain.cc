// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/e2e/telemetry/exported_chain.h"

#include <cstdint>
#include <cstdlib>
#include <memory>

#include "absl/time/time.h"
#include "examples/stack/driver/setup.h"
#include "examples/stack/shop/telemetry.h"
#include "gtest/gtest.h"
#include "tests/e2e/stack/shop_setup.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

void SetStoreFailures(stack::Setup& setup, double ratio) {
  stack::Weather weather;
  weather.set_fail_ratio(ratio);
  const absl::Status status = setup.stack().SetWeather(weather);
  EXPECT_TRUE(status.ok()) << status;
}

void MakeRequests(stack::Setup& setup, int requests) {
  SetStoreFailures(setup, 0.5);
  for (int id = 1; id <= requests; ++id) {
    setup.Get(static_cast<std::uint32_t>(id), kPatience);
  }
  SetStoreFailures(setup, 1);
  EXPECT_FALSE(
      setup.Get(static_cast<std::uint32_t>(requests) + 1, kPatience).ok());
}

}  // namespace

void ExportAChain(const std::string& endpoint, int requests) {
  // For this process and for those that it starts.
  setenv("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint.c_str(), 1);
  setenv("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc", 1);
  // The gauges of a target end with its channel, before the process does.
  setenv("OTEL_METRIC_EXPORT_INTERVAL", "100", 1);

  const auto app = stack::SpanExport::Start({endpoint, "app"});
  ASSERT_TRUE(app.ok()) << app.status();
  stack::StackOptions options = ShopOptions(stack::RetryMode::kBaton);
  options.otlp_endpoint = endpoint;
  options.app_telemetry = (*app)->telemetry();
  const auto setup = OpenShop(options);
  if (setup != nullptr) MakeRequests(*setup, requests);
}

}  // namespace baton
