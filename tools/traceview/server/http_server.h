// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_TRACEVIEW_SERVER_HTTP_SERVER_H_
#define BATON_TOOLS_TRACEVIEW_SERVER_HTTP_SERVER_H_

#include <cstddef>
#include <memory>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "tools/traceview/server/http_message.h"

namespace baton::traceview {

struct HttpServerOptions {
  int port = 0;  // 0: a free port
  // The server rejects larger bodies with 413 as soon as it knows their size.
  size_t max_body_bytes = size_t{8} << 20;
  // The limit for all requests together. Above it, the server answers 503.
  size_t max_pending_bytes = size_t{64} << 20;
  unsigned max_connections = 256;
  // The server closes a connection without traffic after this time. Whole
  // seconds.
  absl::Duration idle_timeout = absl::Seconds(30);
  // The server closes a connection that takes longer to send one body.
  absl::Duration body_timeout = absl::Seconds(60);
};

// An HTTP/1.1 server on the loopback interface. A slow client occupies a
// connection and the memory for its bytes, but never a thread.
class HttpServer {
 public:
  static absl::StatusOr<std::unique_ptr<HttpServer>> Start(
      const HttpServerOptions& options, HttpHandler handler);

  // Closes all connections and waits for running handlers.
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  int port() const { return port_; }

 private:
  class Core;

  HttpServer(std::unique_ptr<Core> core, int port);

  std::unique_ptr<Core> core_;
  int port_;
};

}  // namespace baton::traceview

#endif  // BATON_TOOLS_TRACEVIEW_SERVER_HTTP_SERVER_H_
