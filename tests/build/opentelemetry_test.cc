// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <memory>
#include <utility>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "opentelemetry/exporters/memory/in_memory_span_data.h"
#include "opentelemetry/exporters/memory/in_memory_span_exporter_factory.h"
#include "opentelemetry/exporters/otlp/otlp_grpc_exporter_factory.h"
#include "opentelemetry/exporters/otlp/otlp_http_exporter_factory.h"
#include "opentelemetry/sdk/trace/simple_processor_factory.h"
#include "opentelemetry/sdk/trace/tracer_provider.h"

namespace {

using ::testing::NotNull;
using ::testing::SizeIs;

namespace memory = opentelemetry::exporter::memory;
namespace otlp = opentelemetry::exporter::otlp;
namespace trace = opentelemetry::sdk::trace;

TEST(OpenTelemetryTest, EndedSpanReachesTheExporter) {
  std::shared_ptr<memory::InMemorySpanData> data;
  trace::TracerProvider provider(trace::SimpleSpanProcessorFactory::Create(
      memory::InMemorySpanExporterFactory::Create(data)));

  provider.GetTracer("test")->StartSpan("attempt")->End();

  auto spans = data->GetSpans();
  ASSERT_THAT(spans, SizeIs(1));
  EXPECT_EQ(spans[0]->GetName(), "attempt");
}

TEST(OpenTelemetryTest, BothOtlpExportersLink) {
  EXPECT_THAT(otlp::OtlpGrpcExporterFactory::Create(), NotNull());
  EXPECT_THAT(otlp::OtlpHttpExporterFactory::Create(), NotNull());
}

}  // namespace
