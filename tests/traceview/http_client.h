// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_TRACEVIEW_HTTP_CLIENT_H_
#define BATON_TESTS_TRACEVIEW_HTTP_CLIENT_H_

#include <string>
#include <utility>
#include <vector>

namespace baton::traceview {

// A connection to a server on the loopback interface, for saying what no
// library would say. Closed when it goes.
class RawConnection {
 public:
  explicit RawConnection(int port);
  ~RawConnection();
  RawConnection(const RawConnection&) = delete;
  RawConnection& operator=(const RawConnection&) = delete;

  // False: the other side does not take it any more.
  bool Send(const std::string& bytes);
  // All until the other side closes, or says nothing for long.
  std::string ReadAll();

 private:
  int socket_;
};

struct HttpReply {
  int status = 0;  // 0: no answer
  std::string headers;
  std::string body;
};

struct HttpCall {
  std::string method = "GET";
  std::string path = "/";
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
};

// One request over a connection of its own.
HttpReply Exchange(int port, const HttpCall& call);

HttpReply PostTraces(int port, const std::string& type,
                     const std::string& body);

}  // namespace baton::traceview

#endif  // BATON_TESTS_TRACEVIEW_HTTP_CLIENT_H_
