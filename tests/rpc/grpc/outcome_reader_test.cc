// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/grpc/outcome_reader.h"

#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "baton/real_clock.h"
#include "baton/rpc/grpc/context_access.h"
#include "baton/rpc/grpc/convert.h"
#include "grpcpp/grpcpp.h"
#include "grpcpp/version_info.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/loopback_server.h"
#include "tests/rpc/support/raw_http2_server.h"

namespace baton::rpc {
namespace {

constexpr absl::Duration kPatience = absl::Seconds(20);

// Each call has its own connection.
std::shared_ptr<grpc::Channel> ChannelTo(const std::string& target,
                                         grpc::ChannelArguments arguments = {},
                                         bool retries = false) {
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  arguments.SetInt(GRPC_ARG_ENABLE_RETRIES, retries);
  return grpc::CreateCustomChannel(target, grpc::InsecureChannelCredentials(),
                                   arguments);
}

AttemptOutcome Call(const std::shared_ptr<grpc::Channel>& channel,
                    absl::Duration timeout = kPatience,
                    CoreRetries core_retries = CoreRetries::kTransparentOnly,
                    const std::string& text = "") {
  grpc::ClientContext context;
  context.set_deadline(
      ToGrpcDeadline(Deadline::After(RealClock().Now(), timeout)));
  const grpc::Status status = CallOn(channel, context, text);
  return ReadOutcome(status, context, AttemptOrigin::kServer, core_retries);
}

AttemptOutcome CallServer(const LoopbackServer::Handler& handler,
                          const grpc::ChannelArguments& arguments = {}) {
  LoopbackServer server(handler);
  return Call(ChannelTo(server.target(), arguments));
}

LoopbackServer::Handler Answers(grpc::StatusCode code, std::string message,
                                std::string details = "") {
  return [=](grpc::ServerContext&, examples::v1::EchoResponse&) {
    return grpc::Status(code, message, details);
  };
}

LoopbackServer::Handler AnswersWith(std::string key, std::string value) {
  return [=](grpc::ServerContext& context, examples::v1::EchoResponse&) {
    context.AddTrailingMetadata(key, value);
    return grpc::Status(grpc::StatusCode::UNAVAILABLE, "");
  };
}

// Returns the outcome of a call whose connection ends with `end` after the
// request.
AttemptOutcome CallRaw(
    const std::function<void(RawHttp2Server::Connection&)>& end,
    const std::string& text = "", bool retries = false) {
  RawHttp2Server server([&](RawHttp2Server::Connection& connection) {
    if (connection.ReadRequestHeaders()) end(connection);
  });
  return Call(ChannelTo(server.target(), {}, retries), kPatience,
              CoreRetries::kTransparentOnly, text);
}

void ExpectUnconfirmed(const AttemptOutcome& outcome) {
  EXPECT_EQ(outcome.origin, AttemptOrigin::kUnconfirmed);
  EXPECT_FALSE(outcome.provably_not_processed);
}

TEST(OutcomeReaderTest, SuccessComesFromTheServer) {
  const AttemptOutcome outcome = CallServer(Answers(grpc::StatusCode::OK, ""));
  EXPECT_EQ(outcome.code, absl::StatusCode::kOk);
  EXPECT_EQ(outcome.origin, AttemptOrigin::kServer);
  EXPECT_EQ(outcome.pushback, Pushback::None());
  EXPECT_FALSE(outcome.advice.has_value());
}

TEST(OutcomeReaderTest, ReadsPushbackAndAdviceFromTrailers) {
  const AttemptOutcome pushed =
      CallServer(AnswersWith("grpc-retry-pushback-ms", "250"));
  EXPECT_EQ(pushed.pushback, Pushback::After(absl::Milliseconds(250)));
  EXPECT_EQ(pushed.origin, AttemptOrigin::kServer);

  const AttemptOutcome advised =
      CallServer(AnswersWith("retry-advice", "r=no,w=overload"));
  ASSERT_TRUE(advised.advice.has_value());
  EXPECT_EQ(advised.advice->verdict, RetryAdvice::Verdict::kNo);
  EXPECT_EQ(advised.origin, AttemptOrigin::kServer);
}

TEST(OutcomeReaderTest, StatusWithDetailsComesFromTheServer) {
  // google.rpc.Status{details: [ErrorInfo{reason: "BUSY"}]}
  const std::string error_info =
      "\x0a\x19google.rpc.ErrorInfo/none";  // unreadable, and ignored
  const AttemptOutcome outcome =
      CallServer(Answers(grpc::StatusCode::UNAVAILABLE, "no", error_info));
  EXPECT_EQ(outcome.origin, AttemptOrigin::kServer);
  EXPECT_EQ(outcome.error_reason, "");
}

TEST(OutcomeReaderTest, ConnectionThatBreaksUnderTheCallIsLost) {
  RawHttp2Server server([&](RawHttp2Server::Connection& connection) {
    connection.ReadRequestHeaders();
  });
  const auto channel = ChannelTo(server.target());
  grpc::ClientContext context;
  const grpc::Status status = CallOn(channel, context, "");
  EXPECT_TRUE(channel->WaitForStateChange(
      GRPC_CHANNEL_READY,
      ToGrpcDeadline(Deadline::After(RealClock().Now(), kPatience))));
  EXPECT_TRUE(ReadOutcome(status, context, AttemptOrigin::kServer,
                          CoreRetries::kTransparentOnly)
                  .connection_lost);
}

TEST(OutcomeReaderTest, ConnectionOfAServerThatAnswersIsNotLost) {
  LoopbackServer server(Answers(grpc::StatusCode::UNAVAILABLE, ""));
  const auto channel = ChannelTo(server.target());
  EXPECT_FALSE(Call(channel).connection_lost);
}

TEST(OutcomeReaderTest, CodesThatGrpcNeverCreatesComeFromTheServer) {
  for (grpc::StatusCode code :
       {grpc::StatusCode::ABORTED, grpc::StatusCode::RESOURCE_EXHAUSTED,
        grpc::StatusCode::FAILED_PRECONDITION, grpc::StatusCode::NOT_FOUND}) {
    const AttemptOutcome outcome = CallServer(Answers(code, "by server"));
    EXPECT_EQ(outcome.origin, AttemptOrigin::kServer) << code;
    EXPECT_FALSE(outcome.provably_not_processed) << code;
  }
}

TEST(OutcomeReaderTest, BareUnavailableHasAnUnknownOrigin) {
  ExpectUnconfirmed(CallServer(Answers(grpc::StatusCode::UNAVAILABLE, "mine")));
}

TEST(OutcomeReaderTest, RelayedConnectionFailureProvesNothing) {
  for (const char* words :
       {"failed to connect to all addresses; last error: UNKNOWN",
        "connections to all backends failing", "DNS resolution failed for x:1",
        "errors resolving x:1: [no]", "Error received from peer",
        "Error received from peer  {"}) {
    LoopbackServer server(Answers(grpc::StatusCode::UNAVAILABLE, words));
    ExpectUnconfirmed(Call(ChannelTo(server.target())));
    ExpectUnconfirmed(Call(ChannelTo(server.target(), {}, /*retries=*/true)));
    ExpectUnconfirmed(Call(ChannelTo("ipv4:" + server.target())));
    // Fails during a send.
    ExpectUnconfirmed(Call(ChannelTo(server.target()), kPatience,
                           CoreRetries::kTransparentOnly,
                           std::string(3 << 20, 'x')));
  }
}

TEST(OutcomeReaderTest, RefusedConnectionIsProvablyNotProcessed) {
  for (bool retries : {false, true}) {
    const AttemptOutcome outcome = Call(ChannelTo(UnusedTarget(), {}, retries));
    EXPECT_EQ(outcome.code, absl::StatusCode::kUnavailable);
    EXPECT_EQ(outcome.origin, AttemptOrigin::kUnconfirmed);
    EXPECT_TRUE(outcome.provably_not_processed);
  }
}

TEST(OutcomeReaderTest, RoundRobinWithoutConnectionIsProvablyNotProcessed) {
  grpc::ChannelArguments arguments;
  arguments.SetLoadBalancingPolicyName("round_robin");
  EXPECT_TRUE(
      Call(ChannelTo(UnusedTarget(), arguments)).provably_not_processed);
}

// Later versions of gRPC return the same for a server's status.
TEST(OutcomeReaderTest, MissingUnixSocketIsProvablyNotProcessed) {
  EXPECT_EQ(Call(ChannelTo("unix:/nonexistent/socket")).provably_not_processed,
            GRPC_CPP_VERSION_MAJOR == 1 && GRPC_CPP_VERSION_MINOR == 51);
}

// The evidence is about the last attempt of gRPC core. A retry policy may have
// caused an earlier one.
TEST(OutcomeReaderTest, NothingIsProvedIfCoreMayRetry) {
  grpc::ChannelArguments arguments;
  arguments.SetServiceConfigJSON(R"json({"methodConfig": [{
      "name": [{}], "retryPolicy": {"maxAttempts": 2, "initialBackoff": "0.01s",
      "maxBackoff": "0.01s", "backoffMultiplier": 1,
      "retryableStatusCodes": ["UNAVAILABLE"]}}]})json");
  // Takes the request and closes the connection before the second attempt.
  RawHttp2Server server([](RawHttp2Server::Connection& connection) {
    connection.ReadRequestHeaders();
  });
  ExpectUnconfirmed(Call(ChannelTo(server.target(), arguments, true), kPatience,
                         CoreRetries::kUnchanged));
}

TEST(OutcomeReaderTest, UnconnectedTransparentRetryIsNotProcessed) {
  const auto goaway = [](RawHttp2Server::Connection& connection) {
    connection.Send(Http2Frame(7, 0, 0, BigEndian32(0) + BigEndian32(0)));
  };
  EXPECT_TRUE(CallRaw(goaway, "", /*retries=*/true).provably_not_processed);
  // gRPC core knows it, but its status looks like a lost connection.
  ExpectUnconfirmed(CallRaw(goaway, "", /*retries=*/false));
}

TEST(OutcomeReaderTest, LostConnectionsProveNothing) {
  ExpectUnconfirmed(CallRaw([](auto&) {}));
  ExpectUnconfirmed(
      CallRaw([](auto& connection) { connection.ResetOnClose(); }));
  // Fails during a send: on 1.51 peer() returns the target here.
  ExpectUnconfirmed(CallRaw([](auto& connection) { connection.ResetOnClose(); },
                            std::string(4 << 20, 'x')));
}

TEST(OutcomeReaderTest, ResetStreamsProveNothing) {
  for (uint32_t error : {7u, 2u, 11u, 8u, 12u}) {
    ExpectUnconfirmed(CallRaw([&](auto& connection) {
      connection.Send(Http2Frame(3, 0, 1, BigEndian32(error)));
      connection.Drain();
    }));
  }
}

TEST(OutcomeReaderTest, HttpErrorsProveNothing) {
  for (const char* code : {"401", "404", "429", "503"}) {
    ExpectUnconfirmed(CallRaw([&](auto& connection) {
      // A literal header without indexing, with name number 8: ":status".
      const std::string status = std::string("\x08\x03") + code;
      connection.Send(Http2Frame(1, 5, 1, status));
      connection.Drain();
    }));
  }
}

TEST(OutcomeReaderTest, RequestQueuedForAStreamProvesNothing) {
  // Allows no streams.
  RawHttp2Server server(
      [](RawHttp2Server::Connection& connection) {
        connection.Send(Http2Frame(7, 0, 0, BigEndian32(0) + BigEndian32(0)));
      },
      std::string("\0\3", 2) + BigEndian32(0));
  EXPECT_EQ(Call(ChannelTo(server.target())).origin,
            AttemptOrigin::kUnconfirmed);
}

TEST(OutcomeReaderTest, TooLargeMessageFailsOnTheClientSide) {
  const auto long_answer = [](grpc::ServerContext& context,
                              examples::v1::EchoResponse& response) {
    context.AddTrailingMetadata("retry-advice", "r=ok");
    response.set_text(std::string(1000, 'x'));
    return grpc::Status::OK;
  };
  grpc::ChannelArguments receive;
  receive.SetMaxReceiveMessageSize(10);
  const AttemptOutcome received = CallServer(long_answer, receive);
  EXPECT_EQ(received.code, absl::StatusCode::kResourceExhausted);
  ExpectUnconfirmed(received);

  grpc::ChannelArguments send;
  send.SetMaxSendMessageSize(10);
  LoopbackServer server(long_answer);
  const AttemptOutcome sent =
      Call(ChannelTo(server.target(), send), kPatience,
           CoreRetries::kTransparentOnly, std::string(1000, 'x'));
  EXPECT_EQ(sent.code, absl::StatusCode::kResourceExhausted);
  ExpectUnconfirmed(sent);
}

TEST(OutcomeReaderTest, TooLargeMetadataFailsOnTheClientSide) {
  const AttemptOutcome outcome =
      CallServer([](grpc::ServerContext& context, examples::v1::EchoResponse&) {
        context.AddTrailingMetadata("big", std::string(60'000, 'x'));
        return grpc::Status(grpc::StatusCode::ABORTED, "");
      });
  EXPECT_EQ(outcome.code, absl::StatusCode::kResourceExhausted);
  ExpectUnconfirmed(outcome);
}

TEST(OutcomeReaderTest, ClientDeadlineIsNoServerResponse) {
  std::promise<void> release;
  std::shared_future<void> released = release.get_future().share();
  LoopbackServer server([=](grpc::ServerContext&, examples::v1::EchoResponse&) {
    released.wait();
    return grpc::Status::OK;
  });
  const AttemptOutcome outcome =
      Call(ChannelTo(server.target()), absl::Milliseconds(50));
  release.set_value();
  EXPECT_EQ(outcome.code, absl::StatusCode::kDeadlineExceeded);
  ExpectUnconfirmed(outcome);
}

// The caller of ReadOutcome() knows whether the client can have caused it.
TEST(OutcomeReaderTest, DeadlineFromServerCountsAsNoAnswer) {
  ExpectUnconfirmed(
      CallServer(Answers(grpc::StatusCode::DEADLINE_EXCEEDED, "late")));
}

TEST(OutcomeReaderTest, CancelledInAResponseComesFromTheServer) {
  for (const char* message : {"", "stop", "cancelled"}) {
    const AttemptOutcome outcome =
        CallServer(Answers(grpc::StatusCode::CANCELLED, message));
    EXPECT_EQ(outcome.origin, AttemptOrigin::kServer) << message;
    EXPECT_FALSE(outcome.provably_not_processed) << message;
  }
}

// A stopping C++ server sends the same response for unstarted requests.
TEST(OutcomeReaderTest, CancelledWithTheTextOfAStoppingServerIsUnconfirmed) {
  ExpectUnconfirmed(
      CallServer(Answers(grpc::StatusCode::CANCELLED, "CANCELLED")));
}

TEST(OutcomeReaderTest, KnownOriginIsKept) {
  const grpc::ClientContext context;
  for (AttemptOrigin origin :
       {AttemptOrigin::kAttemptTimeout, AttemptOrigin::kCallDeadline,
        AttemptOrigin::kCancelled, AttemptOrigin::kUnconfirmed}) {
    const grpc::Status status(grpc::StatusCode::ABORTED, "");
    EXPECT_EQ(ReadOutcome(status, context, origin).origin, origin);
  }
}

// Messages of newer gRPC about connection failures, and statuses of a server
// with the same messages.
TEST(OutcomeReaderTest, OtherConnectionErrorsProveNothing) {
  const std::string words = "failed to connect to all addresses; last error: x";
  const grpc::Status status(grpc::StatusCode::UNAVAILABLE, words);
  const auto read = [&](const std::string& debug_error) {
    grpc::ClientContext context;
    SetDebugErrorString(context, debug_error);
    return ReadOutcome(status, context, AttemptOrigin::kServer,
                       CoreRetries::kTransparentOnly);
  };
  EXPECT_TRUE(
      read("UNKNOWN:" + words + " {grpc_status:14}").provably_not_processed);
  for (const std::string& debug_error : std::vector<std::string>{
           "", "UNKNOWN", "UNAVAILABLE:" + words, "UNKNOWN:" + words.substr(1),
           "UNKNOWN:Error received from peer  {grpc_message:\"" + words + "\"}",
           "UNKNOWN:Error received from peer ipv4:1.2.3.4:5 "
           "{grpc_status:14}"}) {
    ExpectUnconfirmed(read(debug_error));
  }
}

TEST(OutcomeReaderTest, OutOfRangeCodeIsUnknown) {
  const grpc::ClientContext context;
  const grpc::Status status(static_cast<grpc::StatusCode>(31), "");
  EXPECT_EQ(ReadOutcome(status, context, AttemptOrigin::kServer).code,
            absl::StatusCode::kUnknown);
}

}  // namespace
}  // namespace baton::rpc
