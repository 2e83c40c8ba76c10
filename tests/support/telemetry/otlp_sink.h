// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_TELEMETRY_OTLP_SINK_H_
#define BATON_TESTS_SUPPORT_TELEMETRY_OTLP_SINK_H_

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "grpcpp/grpcpp.h"
#include "opentelemetry/proto/collector/metrics/v1/metrics_service.pb.h"
#include "opentelemetry/proto/collector/trace/v1/trace_service.pb.h"
#include "tests/support/patience.h"
#include "tools/traceview/server/http_server.h"

namespace baton {

// Receives OTLP over gRPC and HTTP on the loopback interface, and keeps every
// message unchanged, with its types. Thread-safe.
class OtlpSink {
 public:
  using TraceRequest =
      opentelemetry::proto::collector::trace::v1::ExportTraceServiceRequest;
  using MetricsRequest =
      opentelemetry::proto::collector::metrics::v1::ExportMetricsServiceRequest;

  template <typename Request>
  struct Arrival {
    // "grpc", or the path of the HTTP POST.
    std::string way;
    // gRPC's metadata, or HTTP's headers, in lower case.
    std::multimap<std::string, std::string> headers;
    // Empty if the message was JSON.
    Request request;
    std::string json;
  };
  using TraceArrivals = std::vector<Arrival<TraceRequest>>;
  using MetricsArrivals = std::vector<Arrival<MetricsRequest>>;

  OtlpSink();
  ~OtlpSink();
  OtlpSink(const OtlpSink&) = delete;
  OtlpSink& operator=(const OtlpSink&) = delete;

  std::string grpc_url() const;
  std::string http_url() const;

  // Rejects all further messages, but still keeps them.
  void Refuse();

  // Returns the messages up to now.
  TraceArrivals traces() const;
  MetricsArrivals metrics() const;

  // Waits until the condition holds. Returns false after the timeout.
  bool Await(const std::function<bool(const TraceArrivals&)>& enough,
             absl::Duration bound = kPatience);
  bool AwaitMetrics(const std::function<bool(const MetricsArrivals&)>& enough,
                    absl::Duration bound = kPatience);

 private:
  template <typename Request>
  class Inbox;
  class TraceService;
  class MetricsService;

  traceview::HttpResponse Post(const traceview::HttpRequest& request);

  std::unique_ptr<Inbox<TraceRequest>> traces_;
  std::unique_ptr<Inbox<MetricsRequest>> metrics_;
  std::unique_ptr<TraceService> trace_service_;
  std::unique_ptr<MetricsService> metrics_service_;
  int grpc_port_ = 0;
  std::unique_ptr<grpc::Server> grpc_;
  std::unique_ptr<traceview::HttpServer> http_;
};

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_TELEMETRY_OTLP_SINK_H_
