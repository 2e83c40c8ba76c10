// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Services of gRPC's generic callback API, which have no handlers to wrap. A
// scope links their calls, and the application rejects their requests.

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "baton/client.h"
#include "baton/server.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "gmock/gmock.h"
#include "grpcpp/generic/async_generic_service.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/message_bytes.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::ElementsAre;
using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

using Context = grpc::GenericCallbackServerContext;
using Answer = std::function<void(grpc::Status)>;
// Answers once, at any time and on any thread.
using Behavior = std::function<void(Context&, Answer)>;

// Serves one request like a unary method: reads it and sends the handler's
// status.
class Request final : public grpc::ServerGenericBidiReactor {
 public:
  Request(Context& context, const Behavior& behavior)
      : context_(context), behavior_(behavior) {
    StartRead(&bytes_);
  }

 private:
  void OnReadDone(bool /*ok*/) override {
    behavior_(context_, [this](const grpc::Status& status) {
      if (!status.ok()) return Finish(status);
      bytes_ = ToBytes(CallResponse());
      StartWriteAndFinish(&bytes_, grpc::WriteOptions(), status);
    });
  }
  void OnDone() override { delete this; }

  Context& context_;
  const Behavior& behavior_;
  grpc::ByteBuffer bytes_;
};

class GenericCallbackServer final : private grpc::CallbackGenericService {
 public:
  explicit GenericCallbackServer(Behavior behavior,
                                 const ServerOptions& options = {})
      : behavior_(std::move(behavior)) {
    int port = 0;
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                             &port);
    EXPECT_TRUE(InstallServer(&builder, options).ok());
    builder.RegisterCallbackGenericService(this);
    server_ = builder.BuildAndStart();
    channel_ = grpc::CreateChannel("127.0.0.1:" + std::to_string(port),
                                   grpc::InsecureChannelCredentials());
  }
  ~GenericCallbackServer() override { server_->Shutdown(); }

  // Makes one call of a client without Baton.
  UnaryResult Call() const {
    const auto context = NewContext(kPatience);
    context->AddMetadata("retry-budget", "g=1,n=0,h=1");
    return MakeUnaryCall(UnaryForm::kCqFinish, channel_, context,
                         RequestOf("x"));
  }

 private:
  grpc::ServerGenericBidiReactor* CreateReactor(Context* context) override {
    return new Request(*context, behavior_);
  }

  const Behavior behavior_;
  std::unique_ptr<grpc::Server> server_;
  std::shared_ptr<grpc::Channel> channel_;
};

// The objects that a call to the leaf needs until its end.
struct Outgoing {
  std::unique_ptr<Scripted::Stub> stub;
  std::unique_ptr<grpc::ClientContext> context;
  CallRequest request;
  CallResponse response;
};

TEST(GenericCallbackTest, ScopeLinksCallsToTheirRequest) {
  ScriptedServer leaf;
  leaf.Otherwise(Fail(StatusCode::UNAVAILABLE));
  const auto next = NewBatonChannel(leaf.address(), QuickOptions());
  const GenericCallbackServer server([&](Context& context, Answer answer) {
    auto call = std::make_shared<Outgoing>();
    call->stub = Scripted::NewStub(next);
    call->context = RequestScope::From(&context).NewClientContext();
    Outgoing& started = *call;
    started.stub->async()->Call(
        started.context.get(), &started.request, &started.response,
        [call = std::move(call), answer = std::move(answer)](
            grpc::Status status) { answer(std::move(status)); });
  });
  const UnaryResult result = server.Call();
  EXPECT_EQ(result.status.error_code(), StatusCode::UNAVAILABLE);
  std::vector<std::string> budgets;
  for (const SeenAttempt& attempt : leaf.AllAttempts()) {
    for (std::string& value : attempt.Values("retry-budget")) {
      budgets.push_back(std::move(value));
    }
  }
  EXPECT_THAT(budgets,
              ElementsAre("g=0,n=0,h=2", "g=0,n=1,h=2,k=r,w=unavailable"));
  EXPECT_THAT(result.Trailers("retry-advice"),
              ElementsAre("r=no,w=exhausted,u=1"));
}

// Rejects every request with a deadline.
ServerOptions RejectEveryRequest() {
  ServerOptions options;
  options.expired_requests.mode = Mode::kEnforce;
  options.expired_requests.min_remaining = absl::Hours(1);
  options.expired_requests.max_rejected_ratio = 1;
  options.counters = std::make_shared<ServerCounters>();
  return options;
}

TEST(GenericCallbackTest, ApplicationAnswersARejectedRequest) {
  const ServerOptions options = RejectEveryRequest();
  const GenericCallbackServer server(
      [](Context& context, const Answer& answer) {
        answer(RequestScope::From(&context).rejected()
                   ? grpc::Status(StatusCode::ABORTED, "of its own")
                   : grpc::Status::OK);
      },
      options);
  const UnaryResult result = server.Call();
  EXPECT_EQ(result.status.error_code(), StatusCode::ABORTED);
  EXPECT_THAT(result.Trailers("retry-advice"),
              ElementsAre("r=no,w=expired,u=0"));
  EXPECT_EQ(options.counters->Read().rejected, 1);
}

TEST(GenericCallbackTest, UncheckedRejectionIsOnlyObserved) {
  const ServerOptions options = RejectEveryRequest();
  const GenericCallbackServer server(
      [](Context&, const Answer& answer) { answer(grpc::Status::OK); },
      options);
  EXPECT_TRUE(server.Call().status.ok());
  EXPECT_EQ(options.counters->Read().rejected, 0);
  EXPECT_EQ(options.counters->Read().would_reject, 1);
}

}  // namespace
}  // namespace baton
