// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/traceview/server/otlp_grpc.h"

#include <chrono>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "baton/real_clock.h"
#include "opentelemetry/proto/collector/trace/v1/trace_service.grpc.pb.h"
#include "tools/traceview/server/otlp_http.h"

namespace baton::traceview {
namespace {

namespace otlp = opentelemetry::proto::collector::trace::v1;

// The time for running exports at the shutdown.
constexpr absl::Duration kGrace = absl::Milliseconds(200);
// Maximum memory for incomplete messages.
constexpr size_t kQuotaBytes = size_t{64} << 20;
constexpr int kMostStreams = 64;

}  // namespace

class OtlpGrpcReceiver::Service final
    : public otlp::TraceService::CallbackService {
 public:
  explicit Service(TraceStore& store) : store_(store) {}

  grpc::ServerUnaryReactor* Export(
      grpc::CallbackServerContext* context,
      const otlp::ExportTraceServiceRequest* request,
      otlp::ExportTraceServiceResponse* response) override {
    *response = MakeExportResponse(store_.Add(*request));
    grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
    reactor->Finish(grpc::Status::OK);
    return reactor;
  }

 private:
  TraceStore& store_;
};

OtlpGrpcReceiver::OtlpGrpcReceiver(std::unique_ptr<Service> service,
                                   std::unique_ptr<grpc::Server> server,
                                   int port)
    : service_(std::move(service)), server_(std::move(server)), port_(port) {}

OtlpGrpcReceiver::~OtlpGrpcReceiver() {
  server_->Shutdown(SystemNow() + absl::ToChronoMilliseconds(kGrace));
}

absl::StatusOr<std::unique_ptr<OtlpGrpcReceiver>> OtlpGrpcReceiver::Start(
    int port, size_t max_message_bytes, TraceStore& store) {
  auto service = std::make_unique<Service>(store);
  grpc::ResourceQuota quota("traceview");
  quota.Resize(kQuotaBytes);

  grpc::ServerBuilder builder;
  int bound = 0;
  builder.AddListeningPort(absl::StrCat("127.0.0.1:", port),
                           grpc::InsecureServerCredentials(), &bound);
  builder.RegisterService(service.get());
  builder.SetMaxReceiveMessageSize(static_cast<int>(max_message_bytes));
  builder.SetResourceQuota(quota);
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, kMostStreams);
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
  std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (!server || bound == 0) {
    return absl::UnavailableError(absl::StrCat(
        "cannot listen on 127.0.0.1:", port, "; the port may be in use"));
  }
  return std::unique_ptr<OtlpGrpcReceiver>(
      new OtlpGrpcReceiver(std::move(service), std::move(server), bound));
}

}  // namespace baton::traceview
