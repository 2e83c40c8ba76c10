// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// A connection breaks while messages of a stream are unread. The application
// must get what it gets on a bare channel, which each test uses too.

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "baton/call_observer.h"
#include "baton/client.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/raw_http2_server.h"
#include "tests/rpc/support/received_messages.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/patience.h"
#include "tests/support/real_time.h"
#include "tests/support/signal.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using rpc::Http2Frame;
using rpc::RawHttp2Server;
using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

// Within the flow control window of HTTP/2, so nothing waits for a reader.
constexpr int kMessages = 24;
constexpr int kMessageBytes = 2000;

std::string ResponseHeaders() {
  // ":status: 200" and "content-type: application/grpc".
  return Http2Frame(1, 4, 1,
                    "\x88\x0f\x10\x10"
                    "application/grpc");
}

std::string Messages(int count) {
  CallResponse response;
  response.set_payload(std::string(kMessageBytes, 'x'));
  const std::string bytes = response.SerializeAsString();
  const std::string framed =
      '\0' + rpc::BigEndian32(static_cast<uint32_t>(bytes.size())) + bytes;
  std::string frames;
  for (int i = 0; i < count; ++i) frames += Http2Frame(0, 0, 1, framed);
  return frames;
}

std::string Trailers(StatusCode code) {
  return Http2Frame(1, 5, 1,
                    std::string("\0\x0bgrpc-status", 13) + '\x02' +
                        std::to_string(static_cast<int>(code)));
}

// Sends `first`, later `rest`, and breaks the connection.
class BreakingServer {
 public:
  BreakingServer(std::string first, std::string rest)
      : server_(std::make_unique<RawHttp2Server>(
            [this, first = std::move(first),
             rest = std::move(rest)](RawHttp2Server::Connection& connection) {
              if (!connection.ReadRequestHeaders()) return;
              connection.Send(ResponseHeaders() + first);
              EXPECT_TRUE(break_.Await());
              connection.Send(rest);
              connection.CloseSending();
              broken_.Give();
              connection.Drain();
            })) {}

  std::string target() const { return server_->target(); }
  // Returns when the connection is closed.
  void Break() {
    break_.Give();
    EXPECT_TRUE(broken_.Await());
  }

 private:
  Signal break_;
  Signal broken_;
  const std::unique_ptr<RawHttp2Server> server_;
};

struct Outcome {
  int messages = 0;
  StatusCode code = StatusCode::OK;
};

// Tells when Baton has closed the report of a call.
class EndObserver final : public CallObserverFactory {
 public:
  explicit EndObserver(std::shared_ptr<Signal> ended)
      : ended_(std::move(ended)) {}
  std::unique_ptr<CallObserver> OnCallStart(
      const CallStart& /*call*/) override {
    return std::make_unique<Observer>(ended_);
  }

 private:
  class Observer final : public CallObserver {
   public:
    explicit Observer(std::shared_ptr<Signal> ended)
        : ended_(std::move(ended)) {}
    void OnAttemptStart(const AttemptStart& /*attempt*/,
                        AttemptMetadata& /*metadata*/) override {}
    void OnAttemptEnd(const AttemptEnd& /*attempt*/) override {}
    void OnWait(const Decision& /*decision*/) override {}
    void OnCallEnd(const CallReport& /*report*/) override { ended_->Give(); }

   private:
    const std::shared_ptr<Signal> ended_;
  };

  const std::shared_ptr<Signal> ended_;
};

// What a bare channel and a channel with Baton have in common here. `received`
// counts the messages that gRPC has given to Baton, or to the application.
std::shared_ptr<grpc::Channel> NewChannel(
    bool baton, const std::string& target,
    std::shared_ptr<rpc::ReceivedMessages> received,
    std::shared_ptr<Signal> ended) {
  ClientInterceptorFactories below;
  below.push_back(rpc::NewMessageCounter(std::move(received)));
  if (baton) {
    ClientOptions options = QuickOptions();
    options.observers = std::make_shared<EndObserver>(std::move(ended));
    return NewBatonChannel(target, std::move(options), std::move(below));
  }
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_HTTP2_BDP_PROBE, 0);
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return grpc::experimental::CreateCustomChannelWithInterceptors(
      target, grpc::InsecureChannelCredentials(), arguments, std::move(below));
}

// A rig with its own server for one stream. Each function reads a message,
// breaks the connection, and goes on.
class Rig {
 public:
  Rig(bool baton, std::string first, std::string rest)
      : baton_(baton), server_(std::move(first), std::move(rest)) {
    stub_ = Scripted::NewStub(
        NewChannel(baton, server_.target(), received_, ended_));
    context_ = NewContext();
  }

  // Reads synchronously, the rest after the connection was broken.
  Outcome ReadSlowly() {
    const auto stream = stub_->ServerStream(context_.get(), RequestOf("a"));
    Outcome outcome;
    CallResponse response;
    EXPECT_TRUE(stream->Read(&response));
    server_.Break();
    for (outcome.messages = 1; stream->Read(&response);) ++outcome.messages;
    outcome.code = stream->Finish().error_code();
    return outcome;
  }

  // The same on a completion queue.
  Outcome ReadSlowlyFromQueue() {
    grpc::CompletionQueue queue;
    const auto stream = Begin(queue);
    Outcome outcome;
    CallResponse response;
    for (;;) {
      stream->Read(&response, this);
      if (!Next(queue)) break;
      if (++outcome.messages == 1) BreakWhenRead();
    }
    grpc::Status status;
    stream->Finish(&status, this);
    EXPECT_TRUE(Next(queue));
    outcome.code = status.error_code();
    return outcome;
  }

  // Reads one message and waits for the status.
  Outcome FinishQueue() {
    grpc::CompletionQueue queue;
    const auto stream = Begin(queue);
    Outcome outcome;
    CallResponse response;
    stream->Read(&response, this);
    outcome.messages = Next(queue) ? 1 : 0;
    grpc::Status status;
    AwaitReadAhead();
    stream->Finish(&status, this);
    server_.Break();
    EXPECT_TRUE(Next(queue)) << "no status";
    outcome.code = status.error_code();
    context_->TryCancel();
    queue.Shutdown();
    while (Next(queue)) {
    }
    return outcome;
  }

  // The same with a reactor that pauses.
  Outcome PauseReactor();
  // Goes on reading after the pause.
  Outcome PauseReactorAndReadOn();
  // Goes on reading when the call has ended, which only Baton's observer tells.
  Outcome ReadAfterTheEnd();

 private:
  class Reactor;

  Outcome PauseAndReadOn(const std::function<void()>& pause);
  std::unique_ptr<grpc::ClientAsyncReader<CallResponse>> Begin(
      grpc::CompletionQueue& queue) {
    auto stream =
        stub_->AsyncServerStream(context_.get(), RequestOf("a"), &queue, this);
    EXPECT_TRUE(Next(queue));
    return stream;
  }
  static bool Next(grpc::CompletionQueue& queue) {
    void* tag = nullptr;
    bool ok = false;
    return queue.AsyncNext(&tag, &ok, FromNow(kPatience)) ==
               grpc::CompletionQueue::GOT_EVENT &&
           ok;
  }
  // Waits until Baton has read a message that the application has not read.
  void AwaitReadAhead() {
    EXPECT_TRUE(!baton_ || received_->Await(2)) << "nothing was read ahead";
  }
  void BreakWhenRead() {
    AwaitReadAhead();
    server_.Break();
  }

  const bool baton_;
  const std::shared_ptr<rpc::ReceivedMessages> received_ =
      std::make_shared<rpc::ReceivedMessages>();
  const std::shared_ptr<Signal> ended_ = std::make_shared<Signal>();
  BreakingServer server_;
  std::unique_ptr<Scripted::Stub> stub_;
  std::shared_ptr<grpc::ClientContext> context_;
};

class Rig::Reactor final : public grpc::ClientReadReactor<CallResponse> {
 public:
  void OnReadDone(bool ok) override {
    if (!read_on_) {
      if (ok) read_.Give();
    } else if (ok) {
      ++messages_;
      StartRead(&response_);
    } else {
      RemoveHold();
    }
  }
  // Reads on after the first message.
  Outcome ReadOn() {
    read_on_ = true;
    messages_ = 1;
    StartRead(&response_);
    EXPECT_TRUE(done_.Await()) << "no end";
    return {messages_, status_.error_code()};
  }
  void OnDone(const grpc::Status& status) override {
    status_ = status;
    done_.Give();
  }

  Signal read_;
  Signal done_;
  grpc::Status status_;  // once done
  CallRequest request_ = RequestOf("a");
  CallResponse response_;

 private:
  bool read_on_ = false;
  int messages_ = 0;
};

Outcome Rig::PauseReactor() {
  Reactor reactor;
  stub_->async()->ServerStream(context_.get(), &reactor.request_, &reactor);
  reactor.StartRead(&reactor.response_);
  reactor.StartCall();
  Outcome outcome;
  outcome.messages = reactor.read_.Await() ? 1 : 0;
  BreakWhenRead();
  EXPECT_TRUE(reactor.done_.Await()) << "no end";
  context_->TryCancel();
  EXPECT_TRUE(reactor.done_.Await());
  outcome.code = reactor.status_.error_code();
  return outcome;
}

Outcome Rig::PauseReactorAndReadOn() {
  return PauseAndReadOn([] {});
}

Outcome Rig::ReadAfterTheEnd() {
  return PauseAndReadOn(
      [this] { EXPECT_TRUE(ended_->Await()) << "the call report is missing"; });
}

Outcome Rig::PauseAndReadOn(const std::function<void()>& pause) {
  Reactor reactor;
  stub_->async()->ServerStream(context_.get(), &reactor.request_, &reactor);
  // gRPC demands it of a reactor that reads later.
  reactor.AddHold();
  reactor.StartRead(&reactor.response_);
  reactor.StartCall();
  EXPECT_TRUE(reactor.read_.Await());
  BreakWhenRead();
  pause();
  return reactor.ReadOn();
}

using Use = Outcome (Rig::*)();

void ExpectSame(Use use, int first, const std::string& rest, int messages,
                StatusCode code) {
  const Outcome bare = (Rig(false, Messages(first), rest).*use)();
  const Outcome baton = (Rig(true, Messages(first), rest).*use)();
  EXPECT_EQ(bare.messages, messages);
  EXPECT_EQ(baton.messages, bare.messages);
  EXPECT_EQ(bare.code, code);
  EXPECT_EQ(baton.code, bare.code);
}

TEST(StreamBrokenConnectionTest, SlowSynchronousReaderGetsWhatHasArrived) {
  ExpectSame(&Rig::ReadSlowly, 1, Messages(kMessages - 1), kMessages,
             StatusCode::UNAVAILABLE);
}

TEST(StreamBrokenConnectionTest, SlowReaderOfAQueueGetsWhatHasArrived) {
  ExpectSame(&Rig::ReadSlowlyFromQueue, kMessages, "", kMessages,
             StatusCode::UNAVAILABLE);
}

TEST(StreamBrokenConnectionTest, SlowSynchronousReaderGetsAllBeforeAFailure) {
  ExpectSame(&Rig::ReadSlowly, 1,
             Messages(kMessages - 1) + Trailers(StatusCode::INTERNAL),
             kMessages, StatusCode::INTERNAL);
}

TEST(StreamBrokenConnectionTest, SlowReaderOfAQueueGetsAllBeforeAFailure) {
  ExpectSame(&Rig::ReadSlowlyFromQueue, kMessages,
             Trailers(StatusCode::INTERNAL), kMessages, StatusCode::INTERNAL);
}

TEST(StreamBrokenConnectionTest, StatusOnAQueueDoesNotWaitForReads) {
  ExpectSame(&Rig::FinishQueue, kMessages, "", 1, StatusCode::UNAVAILABLE);
}

TEST(StreamBrokenConnectionTest, EndOfAReactorDoesNotWaitForReads) {
  ExpectSame(&Rig::PauseReactor, kMessages, "", 1, StatusCode::UNAVAILABLE);
}

TEST(StreamBrokenConnectionTest, PausedReactorGetsAllBeforeAFailure) {
  ExpectSame(&Rig::PauseReactorAndReadOn, kMessages,
             Trailers(StatusCode::INTERNAL), kMessages, StatusCode::INTERNAL);
}

// Baton keeps what it has read ahead for reads after the end.
TEST(StreamBrokenConnectionTest, MessagesReadAheadStayReadableAfterTheEnd) {
  Rig rig(true, Messages(kMessages), "");
  EXPECT_GE(rig.ReadAfterTheEnd().messages, 2);
}

}  // namespace
}  // namespace baton
