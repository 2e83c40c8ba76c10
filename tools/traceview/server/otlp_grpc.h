// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_TRACEVIEW_SERVER_OTLP_GRPC_H_
#define BATON_TOOLS_TRACEVIEW_SERVER_OTLP_GRPC_H_

#include <cstddef>
#include <memory>

#include "absl/status/statusor.h"
#include "grpcpp/grpcpp.h"
#include "tools/traceview/store/trace_store.h"

namespace baton::traceview {

// Receives OTLP over gRPC on the loopback interface, and adds it to a store.
class OtlpGrpcReceiver {
 public:
  // `store` must outlive the receiver. Port 0: a free port.
  static absl::StatusOr<std::unique_ptr<OtlpGrpcReceiver>> Start(
      int port, size_t max_message_bytes, TraceStore& store);

  // Waits 200 ms for running exports, then cancels them.
  ~OtlpGrpcReceiver();
  OtlpGrpcReceiver(const OtlpGrpcReceiver&) = delete;
  OtlpGrpcReceiver& operator=(const OtlpGrpcReceiver&) = delete;

  int port() const { return port_; }

 private:
  class Service;

  OtlpGrpcReceiver(std::unique_ptr<Service> service,
                   std::unique_ptr<grpc::Server> server, int port);

  std::unique_ptr<Service> service_;
  std::unique_ptr<grpc::Server> server_;
  int port_;
};

}  // namespace baton::traceview

#endif  // BATON_TOOLS_TRACEVIEW_SERVER_OTLP_GRPC_H_
