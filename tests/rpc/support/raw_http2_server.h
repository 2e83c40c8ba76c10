// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_RPC_SUPPORT_RAW_HTTP2_SERVER_H_
#define BATON_TESTS_RPC_SUPPORT_RAW_HTTP2_SERVER_H_

#include <cstdint>
#include <functional>
#include <string>
#include <thread>

namespace baton::rpc {

// Returns one frame of HTTP/2, ready to be sent.
std::string Http2Frame(int type, int flags, uint32_t stream,
                       const std::string& payload);
std::string BigEndian32(uint32_t number);

// Accepts one connection and speaks enough HTTP/2 to receive a request of gRPC.
// Then ends the connection in a way that no gRPC server uses.
class RawHttp2Server {
 public:
  class Connection {
   public:
    explicit Connection(int socket) : socket_(socket) {}
    void Send(const std::string& bytes);
    // Waits for the headers of a request. Returns false if the peer has left.
    bool ReadRequestHeaders();
    // Waits until the peer leaves.
    void Drain();
    // Closes the direction to the peer, after all that was sent.
    void CloseSending();
    // Makes Close() send a reset.
    void ResetOnClose();

   private:
    const int socket_;
  };

  // `serve` gets the connection after the server has sent its settings. The
  // connection is closed when `serve` returns. Further connections are refused.
  explicit RawHttp2Server(std::function<void(Connection&)> serve,
                          std::string settings = "");
  ~RawHttp2Server();

  std::string target() const { return "127.0.0.1:" + std::to_string(port_); }

 private:
  int port_ = 0;
  const int listener_;
  std::thread thread_;
};

// Returns the target of an unused port. Another process may still take it.
std::string UnusedTarget();

}  // namespace baton::rpc

#endif  // BATON_TESTS_RPC_SUPPORT_RAW_HTTP2_SERVER_H_
