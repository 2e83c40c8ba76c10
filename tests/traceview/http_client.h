// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_TRACEVIEW_HTTP_CLIENT_H_
#define BATON_TESTS_TRACEVIEW_HTTP_CLIENT_H_

#include <string>
#include <utility>
#include <vector>

namespace baton::traceview {

// A raw connection to a server on the loopback interface, for input that no
// library would send. Closed by the destructor.
class RawConnection {
 public:
  explicit RawConnection(int port);
  ~RawConnection();
  RawConnection(const RawConnection&) = delete;
  RawConnection& operator=(const RawConnection&) = delete;

  // Returns false if the other side no longer accepts data.
  bool Send(const std::string& bytes);
  // Reads until the other side closes, or sends nothing for a long time.
  std::string ReadAll();

 private:
  int socket_;
};

struct HttpReply {
  int status = 0;  // 0: no response
  std::string headers;
  std::string body;
};

struct HttpCall {
  std::string method = "GET";
  std::string path = "/";
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
};

// Makes a request over its own connection.
HttpReply Exchange(int port, const HttpCall& call);

HttpReply PostTraces(int port, const std::string& type,
                     const std::string& body);

}  // namespace baton::traceview

#endif  // BATON_TESTS_TRACEVIEW_HTTP_CLIENT_H_
