// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/fuzz/witness/hostile_server.h"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/chain/loopback_socket.h"
#include "tests/rpc/support/raw_http2_server.h"

namespace baton::fuzz {
namespace {

constexpr std::size_t kPrefaceBytes = 24;
constexpr std::size_t kFrameHeaderBytes = 9;
constexpr int kHeaders = 1;
constexpr int kRstStream = 3;
constexpr int kSettings = 4;
constexpr uint32_t kInternalError = 2;
// Longer than any call. Stop() ends connections earlier.
constexpr absl::Duration kIdleBound = absl::Seconds(30);

uint32_t Read(absl::string_view bytes) {
  uint32_t number = 0;
  for (const char c : bytes) number = number << 8 | static_cast<uint8_t>(c);
  return number;
}

}  // namespace

HostileServer::HostileServer() : listener_(chain::BindLoopbackSocket()) {
  listen(listener_, SOMAXCONN);
  port_ = chain::LocalPort(listener_);
  acceptor_ = std::thread([this] { Accept(); });
}

HostileServer::~HostileServer() {
  shutdown(listener_, SHUT_RDWR);  // wakes accept()
  acceptor_.join();
  close(listener_);
  Stop();
}

std::string HostileServer::target() const {
  return absl::StrCat("127.0.0.1:", port_);
}

void HostileServer::Play(const std::vector<std::string>& lines,
                         bool sends_settings) {
  std::lock_guard<std::mutex> lock(mutex_);
  parts_.assign(1, {});
  for (const std::string& line : lines) {
    if (!line.empty() && line[0] == 'N') {
      parts_.emplace_back();
    } else {
      parts_.back().push_back(line);
    }
  }
  sends_settings_ = sends_settings;
  requests_ = 0;
  playing_ = true;
}

int HostileServer::Stop() {
  std::vector<std::unique_ptr<Connection>> ended;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    playing_ = false;
    ended = std::move(connections_);
    connections_.clear();
  }
  for (const auto& connection : ended) connection->socket.Abort();
  for (const auto& connection : ended) connection->thread.join();
  std::lock_guard<std::mutex> lock(mutex_);
  return static_cast<int>(requests_);
}

void HostileServer::Accept() {
  for (;;) {
    const int accepted = accept(listener_, nullptr, nullptr);
    if (accepted < 0 && errno != EINTR && errno != ECONNABORTED) return;
    if (accepted < 0) continue;
    auto connection = std::make_unique<Connection>(accepted);
    Connection& started = *connection;
    std::lock_guard<std::mutex> lock(mutex_);
    if (!playing_) continue;
    started.thread = std::thread([this, &started] { Serve(started.socket); });
    connections_.push_back(std::move(connection));
  }
}

void HostileServer::Serve(HostileSocket& socket) {
  bool sends_settings = false;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    sends_settings = sends_settings_;
  }
  if (sends_settings) socket.Send(rpc::Http2Frame(kSettings, 0, 0, ""));
  bool is_quiet = false;
  if (!SendPart(socket, 0, 1, &is_quiet)) return socket.Abort();
  const std::string& received = socket.received();
  while (received.size() < kPrefaceBytes) {
    if (!socket.Receive(kIdleBound)) return socket.Abort();
  }
  socket.Forget(kPrefaceBytes);
  for (;;) {
    while (received.size() < kFrameHeaderBytes ||
           received.size() < kFrameHeaderBytes + Read(received.substr(0, 3))) {
      if (!socket.Receive(kIdleBound)) return socket.Abort();
    }
    const int type = static_cast<uint8_t>(received[3]);
    const uint32_t stream = Read(received.substr(5, 4));
    socket.Forget(kFrameHeaderBytes + Read(received.substr(0, 3)));
    if (type == kHeaders && !Answer(socket, stream)) return socket.Abort();
  }
}

bool HostileServer::Answer(HostileSocket& socket, uint32_t stream) {
  std::size_t number = 0;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    number = ++requests_;
  }
  bool is_quiet = false;
  if (!SendPart(socket, number, stream, &is_quiet)) return false;
  if (!is_quiet) {
    socket.Send(rpc::Http2Frame(kRstStream, 0, stream,
                                rpc::BigEndian32(kInternalError)));
  }
  return true;
}

bool HostileServer::SendPart(HostileSocket& socket, std::size_t n,
                             uint32_t stream, bool* is_quiet) {
  std::vector<std::string> part;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (n < parts_.size()) part = parts_[n];
  }
  const std::vector<absl::string_view> lines(part.begin(), part.end());
  for (const HostileStep& step : ReadScript(lines, UsualResponse(), stream)) {
    socket.Send(step.bytes);
    switch (step.action) {
      case 'E':
        socket.CloseSending();
        break;
      case 'K':
        if (step.argument == 'r') socket.Reset();
        return false;
      case 'Q':
        *is_quiet = true;
        break;
      case 'V':
        (void)socket.Receive(absl::Milliseconds(1));
        break;
      default:
        break;
    }
  }
  return true;
}

}  // namespace baton::fuzz
