// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_RPC_SUPPORT_RAW_HTTP2_SERVER_H_
#define BATON_TESTS_RPC_SUPPORT_RAW_HTTP2_SERVER_H_

#include <cstdint>
#include <functional>
#include <string>
#include <thread>

namespace baton::rpc {

// One frame of HTTP/2, ready to be sent.
std::string Http2Frame(int type, int flags, uint32_t stream,
                       const std::string& payload);
std::string BigEndian32(uint32_t number);

// Something that accepts one connection, speaks as much HTTP/2 as makes gRPC
// send it a request, and then ends it in some way that no gRPC server would.
class RawHttp2Server {
 public:
  class Connection {
   public:
    explicit Connection(int socket) : socket_(socket) {}
    void Send(const std::string& bytes);
    // Until the peer has sent the headers of a request; false if it left.
    bool ReadRequestHeaders();
    // Until the peer leaves.
    void Drain();
    // Makes closing a reset.
    void ResetOnClose();

   private:
    const int socket_;
  };

  // `serve` has the connection after the server's settings were sent; after it
  // the connection is closed. Nothing listens any more once it is accepted.
  explicit RawHttp2Server(std::function<void(Connection&)> serve,
                          std::string settings = "");
  ~RawHttp2Server();

  std::string target() const { return "127.0.0.1:" + std::to_string(port_); }

 private:
  int port_ = 0;
  const int listener_;
  std::thread thread_;
};

// The target of a port that nothing listens on, as long as nobody else takes
// it.
std::string UnusedTarget();

}  // namespace baton::rpc

#endif  // BATON_TESTS_RPC_SUPPORT_RAW_HTTP2_SERVER_H_
