// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/benchmark/support/header_relay.h"

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "absl/strings/str_cat.h"
#include "baton/chain/loopback_socket.h"

namespace baton::benchmarks {
namespace {

constexpr std::size_t kPrefaceBytes = 24;
constexpr std::size_t kFrameHeaderBytes = 9;
constexpr int kHeaders = 1;
constexpr int kContinuation = 9;
constexpr int kEndStream = 0x1;
constexpr int kEndHeaders = 0x4;

int ByteOf(const std::string& text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

int Listen() {
  const int listener = chain::BindLoopbackSocket();
  if (listen(listener, 1) == 0) return listener;
  std::perror("nothing to listen with");
  std::exit(1);
}

int Connect(int port) {
  const int connection = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(connection, reinterpret_cast<sockaddr*>(&address),
              sizeof(address)) != 0) {
    std::perror("no server to relay to");
    std::exit(1);
  }
  return connection;
}

void SendAll(int socket, absl::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

}  // namespace

HeaderFinder::HeaderFinder(bool from_client)
    : from_client_(from_client),
      preface_left_(from_client ? kPrefaceBytes : 0) {}

std::vector<HeaderBlock> HeaderFinder::Feed(absl::string_view bytes) {
  std::vector<HeaderBlock> found;
  for (const char byte : bytes) {
    if (preface_left_ > 0) {
      --preface_left_;
      continue;
    }
    frame_ += byte;
    if (frame_.size() < kFrameHeaderBytes) continue;
    const int size =
        ByteOf(frame_, 0) << 16 | ByteOf(frame_, 1) << 8 | ByteOf(frame_, 2);
    if (frame_.size() < kFrameHeaderBytes + static_cast<std::size_t>(size)) {
      continue;
    }
    const int type = ByteOf(frame_, 3);
    const int flags = ByteOf(frame_, 4);
    frame_.clear();
    if (type == kHeaders) {
      block_ = {from_client_, (flags & kEndStream) != 0, 0};
    }
    if (type != kHeaders && type != kContinuation) continue;
    block_.bytes += size;
    if ((flags & kEndHeaders) != 0) found.push_back(block_);
  }
  return found;
}

HeaderRelay::HeaderRelay(int upstream)
    : upstream_(upstream), listener_(Listen()), thread_([this] { Serve(); }) {}

HeaderRelay::~HeaderRelay() {
  shutdown(listener_, SHUT_RDWR);
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (client_ >= 0) shutdown(client_, SHUT_RDWR);
    if (server_ >= 0) shutdown(server_, SHUT_RDWR);
  }
  thread_.join();
  close(listener_);
}

std::string HeaderRelay::address() const {
  return absl::StrCat("127.0.0.1:", chain::LocalPort(listener_));
}

std::vector<HeaderBlock> HeaderRelay::Take() {
  std::lock_guard<std::mutex> lock(mutex_);
  return std::exchange(blocks_, {});
}

void HeaderRelay::Serve() {
  const int client = accept(listener_, nullptr, nullptr);
  if (client < 0) return;
  const int server = Connect(upstream_);
  {
    std::lock_guard<std::mutex> lock(mutex_);
    client_ = client;
    server_ = server;
  }
  std::thread back([=] { Pass(server, client, false); });
  Pass(client, server, true);
  back.join();
  std::lock_guard<std::mutex> lock(mutex_);
  client_ = server_ = -1;
  close(client);
  close(server);
}

void HeaderRelay::Pass(int from, int to, bool from_client) {
  HeaderFinder finder(from_client);
  char buffer[4096];
  ssize_t got = 0;
  while ((got = read(from, buffer, sizeof(buffer))) > 0) {
    const absl::string_view bytes(buffer, static_cast<std::size_t>(got));
    // Counted before any side can have read it.
    for (const HeaderBlock& block : finder.Feed(bytes)) {
      std::lock_guard<std::mutex> lock(mutex_);
      blocks_.push_back(block);
    }
    SendAll(to, bytes);
  }
  shutdown(to, SHUT_RDWR);
}

}  // namespace baton::benchmarks
