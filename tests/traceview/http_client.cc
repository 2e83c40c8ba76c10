// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/traceview/http_client.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "tests/support/patience.h"

namespace baton::traceview {

RawConnection::RawConnection(int port)
    : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
  const timeval patience = absl::ToTimeval(kPatience);
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
  ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket_, reinterpret_cast<sockaddr*>(&address),
                sizeof(address)) != 0) {
    std::abort();
  }
}

RawConnection::~RawConnection() { ::close(socket_); }

bool RawConnection::Send(const std::string& bytes) {
  size_t sent = 0;
  while (sent < bytes.size()) {
    const ssize_t count =
        ::send(socket_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (count <= 0) return false;
    sent += static_cast<size_t>(count);
  }
  return true;
}

std::string RawConnection::ReadAll() {
  std::string all;
  char buffer[4096];
  for (;;) {
    const ssize_t count = ::recv(socket_, buffer, sizeof(buffer), 0);
    if (count <= 0) return all;
    all.append(buffer, static_cast<size_t>(count));
  }
}

HttpReply Exchange(int port, const HttpCall& call) {
  RawConnection connection(port);
  std::string head = absl::StrCat(call.method, " ", call.path, " HTTP/1.1\r\n");
  bool has_host = false;
  for (const auto& [name, value] : call.headers) {
    absl::StrAppend(&head, name, ": ", value, "\r\n");
    has_host = has_host || name == "Host";
  }
  if (!has_host) absl::StrAppend(&head, "Host: 127.0.0.1:", port, "\r\n");
  absl::StrAppend(&head,
                  "Connection: close\r\nContent-Length: ", call.body.size(),
                  "\r\n\r\n");
  // A server may respond, and close, before it has read everything.
  (void)(connection.Send(head) && connection.Send(call.body));
  const std::string all = connection.ReadAll();
  HttpReply reply;
  const size_t end = all.find("\r\n\r\n");
  if (end == std::string::npos || all.size() < 12) return reply;
  reply.status = std::atoi(all.c_str() + 9);
  reply.headers = all.substr(0, end);
  reply.body = all.substr(end + 4);
  return reply;
}

HttpReply PostTraces(int port, const std::string& type,
                     const std::string& body) {
  HttpCall call;
  call.method = "POST";
  call.path = "/v1/traces";
  call.headers = {{"Content-Type", type}};
  call.body = body;
  return Exchange(port, call);
}

}  // namespace baton::traceview
