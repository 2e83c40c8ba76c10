// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Checks that spans have the configured metadata values, and no others.

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "baton/telemetry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "opentelemetry/sdk/trace/samplers/always_off_factory.h"
#include "tests/otel/metadata_maps.h"
#include "tests/support/telemetry/span_matchers.h"
#include "tests/support/telemetry/span_recorder.h"

namespace baton::otel {
namespace {

using ::testing::AllOf;
using ::testing::IsEmpty;

constexpr char kTenant[] = "rpc.request.metadata.x-tenant";

// Returns the span of a request with this metadata.
RecordedSpan SpanOf(TelemetryOptions options,
                    std::map<std::string, std::string> metadata) {
  SpanRecorder recorder;
  options.tracing.provider = recorder.provider();
  const ReceivedMetadata received(std::move(metadata));
  RequestStart start;
  start.method = "/shop.v1.Inventory/Get";
  start.metadata = &received;
  const auto telemetry = OpenTelemetry(options);
  telemetry->OnRequestStart(start)->OnRequestEnd(RequestReport());
  return recorder.Call();
}

TEST(RecordedMetadataTest, NoMetadataIsRecordedByDefault) {
  const RecordedSpan span =
      SpanOf({}, {{"x-tenant", "secret"}, {"authorization", "secret"}});
  for (const auto& [key, value] : span.attributes) {
    EXPECT_EQ(key.find("metadata"), std::string::npos) << key;
  }
}

TEST(RecordedMetadataTest, OnlyListedMetadataIsRecorded) {
  TelemetryOptions options;
  options.tracing.recorded_metadata = {"X-Tenant", "x-absent", ""};
  EXPECT_THAT(
      SpanOf(options, {{"x-tenant", "blue"}, {"authorization", "secret"}}),
      AllOf(Has(kTenant, "[blue]"), HasNo("rpc.request.metadata.x-absent"),
            HasNo("rpc.request.metadata.authorization")));
}

TEST(RecordedMetadataTest, BytesAreLeftOutAndLongTextIsCut) {
  TelemetryOptions options;
  options.tracing.recorded_metadata = {"x-tenant", "trace-bin"};
  EXPECT_THAT(SpanOf(options, {{"x-tenant", std::string(1000, 'x')},
                               {"trace-bin", "\x01"}}),
              AllOf(Has(kTenant, ("[" + std::string(256, 'x') + "]").c_str()),
                    HasNo("rpc.request.metadata.trace-bin")));
}

TEST(RecordedMetadataTest, ValuesArePrintableAndCutBetweenCharacters) {
  TelemetryOptions options;
  options.tracing.recorded_metadata = {"x-tenant"};
  EXPECT_THAT(SpanOf(options, {{"x-tenant", "\x1b[31m\xff\r\n"}}),
              Has(kTenant, R"([\x1b[31m\xff\r\n])"));
  const std::string x(255, 'x');
  EXPECT_THAT(SpanOf(options, {{"x-tenant", x + "\xc3\xbc"}}),
              Has(kTenant, ("[" + x + "]").c_str()));
}

TEST(RecordedMetadataTest, UnsampledRequestReadsNoMetadata) {
  SpanRecorder recorder(
      opentelemetry::sdk::trace::AlwaysOffSamplerFactory::Create());
  TelemetryOptions options;
  options.tracing.provider = recorder.provider();
  options.tracing.recorded_metadata = {"x-tenant"};
  const ReceivedMetadata received(
      std::map<std::string, std::string>{{"x-tenant", "blue"}});
  RequestStart start;
  start.method = "/shop.v1.Inventory/Get";
  start.metadata = &received;
  OpenTelemetry(options)->OnRequestStart(start)->OnRequestEnd(RequestReport());
  EXPECT_THAT(recorder.All(), IsEmpty());
}

}  // namespace
}  // namespace baton::otel
