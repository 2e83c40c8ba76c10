// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// The events that the observer of a request receives, for every kind of end.

#include "baton/server.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/core/wire/retry_advice_codec.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/middle_server.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// The events, one line each. Thread-safe.
class Events {
 public:
  void Add(std::string event) {
    std::lock_guard<std::mutex> lock(mutex_);
    events_.push_back(std::move(event));
    changed_.notify_all();
  }
  // Returns all events when at least `count` exist.
  std::vector<std::string> Await(std::size_t count) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait_for(lock, absl::ToChronoMilliseconds(kPatience),
                      [&] { return events_.size() >= count; });
    return events_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> events_;
};

std::string TextOf(const RequestReport& report) {
  std::string text = absl::StrCat("end ", absl::StatusCodeToString(report.code),
                                  " calls ", report.calls);
  if (report.advice.has_value()) {
    char buffer[core::kRetryAdviceBytes];
    absl::StrAppend(&text, " ",
                    core::EncodeRetryAdvice(*report.advice, buffer));
  }
  if (report.rejection != RequestRejection::kNone) {
    absl::StrAppend(&text,
                    report.rejection_only_observed ? " observed" : " rejected");
  }
  return text;
}

class Observer final : public RequestObserver {
 public:
  explicit Observer(Events& events) : events_(events) {}
  ~Observer() override { events_.Add("gone"); }

  std::unique_ptr<Attachment> Attach() override {
    return std::make_unique<Attached>(events_);
  }
  void OnRequestEnd(const RequestReport& report) override {
    events_.Add(TextOf(report));
  }

 private:
  class Attached final : public Attachment {
   public:
    explicit Attached(Events& events) : events_(events) {
      events_.Add("attach");
    }
    ~Attached() override { events_.Add("detach"); }

   private:
    Events& events_;
  };

  Events& events_;
};

class Factory final : public RequestObserverFactory {
 public:
  explicit Factory(Events& events) : events_(events) {}

  std::unique_ptr<RequestObserver> OnRequestStart(
      const RequestStart& request) override {
    events_.Add(absl::StrCat("start ", request.method, " grant ",
                             request.inbound.grant.value_or(-1)));
    EXPECT_THAT(request.peer, HasSubstr(":"));
    EXPECT_LT(request.timeout, 2 * kPatience);  // gRPC rounds it up
    EXPECT_EQ(request.metadata->Get("x-shop"), "1");
    EXPECT_EQ(request.metadata->Get("x-none"), std::nullopt);
    if (request.metadata->Get("x-unwatched").has_value()) return nullptr;
    return std::make_unique<Observer>(events_);
  }

 private:
  Events& events_;
};

class ServerObserverTest : public ::testing::Test {
 protected:
  ServerOptions Options() {
    ServerOptions options;
    options.observers = std::make_shared<Factory>(events_);
    return options;
  }
  std::shared_ptr<grpc::ClientContext> Context() {
    auto context = NewContext(kPatience);
    context->AddMetadata("retry-budget", "g=1,n=0,h=1");
    context->AddMetadata("x-shop", "1");
    return context;
  }
  grpc::Status Call(const MiddleServer& server) {
    return MakeUnaryCall(UnaryForm::kSync, server.NewChannel(), Context(),
                         RequestOf("x"))
        .status;
  }

  Events events_;
  const std::string start_ = "start /baton.testing.v1.Scripted/Call grant 1";
};

TEST_F(ServerObserverTest, ObserverIsAttachedWhileASyncHandlerRuns) {
  ScriptedServer leaf;
  const auto forward =
      Forward(NewBatonChannel(leaf.address(), QuickOptions()), LinkBy::kThread);
  {
    MiddleServer server(
        [&](grpc::ServerContext& context) {
          events_.Add("handler");
          return forward(context);
        },
        Options());
    EXPECT_TRUE(Call(server).ok());
  }
  EXPECT_THAT(events_.Await(6),
              ElementsAre(start_, "attach", "handler",
                          "end OK calls 1 r=ok,u=0,c=d", "detach", "gone"));
}

TEST_F(ServerObserverTest, ObserverIsAttachedUntilACallbackHandlerReturns) {
  {
    MiddleServer server(
        [&](grpc::CallbackServerContext&, grpc::ServerUnaryReactor* reactor) {
          events_.Add("handler");
          reactor->Finish(grpc::Status(StatusCode::ABORTED, "no"));
        },
        Options());
    EXPECT_EQ(Call(server).error_code(), StatusCode::ABORTED);
  }
  // gRPC binds a reactor after the handler has returned, and only then sends
  // the status that it finished with.
  EXPECT_THAT(events_.Await(6),
              ElementsAre(start_, "attach", "handler", ::testing::_,
                          ::testing::_, "gone"));
  EXPECT_THAT(events_.Await(6), ::testing::Contains("detach"));
  EXPECT_THAT(events_.Await(6),
              ::testing::Contains("end ABORTED calls 0 r=ok,u=0"));
}

TEST_F(ServerObserverTest, CancelledRequestIsReportedOnce) {
  ScriptedServer leaf;
  leaf.Otherwise(Echo().Held());
  {
    // The call, and so the handler, ends with the request.
    MiddleServer server(
        ForwardByCallback(NewBatonChannel(leaf.address(), QuickOptions()),
                          LinkBy::kContext),
        Options());
    const auto call = StartUnaryCall(UnaryForm::kCallback, server.NewChannel(),
                                     Context(), RequestOf("x"));
    leaf.AwaitAttempt(1);
    call->context().TryCancel();
    EXPECT_EQ(call->Wait().status.error_code(), StatusCode::CANCELLED);
  }
  const std::vector<std::string> events = events_.Await(5);
  EXPECT_EQ(events.size(), 5u);
  EXPECT_THAT(events, ::testing::Contains(HasSubstr("end CANCELLED")).Times(1));
  EXPECT_EQ(events.back(), "gone");
}

TEST_F(ServerObserverTest, ObserverReceivesRejections) {
  for (const Mode mode : {Mode::kEnforce, Mode::kObserve}) {
    Events events;
    ServerOptions options;
    options.observers = std::make_shared<Factory>(events);
    options.expired_requests.mode = mode;
    options.expired_requests.min_remaining = absl::Hours(1);
    options.expired_requests.max_rejected_ratio = 1;
    {
      MiddleServer server([](grpc::ServerContext&) { return grpc::Status::OK; },
                          options);
      Call(server);
    }
    if (mode == Mode::kEnforce) {
      EXPECT_THAT(
          events.Await(3),
          ElementsAre(
              start_,
              "end DEADLINE_EXCEEDED calls 0 r=no,w=expired,u=0,c=d rejected",
              "gone"));
    } else {
      EXPECT_THAT(
          events.Await(5),
          ElementsAre(start_, "attach", "end OK calls 0 r=ok,u=0,c=d observed",
                      "detach", "gone"));
    }
  }
}

TEST_F(ServerObserverTest, FactoryCanSkipARequest) {
  {
    MiddleServer server([](grpc::ServerContext&) { return grpc::Status::OK; },
                        Options());
    const auto context = Context();
    context->AddMetadata("x-unwatched", "1");
    EXPECT_TRUE(MakeUnaryCall(UnaryForm::kSync, server.NewChannel(), context,
                              RequestOf("x"))
                    .status.ok());
  }
  EXPECT_THAT(events_.Await(1), ElementsAre(start_));
}

// A call that continues after the response keeps the observer alive.
TEST_F(ServerObserverTest, ObserverOutlivesTheCallsOfItsRequest) {
  ScriptedServer leaf;
  leaf.Otherwise(Echo().Held());
  const auto channel = NewBatonChannel(leaf.address(), QuickOptions());
  std::unique_ptr<StartedCall> late;
  {
    MiddleServer server(
        [&](grpc::ServerContext&) {
          const auto outgoing = NewContext(kPatience);
          RequestScope::Current().Attach(outgoing.get());
          late = StartUnaryCall(UnaryForm::kCqFinish, channel, outgoing,
                                RequestOf("late"));
          leaf.AwaitAttempt(1);
          return grpc::Status::OK;
        },
        Options());
    EXPECT_TRUE(Call(server).ok());
  }
  EXPECT_THAT(events_.Await(4),
              ElementsAre(start_, "attach",
                          AllOf(HasSubstr("end OK calls 1"), HasSubstr("u=1")),
                          "detach"));
  leaf.ReleaseAll();
  EXPECT_TRUE(late->Wait().status.ok());
  late = nullptr;
  EXPECT_THAT(events_.Await(5), ::testing::Contains("gone"));
}

}  // namespace
}  // namespace baton
