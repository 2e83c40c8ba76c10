// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/traceview/server/http_worker.h"

#include <poll.h>

#include <algorithm>
#include <array>
#include <limits>

namespace baton::traceview {
namespace {

// Returns milliseconds, or -1 if no connection has a timeout.
int PollTimeout(MHD_Daemon* daemon) {
  MHD_UNSIGNED_LONG_LONG timeout = 0;
  if (MHD_get_timeout(daemon, &timeout) != MHD_YES) return -1;
  constexpr MHD_UNSIGNED_LONG_LONG kLongest = std::numeric_limits<int>::max();
  return static_cast<int>(std::min(timeout, kLongest));
}

void Run(MHD_Daemon* daemon, int epoll, int stop_event) {
  for (;;) {
    std::array<pollfd, 2> events = {
        {{stop_event, POLLIN, 0}, {epoll, POLLIN, 0}}};
    ::poll(events.data(), events.size(), PollTimeout(daemon));
    if (events[0].revents) return;
    MHD_run(daemon);
  }
}

}  // namespace

void HttpWorker::Start(MHD_Daemon* daemon, int stop_event) {
  daemon_ = daemon;
  const int epoll =
      MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
  thread_ = std::thread(Run, daemon, epoll, stop_event);
}

void HttpWorker::Stop() {
  if (!daemon_) return;
  thread_.join();
  MHD_stop_daemon(daemon_);
  daemon_ = nullptr;
}

}  // namespace baton::traceview
