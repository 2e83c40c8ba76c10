// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Checks that docs/tracing-compared.md shows the trace of a real call.

#include <algorithm>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "baton/client.h"
#include "baton/examples/v1/echo.grpc.pb.h"
#include "baton/server.h"
#include "baton/telemetry.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/doc_block.h"
#include "tests/support/telemetry/span_recorder.h"

namespace baton {
namespace {

using examples::v1::Echo;
using examples::v1::EchoRequest;
using examples::v1::EchoResponse;

// Fails twice. The second failure requests a wait.
class TroubledEcho final : public Echo::Service {
  grpc::Status Unary(grpc::ServerContext* context, const EchoRequest*,
                     EchoResponse*) override {
    if (++calls_ == 3) return grpc::Status::OK;
    if (calls_ == 2) {
      context->AddTrailingMetadata("grpc-retry-pushback-ms", "9");
    }
    return grpc::Status(grpc::StatusCode::UNAVAILABLE, "not yet");
  }

  int calls_ = 0;  // Only one call runs at a time.
};

std::vector<RecordedSpan> SpansOfOneCall() {
  SpanRecorder recorder;
  TelemetryOptions to_recorder;
  to_recorder.tracing.provider = recorder.provider();
  const auto telemetry = OpenTelemetry(to_recorder);

  TroubledEcho service;
  ServerOptions server_options;
  server_options.telemetry = telemetry;
  int port = 0;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                           &port);
  builder.RegisterService(&service);
  EXPECT_TRUE(InstallServer(&builder, server_options).ok());
  const auto server = builder.BuildAndStart();

  ClientOptions options;
  options.policy.everything().idempotency = Idempotency::kIdempotent;
  options.telemetry = telemetry;
  const auto channel =
      CreateChannel(absl::StrCat("127.0.0.1:", port),
                    grpc::InsecureChannelCredentials(), options);
  EXPECT_TRUE(channel.ok()) << channel.status();
  grpc::ClientContext context;
  EchoResponse response;
  EXPECT_TRUE(
      Echo::NewStub(*channel)->Unary(&context, EchoRequest(), &response).ok());
  // The span of the last request ends when the server has ended.
  server->Shutdown();
  server->Wait();
  return recorder.All();
}

// Formats the attributes that the document shows.
std::string Shown(const RecordedAttributes& attributes,
                  const std::vector<std::string>& keys) {
  std::string text;
  for (const std::string& key : keys) {
    const auto found = attributes.find(key);
    if (found == attributes.end()) continue;
    absl::StrAppend(&text, "  ", key, "=");
    if (const auto* const word = std::get_if<std::string>(&found->second)) {
      absl::StrAppend(&text, *word);
    } else if (const auto* const count =
                   std::get_if<std::int64_t>(&found->second)) {
      absl::StrAppend(&text, *count);
    } else {
      absl::StrAppend(&text, "*");  // Times differ in each run.
    }
  }
  return text;
}

std::string Tree(const std::vector<RecordedSpan>& spans,
                 const RecordedSpan& span, const std::string& indent) {
  std::string text = absl::StrCat(
      indent, span.kind, " ", span.name,
      Shown(
          span.attributes,
          {"rpc.response.status_code", "previous-rpc-attempts",
           "retry.attempt_count", "retry.grant", "retry.forwarded_grant",
           "retry.owner", "retry.decision", "retry.wait_cause", "retry.wait_ms",
           "retry.pushback_ms", "retry.stop_reason", "retry.outgoing_calls"}),
      "\n");
  for (const RecordedEvent& event : span.events) {
    absl::StrAppend(
        &text, indent, "  * ", event.name,
        Shown(event.attributes, {"retry.wait_cause", "retry.wait_ms"}), "\n");
  }
  std::vector<RecordedSpan> children;
  for (const RecordedSpan& other : spans) {
    if (other.parent_id == span.span_id) children.push_back(other);
  }
  // The children ended in the order of their start.
  for (const RecordedSpan& child : children) {
    absl::StrAppend(&text, Tree(spans, child, indent + "  "));
  }
  return text;
}

TEST(TracingComparedDocTest, TraceMatchesARealCall) {
  const std::vector<RecordedSpan> spans = SpansOfOneCall();
  const auto root =
      std::find_if(spans.begin(), spans.end(), [](const RecordedSpan& span) {
        return span.parent_id == "0000000000000000";
      });
  ASSERT_NE(root, spans.end());
  EXPECT_EQ(Tree(spans, *root, ""),
            DocBlock("docs/tracing-compared.md", "our_trace"));
}

}  // namespace
}  // namespace baton
