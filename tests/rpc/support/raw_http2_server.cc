// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/rpc/support/raw_http2_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <utility>

namespace baton::rpc {
namespace {

constexpr int kSettings = 4;
constexpr int kHeaders = 1;
constexpr std::size_t kPrefaceBytes = 24;
constexpr std::size_t kFrameHeaderBytes = 9;

int Listen(int* port) {
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  auto* any = reinterpret_cast<sockaddr*>(&address);
  if (bind(listener, any, size) != 0 || listen(listener, 1) != 0 ||
      getsockname(listener, any, &size) != 0) {
    return listener;
  }
  *port = ntohs(address.sin_port);
  return listener;
}

bool ReadExactly(int socket, std::size_t size, std::string* bytes) {
  bytes->resize(size);
  std::size_t done = 0;
  while (done < size) {
    const ssize_t got = read(socket, &(*bytes)[done], size - done);
    if (got <= 0) return false;
    done += static_cast<std::size_t>(got);
  }
  return true;
}

}  // namespace

std::string BigEndian32(uint32_t number) {
  return {static_cast<char>(number >> 24), static_cast<char>(number >> 16),
          static_cast<char>(number >> 8), static_cast<char>(number)};
}

std::string Http2Frame(int type, int flags, uint32_t stream,
                       const std::string& payload) {
  std::string frame =
      BigEndian32(static_cast<uint32_t>(payload.size())).substr(1);
  frame += static_cast<char>(type);
  frame += static_cast<char>(flags);
  return frame + BigEndian32(stream) + payload;
}

void RawHttp2Server::Connection::Send(const std::string& bytes) {
  // In some tests the peer has already closed the connection.
  (void)!send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
}

bool RawHttp2Server::Connection::ReadRequestHeaders() {
  std::string bytes;
  if (!ReadExactly(socket_, kPrefaceBytes, &bytes)) return false;
  while (ReadExactly(socket_, kFrameHeaderBytes, &bytes)) {
    const auto byte = [&](int i) { return static_cast<uint8_t>(bytes[i]); };
    const int type = byte(3);
    const std::size_t size = (byte(0) << 16) | (byte(1) << 8) | byte(2);
    if (!ReadExactly(socket_, size, &bytes)) return false;
    if (type == kHeaders) return true;
  }
  return false;
}

void RawHttp2Server::Connection::Drain() {
  char bytes[4096];
  while (read(socket_, bytes, sizeof(bytes)) > 0) {
  }
}

void RawHttp2Server::Connection::CloseSending() { shutdown(socket_, SHUT_WR); }

void RawHttp2Server::Connection::ResetOnClose() {
  const linger at_once{1, 0};
  setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
}

RawHttp2Server::RawHttp2Server(std::function<void(Connection&)> serve,
                               std::string settings)
    : listener_(Listen(&port_)) {
  thread_ = std::thread(
      [this, serve = std::move(serve), settings = std::move(settings)] {
        const int accepted = accept(listener_, nullptr, nullptr);
        shutdown(listener_, SHUT_RDWR);  // refuses further connections
        if (accepted < 0) return;
        Connection connection(accepted);
        connection.Send(Http2Frame(kSettings, 0, 0, settings));
        serve(connection);
        close(accepted);
      });
}

RawHttp2Server::~RawHttp2Server() {
  shutdown(listener_, SHUT_RDWR);
  thread_.join();
  close(listener_);
}

std::string UnusedTarget() {
  int port = 0;
  close(Listen(&port));
  return "127.0.0.1:" + std::to_string(port);
}

}  // namespace baton::rpc
