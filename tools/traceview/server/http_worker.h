// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_TRACEVIEW_SERVER_HTTP_WORKER_H_
#define BATON_TOOLS_TRACEVIEW_SERVER_HTTP_WORKER_H_

#include <microhttpd.h>

#include <thread>

namespace baton::traceview {

// Runs one libmicrohttpd daemon on a thread of its own. Owned by the server.
//
// libmicrohttpd can run threads too, but those cannot stop safely:
// MHD_stop_daemon() marks the daemon as stopped while its threads still parse.
// Until version 1.0, a thread that then finds a bad request dereferences the
// error response that it could not queue. Stop() joins the thread first.
class HttpWorker {
 public:
  HttpWorker() = default;
  HttpWorker(const HttpWorker&) = delete;
  HttpWorker& operator=(const HttpWorker&) = delete;

  // Takes a daemon that was started with MHD_USE_EPOLL and without threads. The
  // thread ends when the file descriptor `stop_event` becomes readable.
  void Start(MHD_Daemon* daemon, int stop_event);

  // Waits for handlers that run, then closes all connections. Requires that
  // `stop_event` is readable. No-op if the worker was not started.
  void Stop();

 private:
  MHD_Daemon* daemon_ = nullptr;
  std::thread thread_;
};

}  // namespace baton::traceview

#endif  // BATON_TOOLS_TRACEVIEW_SERVER_HTTP_WORKER_H_
