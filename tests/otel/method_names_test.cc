// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Checks that generated method names take no labels and no span names from real
// methods.

#include <memory>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "baton/client.h"
#include "baton/server.h"
#include "baton/telemetry.h"
#include "gmock/gmock.h"
#include "grpcpp/generic/async_generic_service.h"
#include "grpcpp/generic/generic_stub.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/middle_server.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/patience.h"
#include "tests/support/telemetry/metric_recorder.h"
#include "tests/support/telemetry/span_matchers.h"
#include "tests/support/telemetry/span_recorder.h"

namespace baton {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Field;
using ::testing::Le;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

constexpr char kMethod[] = "baton.testing.v1.Scripted/Call";
constexpr char kServerMetric[] = "grpc.server.call.started";
constexpr char kClientMetric[] = "grpc.client.call.duration";
constexpr int kMaxMethods = 1000;

// Calls a method and returns the status code.
grpc::StatusCode CallPath(const std::shared_ptr<grpc::Channel>& channel,
                          const std::string& path) {
  grpc::GenericStub stub(channel);
  const auto context = NewContext(kPatience);
  grpc::CompletionQueue queue;
  const grpc::Slice slice("x");
  const grpc::ByteBuffer request(&slice, 1);
  grpc::ByteBuffer response;
  grpc::Status status;
  const auto call = stub.PrepareUnaryCall(context.get(), path, request, &queue);
  call->StartCall();
  call->Finish(&response, &status, nullptr);
  void* tag = nullptr;
  bool ok = false;
  EXPECT_TRUE(queue.Next(&tag, &ok));
  return status.error_code();
}

// Answers OK to each call of each method.
class AnyMethod final : public grpc::CallbackGenericService {
 private:
  class Reactor final : public grpc::ServerGenericBidiReactor {
   public:
    Reactor() { Finish(grpc::Status::OK); }
    void OnDone() override { delete this; }
  };
  grpc::ServerGenericBidiReactor* CreateReactor(
      grpc::GenericCallbackServerContext*) override {
    return new Reactor();
  }
};

class MethodNamesTest : public ::testing::Test {
 protected:
  MethodNamesTest() {
    TelemetryOptions options;
    options.tracing.provider = spans_.provider();
    options.metering.provider = metrics_.provider();
    server_options_.telemetry = OpenTelemetry(options);
    client_options_ = QuickOptions();
    client_options_.telemetry = server_options_.telemetry;
  }

  std::set<std::string> Labels(const std::string& metric) {
    std::set<std::string> labels;
    for (const RecordedPoint& point : metrics_.Points(metric)) {
      labels.insert(point.labels.at("grpc.method"));
    }
    return labels;
  }

  std::set<std::string> SpanNames(const std::string& kind) {
    std::set<std::string> names;
    for (const RecordedSpan& span : spans_.All()) {
      if (span.kind == kind) names.insert(span.name);
    }
    return names;
  }

  std::unique_ptr<MiddleServer> NewServer() {
    return std::make_unique<MiddleServer>(
        [](grpc::CallbackServerContext&, grpc::ServerUnaryReactor* reactor) {
          reactor->Finish(grpc::Status::OK);
        },
        server_options_);
  }

  // Calls the registered method with Baton.
  void MakeCall(const MiddleServer& server) {
    EXPECT_TRUE(
        MakeUnaryCall(UnaryForm::kSync,
                      NewBatonChannel(server.address(), client_options_),
                      NewContext(kPatience), RequestOf("x"))
            .status.ok());
  }

  MetricRecorder metrics_;
  SpanRecorder spans_;
  ServerOptions server_options_;
  ClientOptions client_options_;
};

TEST_F(MethodNamesTest, InventedMethodsOfRequestsShareOneName) {
  const auto server = NewServer();
  const auto stranger = server->NewChannel();
  for (int i = 0; i < kMaxMethods; ++i) {
    EXPECT_EQ(CallPath(stranger, absl::StrCat("/shop.v1.Invented/Get", i)),
              grpc::StatusCode::UNIMPLEMENTED);
  }
  MakeCall(*server);
  EXPECT_THAT(Labels(kServerMetric), UnorderedElementsAre("other", kMethod));
  EXPECT_THAT(Labels(kClientMetric), UnorderedElementsAre(kMethod));
  EXPECT_THAT(SpanNames("SERVER"), UnorderedElementsAre("grpc", kMethod));
  EXPECT_THAT(
      spans_.All(),
      Contains(AllOf(Field(&RecordedSpan::name, "grpc"),
                     Has("rpc.method", "_OTHER"),
                     Has("rpc.method_original", "shop.v1.Invented/Get0"))));
}

TEST_F(MethodNamesTest, GeneratedMethodsOfCallsTakeNoNamesFromRequests) {
  const auto server = NewServer();
  const auto channel = NewBatonChannel(server->address(), client_options_);
  for (int i = 0; i < kMaxMethods + 100; ++i) {
    CallPath(channel, absl::StrCat("/shop.v1.Generated/Get", i));
  }
  MakeCall(*server);
  EXPECT_THAT(Labels(kClientMetric),
              AllOf(SizeIs(kMaxMethods + 1), Contains("other")));
  EXPECT_THAT(Labels(kServerMetric), UnorderedElementsAre("other", kMethod));
  // Calls and attempts.
  EXPECT_THAT(SpanNames("CLIENT"),
              AllOf(SizeIs(Le(2 * kMaxMethods + 2)), Contains("grpc"),
                    Contains("Attempt._OTHER")));
}

TEST_F(MethodNamesTest, GenericServiceHasNamesOfDeclaredMethodsOnly) {
  server_options_.generic_methods = {"/shop.v1.Inventory/Get"};
  AnyMethod service;
  int port = 0;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                           &port);
  ASSERT_TRUE(InstallServer(&builder, server_options_).ok());
  builder.RegisterCallbackGenericService(&service);
  const auto server = builder.BuildAndStart();
  ASSERT_NE(server, nullptr);
  const auto channel = grpc::CreateChannel(absl::StrCat("127.0.0.1:", port),
                                           grpc::InsecureChannelCredentials());
  CallPath(channel, "/shop.v1.Inventory/Get");
  CallPath(channel, "/shop.v1.Inventory/Put");
  server->Shutdown();
  EXPECT_THAT(Labels(kServerMetric),
              UnorderedElementsAre("other", "shop.v1.Inventory/Get"));
}

TEST_F(MethodNamesTest, MalformedGenericMethodIsRejected) {
  for (const char* const method :
       {"", "Get", "/Get", "//Get", "/shop.v1.Inventory/", "a/b"}) {
    server_options_.generic_methods = {"/shop.v1.Inventory/Get", method};
    grpc::ServerBuilder builder;
    const absl::Status status = InstallServer(&builder, server_options_);
    EXPECT_THAT(status.message(),
                ::testing::HasSubstr("generic_methods[1]: must be like"))
        << method;
  }
}

}  // namespace
}  // namespace baton
