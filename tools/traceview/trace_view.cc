// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/traceview/trace_view.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "baton/real_clock.h"

namespace baton::traceview {
namespace {

// Returns a name that is different in each run.
std::string InstanceName() {
  return absl::StrCat(absl::Hex(SystemNow().time_since_epoch().count()));
}

}  // namespace

TraceView::TraceView(const TraceViewOptions& options)
    : store_(options.store),
      api_(store_, options.store, options.max_message_bytes, InstanceName()) {}

absl::StatusOr<std::unique_ptr<TraceView>> TraceView::Start(
    const TraceViewOptions& options) {
  std::unique_ptr<TraceView> view(new TraceView(options));
  auto grpc = OtlpGrpcReceiver::Start(options.grpc_port,
                                      options.max_message_bytes, view->store_);
  if (!grpc.ok()) return grpc.status();
  view->grpc_ = *std::move(grpc);

  HttpServerOptions http_options;
  http_options.port = options.http_port;
  http_options.max_body_bytes = options.max_message_bytes;
  auto http = HttpServer::Start(
      http_options, [view = view.get()](const HttpRequest& request) {
        ++view->requests_;
        return view->api_.Handle(request);
      });
  if (!http.ok()) return http.status();
  view->http_ = *std::move(http);
  return view;
}

std::string TraceView::url() const {
  return absl::StrCat("http://127.0.0.1:", http_->port(), "/");
}

std::string TraceView::grpc_endpoint() const {
  return absl::StrCat("127.0.0.1:", grpc_->port());
}

}  // namespace baton::traceview
