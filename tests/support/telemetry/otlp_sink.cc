// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/telemetry/otlp_sink.h"

#include <condition_variable>
#include <mutex>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "opentelemetry/proto/collector/metrics/v1/metrics_service.grpc.pb.h"
#include "opentelemetry/proto/collector/trace/v1/trace_service.grpc.pb.h"

namespace baton {
namespace {

namespace collector = opentelemetry::proto::collector;

std::multimap<std::string, std::string> HeadersOf(
    const grpc::CallbackServerContext& context) {
  std::multimap<std::string, std::string> headers;
  for (const auto& [key, value] : context.client_metadata()) {
    headers.emplace(std::string(key.data(), key.size()),
                    std::string(value.data(), value.size()));
  }
  return headers;
}

}  // namespace

template <typename Request>
class OtlpSink::Inbox {
 public:
  using Kept = Arrival<Request>;

  // Returns false if the message is to be rejected.
  bool Put(Kept arrival) {
    std::lock_guard<std::mutex> lock(mutex_);
    kept_.push_back(std::move(arrival));
    changed_.notify_all();
    return !refuse_;
  }
  void Refuse() {
    std::lock_guard<std::mutex> lock(mutex_);
    refuse_ = true;
  }
  std::vector<Kept> Get() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return kept_;
  }
  bool Await(const std::function<bool(const std::vector<Kept>&)>& enough,
             absl::Duration bound) {
    std::unique_lock<std::mutex> lock(mutex_);
    return changed_.wait_for(lock, absl::ToChronoNanoseconds(bound),
                             [&] { return enough(kept_); });
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Kept> kept_;  // guarded by mutex_
  bool refuse_ = false;     // guarded by mutex_
};

namespace {

template <typename Inbox, typename Request>
grpc::ServerUnaryReactor* Take(grpc::CallbackServerContext* context,
                               const Request& request, Inbox& inbox) {
  const bool taken = inbox.Put({"grpc", HeadersOf(*context), request, ""});
  grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
  reactor->Finish(taken ? grpc::Status::OK
                        : grpc::Status(grpc::StatusCode::UNAVAILABLE, "full"));
  return reactor;
}

template <typename Inbox, typename Arrival>
bool TakePost(const traceview::HttpRequest& request, Inbox& inbox,
              Arrival arrival) {
  arrival.way = request.path;
  arrival.headers = {request.headers.begin(), request.headers.end()};
  if (request.Header("content-type") == "application/json") {
    arrival.json = request.body;
  } else {
    EXPECT_TRUE(arrival.request.ParseFromString(request.body));
  }
  return inbox.Put(std::move(arrival));
}

}  // namespace

class OtlpSink::TraceService final
    : public collector::trace::v1::TraceService::CallbackService {
 public:
  explicit TraceService(Inbox<TraceRequest>& inbox) : inbox_(inbox) {}

  grpc::ServerUnaryReactor* Export(
      grpc::CallbackServerContext* context, const TraceRequest* request,
      collector::trace::v1::ExportTraceServiceResponse*) override {
    return Take(context, *request, inbox_);
  }

 private:
  Inbox<TraceRequest>& inbox_;
};

class OtlpSink::MetricsService final
    : public collector::metrics::v1::MetricsService::CallbackService {
 public:
  explicit MetricsService(Inbox<MetricsRequest>& inbox) : inbox_(inbox) {}

  grpc::ServerUnaryReactor* Export(
      grpc::CallbackServerContext* context, const MetricsRequest* request,
      collector::metrics::v1::ExportMetricsServiceResponse*) override {
    return Take(context, *request, inbox_);
  }

 private:
  Inbox<MetricsRequest>& inbox_;
};

OtlpSink::OtlpSink()
    : traces_(std::make_unique<Inbox<TraceRequest>>()),
      metrics_(std::make_unique<Inbox<MetricsRequest>>()),
      trace_service_(std::make_unique<TraceService>(*traces_)),
      metrics_service_(std::make_unique<MetricsService>(*metrics_)) {
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                           &grpc_port_);
  builder.RegisterService(trace_service_.get());
  builder.RegisterService(metrics_service_.get());
  grpc_ = builder.BuildAndStart();
  EXPECT_NE(grpc_, nullptr);
  auto http = traceview::HttpServer::Start(
      {},
      [this](const traceview::HttpRequest& request) { return Post(request); });
  EXPECT_TRUE(http.ok()) << http.status();
  if (http.ok()) http_ = *std::move(http);
}

OtlpSink::~OtlpSink() { grpc_->Shutdown(); }

std::string OtlpSink::grpc_url() const {
  return absl::StrCat("http://127.0.0.1:", grpc_port_);
}

std::string OtlpSink::http_url() const {
  return absl::StrCat("http://127.0.0.1:", http_->port());
}

void OtlpSink::Refuse() {
  traces_->Refuse();
  metrics_->Refuse();
}

OtlpSink::TraceArrivals OtlpSink::traces() const { return traces_->Get(); }
OtlpSink::MetricsArrivals OtlpSink::metrics() const { return metrics_->Get(); }

bool OtlpSink::Await(const std::function<bool(const TraceArrivals&)>& enough,
                     absl::Duration bound) {
  return traces_->Await(enough, bound);
}

bool OtlpSink::AwaitMetrics(
    const std::function<bool(const MetricsArrivals&)>& enough,
    absl::Duration bound) {
  return metrics_->Await(enough, bound);
}

traceview::HttpResponse OtlpSink::Post(const traceview::HttpRequest& request) {
  const bool taken =
      absl::EndsWith(request.path, "/metrics")
          ? TakePost(request, *metrics_, Arrival<MetricsRequest>())
          : TakePost(request, *traces_, Arrival<TraceRequest>());
  traceview::HttpResponse response;
  response.status = taken ? 200 : 503;
  response.content_type = std::string(request.Header("content-type"));
  return response;
}

}  // namespace baton
