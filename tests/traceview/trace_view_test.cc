// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/traceview/trace_view.h"

#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/time/time.h"
#include "baton/real_clock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "opentelemetry/proto/collector/trace/v1/trace_service.grpc.pb.h"
#include "tests/support/patience.h"
#include "tests/traceview/http_client.h"
#include "tests/traceview/trace_building.h"
#include "tools/traceview/store/otlp_json.h"

namespace baton::traceview {
namespace {

namespace otlp = opentelemetry::proto::collector::trace::v1;

int PortOf(const std::string& url) {
  return std::atoi(url.c_str() + url.rfind(':') + 1);
}

// A deadline that only a hanging call reaches.
std::chrono::system_clock::time_point SoonEnough() {
  return SystemNow() + absl::ToChronoMilliseconds(kPatience);
}

class Exporter {
 public:
  explicit Exporter(const TraceView& view)
      : stub_(otlp::TraceService::NewStub(grpc::CreateChannel(
            view.grpc_endpoint(), grpc::InsecureChannelCredentials()))) {}

  grpc::Status Export(const TraceRequest& request,
                      otlp::ExportTraceServiceResponse* response = nullptr,
                      bool gzip = false) {
    grpc::ClientContext context;
    context.set_deadline(SoonEnough());
    context.set_wait_for_ready(true);
    if (gzip) context.set_compression_algorithm(GRPC_COMPRESS_GZIP);
    otlp::ExportTraceServiceResponse ignored;
    return stub_->Export(&context, request, response ? response : &ignored);
  }

 private:
  std::unique_ptr<otlp::TraceService::Stub> stub_;
};

std::unique_ptr<TraceView> StartView() { return *TraceView::Start({}); }

TEST(TraceViewTest, AcceptsPlainAndCompressedOtlpOverGrpc) {
  const auto view = StartView();
  Exporter exporter(*view);
  EXPECT_TRUE(exporter.Export(SmallTrace(1)).ok());
  EXPECT_TRUE(exporter.Export(SmallTrace(2), nullptr, true).ok());
  EXPECT_EQ(view->store().Stats().traces, 2u);
}

TEST(TraceViewTest, GrpcReportsTheNumberOfRejectedSpans) {
  const auto view = StartView();
  Span span = MakeSpan(1);
  span.clear_trace_id();
  otlp::ExportTraceServiceResponse response;
  EXPECT_TRUE(Exporter(*view).Export(RequestOf(span), &response).ok());
  EXPECT_EQ(response.partial_success().rejected_spans(), 1);
}

TEST(TraceViewTest, TooLargeMessageIsRejected) {
  const auto view = StartView();
  Exporter exporter(*view);
  Span span = MakeSpan(1);
  PutText(span, "large", std::string(9 << 20, 'x'));
  EXPECT_EQ(exporter.Export(RequestOf(span)).error_code(),
            grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(PostTraces(PortOf(view->url()), "application/x-protobuf",
                       RequestOf(span).SerializeAsString())
                .status,
            413);
  EXPECT_TRUE(exporter.Export(SmallTrace(1)).ok());
}

TEST(TraceViewTest, TooLargeUncompressedMessageIsRejected) {
  const auto view = StartView();
  Exporter exporter(*view);
  Span span = MakeSpan(1);
  PutText(span, "large", std::string(64 << 20, 'x'));
  EXPECT_EQ(exporter.Export(RequestOf(span), nullptr, true).error_code(),
            grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(view->store().Stats().traces, 0u);
}

TEST(TraceViewTest, ServesThePageAndTheListOverHttp) {
  const auto view = StartView();
  const int port = PortOf(view->url());
  EXPECT_EQ(PostTraces(port, "application/json", *WriteOtlpJson(SmallTrace(1)))
                .status,
            200);
  HttpCall page;
  EXPECT_TRUE(absl::StrContains(Exchange(port, page).body, "<!doctype html>"));
  HttpCall list;
  list.path = "/api/traces?since=0&instance=";
  EXPECT_TRUE(absl::StrContains(Exchange(port, list).body,
                                absl::BytesToHexString(TraceId(1))));
}

TEST(TraceViewTest, ManyExportersWorkConcurrently) {
  const auto view = StartView();
  std::vector<std::thread> threads;
  for (uint64_t exporter = 0; exporter < 4; ++exporter) {
    threads.emplace_back([&view, exporter] {
      Exporter grpc_exporter(*view);
      for (uint64_t i = 1; i <= 25; ++i) {
        SampleOptions options;
        options.number = exporter * 100 + i;
        const TraceRequest request = SampleTrace(options);
        if (exporter % 2 == 0) {
          EXPECT_TRUE(grpc_exporter.Export(request).ok());
        } else {
          EXPECT_EQ(PostTraces(PortOf(view->url()), "application/x-protobuf",
                               request.SerializeAsString())
                        .status,
                    200);
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(view->store().Stats().traces, 100u);
}

TEST(TraceViewTest, UsedPortIsAnError) {
  const auto view = StartView();
  TraceViewOptions options;
  options.http_port = PortOf(view->url());
  EXPECT_FALSE(TraceView::Start(options).ok());
  options.http_port = 0;
  options.grpc_port = PortOf(view->grpc_endpoint());
  EXPECT_FALSE(TraceView::Start(options).ok());
}

}  // namespace
}  // namespace baton::traceview
