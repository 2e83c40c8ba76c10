// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/traceview/server/http_server.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "tests/traceview/http_client.h"

namespace baton::traceview {
namespace {

HttpResponse Echo(const HttpRequest& request) {
  HttpResponse response;
  response.body =
      absl::StrCat(request.method, " ", request.path, " ", request.body.size());
  return response;
}

std::unique_ptr<HttpServer> StartEcho(const HttpServerOptions& options = {}) {
  return *HttpServer::Start(options, Echo);
}

HttpCall Post(const std::string& body) {
  HttpCall call;
  call.method = "POST";
  call.body = body;
  return call;
}

TEST(HttpServerTest, HandlerReceivesRequests) {
  const auto server = StartEcho();
  const HttpReply reply = Exchange(server->port(), Post("12345"));
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.body, "POST / 5");
}

TEST(HttpServerTest, TwoServersCannotShareAPort) {
  const auto server = StartEcho();
  HttpServerOptions options;
  options.port = server->port();
  const auto second = HttpServer::Start(options, Echo);
  ASSERT_FALSE(second.ok());
  EXPECT_TRUE(absl::StrContains(std::string(second.status().message()),
                                absl::StrCat(server->port())));
}

TEST(HttpServerTest, TooLargeContentLengthIsRejectedUnread) {
  HttpServerOptions options;
  options.max_body_bytes = 100;
  const auto server = StartEcho(options);
  RawConnection connection(server->port());
  // The test sends none of it.
  connection.Send(
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
      "99999999999\r\n\r\n");
  EXPECT_TRUE(absl::StrContains(connection.ReadAll(), " 413 "));
  EXPECT_EQ(Exchange(server->port(), Post(std::string(100, 'x'))).status, 200);
}

TEST(HttpServerTest, TooLargeBodyIsRejected) {
  HttpServerOptions options;
  options.max_body_bytes = 1000;
  const auto server = StartEcho(options);
  RawConnection connection(server->port());
  connection.Send(
      "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
      "Transfer-Encoding: chunked\r\n\r\n");
  for (int i = 0; i < 4; ++i) {
    connection.Send("190\r\n" + std::string(400, 'x') + "\r\n");
  }
  connection.Send("0\r\n\r\n");
  EXPECT_TRUE(absl::StrContains(connection.ReadAll(), " 413 "));
}

TEST(HttpServerTest, TotalSizeOfBodiesIsBounded) {
  HttpServerOptions options;
  options.max_body_bytes = 1000;
  options.max_pending_bytes = 1500;
  const auto server = StartEcho(options);
  // Holds 900 bytes of the limit, from the time when the server has read them.
  // The client cannot see that time. The test therefore repeats its second
  // request.
  RawConnection slow(server->port());
  slow.Send(absl::StrCat(
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n",
      std::string(900, 'x')));
  int status = 0;
  for (int i = 0; i < 1000 && status != 503; ++i) {
    status = Exchange(server->port(), Post(std::string(900, 'x'))).status;
  }
  EXPECT_EQ(status, 503);
  EXPECT_EQ(Exchange(server->port(), Post("small")).status, 200);
}

TEST(HttpServerTest, SlowClientsDoNotDelayOthers) {
  const auto server = StartEcho();
  std::vector<std::unique_ptr<RawConnection>> slow;
  for (int i = 0; i < 60; ++i) {
    slow.push_back(std::make_unique<RawConnection>(server->port()));
    slow.back()->Send(i % 2 ? "POST / HTTP/1.1\r\nHost: localhost\r\n"
                              "Content-Length: 10\r\n\r\n12345"
                            : "GET / HT");
  }
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(Exchange(server->port(), Post("x")).status, 200);
  }
}

TEST(HttpServerTest, IdleConnectionsAreClosed) {
  HttpServerOptions options;
  options.idle_timeout = absl::Seconds(1);
  const auto server = StartEcho(options);
  RawConnection connection(server->port());
  connection.Send("GET / HT");
  EXPECT_EQ(connection.ReadAll(), "");
}

TEST(HttpServerTest, SendsABodyInParts) {
  const auto server =
      *HttpServer::Start({}, [](const HttpRequest& /*request*/) {
        HttpResponse response;
        auto left = std::make_shared<int>(3);
        response.next_part = [left]() -> std::optional<std::string> {
          if (--*left < 0) return std::nullopt;
          // An empty part is not the end.
          return *left == 1 ? "" : std::string(100'000, 'x');
        };
        return response;
      });
  HttpCall call;
  const HttpReply reply = Exchange(server->port(), call);
  EXPECT_EQ(reply.status, 200);
  EXPECT_GE(reply.body.size(), 200'000u);
}

TEST(HttpServerTest, MalformedInputGetsAnErrorOrIsClosed) {
  const auto server = StartEcho();
  for (const std::string& nonsense :
       {std::string("\r\n\r\n"), std::string(100'000, 'A'),
        std::string("GET / HTTP/9.9\r\n\r\n"),
        std::string("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n"
                    "Connection: close\r\n\r\n"),
        "GET /" + std::string(60'000, 'a') + " HTTP/1.1\r\nHost: a\r\n\r\n",
        std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11)}) {
    RawConnection connection(server->port());
    connection.Send(nonsense);
  }
  EXPECT_EQ(Exchange(server->port(), Post("x")).status, 200);
}

// libmicrohttpd's own threads crash if they parse bad requests while the server
// stops. The server stops in the middle of the requests in some of the rounds.
TEST(HttpServerTest, ServerStopsSafelyDuringBadRequests) {
  constexpr int kRounds = 100;
  constexpr int kConnections = 40;
  for (int round = 0; round < kRounds; ++round) {
    auto server = StartEcho();
    std::vector<std::unique_ptr<RawConnection>> connections;
    for (int i = 0; i < kConnections; ++i) {
      connections.push_back(std::make_unique<RawConnection>(server->port()));
    }
    for (const auto& connection : connections) {
      connection->Send("GET / HTTP/9.9\r\n\r\n");
    }
    server.reset();
  }
}

}  // namespace
}  // namespace baton::traceview
