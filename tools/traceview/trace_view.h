// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_TRACEVIEW_TRACE_VIEW_H_
#define BATON_TOOLS_TRACEVIEW_TRACE_VIEW_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "tools/traceview/server/http_server.h"
#include "tools/traceview/server/otlp_grpc.h"
#include "tools/traceview/server/view_api.h"
#include "tools/traceview/store/trace_store.h"

namespace baton::traceview {

struct TraceViewOptions {
  // Ports on the loopback interface. 0: a free port.
  int grpc_port = 0;
  int http_port = 0;
  size_t max_message_bytes = size_t{8} << 20;
  StoreLimits store;
};

// The complete trace view: receivers, a store and a page.
//
//   auto view = *TraceView::Start({});
//   std::cout << view->url();           // http://127.0.0.1:40423/
//   exporter_options.endpoint = view->grpc_endpoint();
class TraceView {
 public:
  static absl::StatusOr<std::unique_ptr<TraceView>> Start(
      const TraceViewOptions& options);

  // Returns the address of the page. OTLP over HTTP uses v1/traces below it.
  std::string url() const;
  // Returns the address for OTLP over gRPC, like "127.0.0.1:43211".
  std::string grpc_endpoint() const;
  TraceStore& store() { return store_; }
  // Returns the number of HTTP requests until now.
  uint64_t requests() const { return requests_; }

 private:
  explicit TraceView(const TraceViewOptions& options);

  TraceStore store_;
  ViewApi api_;
  std::atomic<uint64_t> requests_{0};
  std::unique_ptr<OtlpGrpcReceiver> grpc_;
  std::unique_ptr<HttpServer> http_;
};

}  // namespace baton::traceview

#endif  // BATON_TOOLS_TRACEVIEW_TRACE_VIEW_H_
