// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Calls a complete server with method names that are no text, and reads the
// exported telemetry with protobuf, as a collector does.

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "baton/core/report/printable_text.h"
#include "baton/otel_bootstrap.h"
#include "baton/server.h"
#include "baton/telemetry.h"
#include "gmock/gmock.h"
#include "google/protobuf/message.h"
#include "grpcpp/generic/generic_stub.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/otel/metadata_maps.h"
#include "tests/rpc/support/middle_server.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/patience.h"
#include "tests/support/telemetry/otlp_sink.h"

namespace baton {
namespace {

using ::testing::Contains;
using ::testing::Each;

using Message = google::protobuf::Message;
using Field = google::protobuf::FieldDescriptor;

constexpr char kHostilePath[] = "/a\xff\xfe/B\nC";
constexpr int kGoodCalls = 100;

// Adds all texts of the message and of the messages in it.
void CollectTexts(const Message& message, std::vector<std::string>& texts) {
  std::vector<const Field*> fields;
  const auto* const reflection = message.GetReflection();
  reflection->ListFields(message, &fields);
  for (const Field* const field : fields) {
    const bool is_text = field->type() == Field::TYPE_STRING;
    const bool is_message = field->cpp_type() == Field::CPPTYPE_MESSAGE;
    if (!field->is_repeated()) {
      if (is_text) texts.push_back(reflection->GetString(message, field));
      if (is_message) {
        CollectTexts(reflection->GetMessage(message, field), texts);
      }
      continue;
    }
    for (int i = 0; i < reflection->FieldSize(message, field); ++i) {
      if (is_text) {
        texts.push_back(reflection->GetRepeatedString(message, field, i));
      }
      if (is_message) {
        CollectTexts(reflection->GetRepeatedMessage(message, field, i), texts);
      }
    }
  }
}

template <typename Arrivals>
std::vector<std::string> TextsOf(const Arrivals& arrivals) {
  std::vector<std::string> texts;
  for (const auto& arrival : arrivals) CollectTexts(arrival.request, texts);
  return texts;
}

int CountSpans(const OtlpSink::TraceArrivals& arrivals) {
  int count = 0;
  for (const auto& arrival : arrivals) {
    for (const auto& resource : arrival.request.resource_spans()) {
      for (const auto& scope : resource.scope_spans()) {
        count += scope.spans_size();
      }
    }
  }
  return count;
}

MATCHER(IsPrintable, "is printable text") { return core::IsPrintableText(arg); }

// A callback server, which gives calls of unknown methods to its interceptors.
// Its telemetry goes to a receiver of OTLP.
class HostileTextTest : public ::testing::Test {
 protected:
  HostileTextTest() {
    OtelBootstrapOptions options;
    options.flush_timeout = kPatience;
    options.environment = [url = sink_.http_url()](const std::string& name) {
      static const std::map<std::string, std::string> variables = {
          {"OTEL_SERVICE_NAME", "shop\xff"},
          {"OTEL_RESOURCE_ATTRIBUTES", "team=a%FF%0Ab,\xfe=c"},
          {"OTEL_METRIC_EXPORT_INTERVAL", "3600000"},
          {"OTEL_BSP_SCHEDULE_DELAY", "3600000"}};
      if (name == "OTEL_EXPORTER_OTLP_ENDPOINT") return url;
      const auto found = variables.find(name);
      return found == variables.end() ? std::string() : found->second;
    };
    auto bootstrap = OtelBootstrap::Start(options);
    EXPECT_TRUE(bootstrap.ok()) << bootstrap.status();
    bootstrap_ = *std::move(bootstrap);
    ServerOptions server;
    server.telemetry = OpenTelemetry();
    server_ = std::make_unique<MiddleServer>(
        [](grpc::CallbackServerContext&, grpc::ServerUnaryReactor* reactor) {
          reactor->Finish(grpc::Status::OK);
        },
        server);
    channel_ = server_->NewChannel();
  }

  void MakeGoodCall() {
    EXPECT_TRUE(MakeUnaryCall(UnaryForm::kSync, channel_, NewContext(kPatience),
                              RequestOf("x"))
                    .status.ok());
  }

  // Calls a method on the bare channel, and returns the status code.
  grpc::StatusCode Call(const std::string& path) {
    grpc::GenericStub stub(channel_);
    const auto context = NewContext(kPatience);
    grpc::CompletionQueue queue;
    const grpc::ByteBuffer request;
    grpc::ByteBuffer response;
    grpc::Status status;
    const auto call =
        stub.PrepareUnaryCall(context.get(), path, request, &queue);
    call->StartCall();
    call->Finish(&response, &status, this);
    void* tag = nullptr;
    bool ok = false;
    EXPECT_TRUE(queue.Next(&tag, &ok));
    return status.error_code();
  }

  OtlpSink sink_;
  std::unique_ptr<OtelBootstrap> bootstrap_;
  std::unique_ptr<MiddleServer> server_;
  std::shared_ptr<grpc::Channel> channel_;
};

TEST_F(HostileTextTest, InvalidMethodNameSpoilsNoSpansAndNoMetrics) {
  for (int i = 0; i < kGoodCalls; ++i) MakeGoodCall();
  EXPECT_EQ(Call(kHostilePath), grpc::StatusCode::UNIMPLEMENTED);
  EXPECT_TRUE(bootstrap_->Flush(kPatience));
  // The sink fails the test if protobuf cannot parse an export.
  EXPECT_EQ(CountSpans(sink_.traces()), kGoodCalls + 1);
  EXPECT_THAT(TextsOf(sink_.traces()), Each(IsPrintable()));

  const std::size_t exports = sink_.metrics().size();
  MakeGoodCall();
  EXPECT_TRUE(bootstrap_->Flush(kPatience));
  ASSERT_GT(sink_.metrics().size(), exports);
  EXPECT_THAT(TextsOf(sink_.metrics()), Each(IsPrintable()));
  EXPECT_THAT(TextsOf(sink_.metrics()),
              Contains("baton.testing.v1.Scripted/Call"));
}

// A gRPC client would not send these values. An attacker without gRPC would.
TEST_F(HostileTextTest, InvalidMetadataSpoilNoSpans) {
  const std::string hostile = "\xff\n\x1b[2J\xc2\x85";
  const otel::ReceivedMetadata metadata({
      {"traceparent",
       "00-0123456789abcdef0123456789abcdef-0123456789abcdef-01"},
      {"tracestate", "a=" + hostile + ",b" + hostile + "=c"},
      {"baggage", "a=" + hostile},
      {"x-tenant", hostile},
      {"x-\xff", hostile},
  });
  TelemetryOptions options;
  options.tracing.recorded_metadata = {"x-tenant", "x-\xff"};
  RequestStart start;
  start.method = kHostilePath;
  start.peer = hostile;
  start.metadata = &metadata;
  const auto telemetry = OpenTelemetry(options);
  telemetry->OnRequestStart(start)->OnRequestEnd(RequestReport());
  EXPECT_TRUE(bootstrap_->Flush(kPatience));
  EXPECT_EQ(CountSpans(sink_.traces()), 1);
  EXPECT_THAT(TextsOf(sink_.traces()), Each(IsPrintable()));
  EXPECT_THAT(TextsOf(sink_.traces()), Contains(R"(\xff\n\x1b[2J\xc2\x85)"));
}

}  // namespace
}  // namespace baton
