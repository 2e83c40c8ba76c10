// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// A service that has just started, with TLS and a connection that takes longer
// than the deadline of its calls.

#include "baton/kit/warm_up.h"

#include <stdlib.h>

#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/real_clock.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "gmock/gmock.h"
#include "grpcpp/generic/generic_stub.h"
#include "grpcpp/grpcpp.h"
#include "grpcpp/health_check_service_interface.h"
#include "gtest/gtest.h"
#include "tests/kit/slow_connections.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/patience.h"
#include "tests/support/reserved_port.h"

namespace baton {
namespace {

using ::testing::HasSubstr;
using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

constexpr absl::Duration kCallDeadline = absl::Milliseconds(20);
constexpr absl::Duration kConnecting = absl::Milliseconds(100);
constexpr int kServices = 10;

std::string Read(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

struct Certificate {
  std::string key;
  std::string pem;
};

const Certificate& ServerCertificate() {
  static const auto& certificate = *new Certificate([] {
    const std::string base = absl::StrCat(::testing::TempDir(), "/warm");
    const std::string command = absl::StrCat(
        "openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes "
        "-x509 -days 2 -subj /CN=localhost -addext "
        "subjectAltName=DNS:localhost -keyout '",
        base, ".key' -out '", base, ".crt' 2>/dev/null");
    EXPECT_EQ(system(command.c_str()), 0);
    return Certificate{Read(base + ".key"), Read(base + ".crt")};
  }());
  return certificate;
}

class Echo final : public Scripted::Service {
 public:
  grpc::Status Call(grpc::ServerContext*, const CallRequest*,
                    CallResponse*) override {
    return grpc::Status::OK;
  }
};

class WarmUpTest : public ::testing::Test {
 protected:
  WarmUpTest() {
    grpc::SslServerCredentialsOptions options;
    options.pem_key_cert_pairs.push_back(
        {ServerCertificate().key, ServerCertificate().pem});
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", SslServerCredentials(options),
                             &port_);
    builder.RegisterService(&echo_);
    grpc::EnableDefaultHealthCheckService(true);
    server_ = builder.BuildAndStart();
    slow_ = std::make_unique<SlowConnections>(port_, kConnecting);
  }

  // A channel of a service that has just started.
  std::shared_ptr<grpc::Channel> NewChannel(int port) const {
    grpc::SslCredentialsOptions options;
    options.pem_root_certs = ServerCertificate().pem;
    grpc::ChannelArguments arguments;
    arguments.SetSslTargetNameOverride("localhost");
    // Otherwise the channels would share one connection.
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    return *CreateChannel(absl::StrCat("127.0.0.1:", port),
                          SslCredentials(options), ClientOptions(), arguments);
  }
  std::shared_ptr<grpc::Channel> NewChannel() const {
    return NewChannel(slow_->port());
  }

  // Returns whether the first call of the channel keeps its short deadline.
  static bool FirstCallSucceeds(const std::shared_ptr<grpc::Channel>& channel) {
    const auto context = NewContext(kCallDeadline);
    CallResponse response;
    return Scripted::NewStub(channel)
        ->Call(context.get(), RequestOf("hello"), &response)
        .ok();
  }

  Echo echo_;
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<SlowConnections> slow_;
};

TEST_F(WarmUpTest, FirstCallKeepsAShortDeadlineOnlyAfterAWarmUp) {
  int cold = 0;
  int warm = 0;
  for (int i = 0; i < kServices; ++i) {
    if (FirstCallSucceeds(NewChannel())) ++cold;
    const auto channel = NewChannel();
    ASSERT_TRUE(WarmUp({channel}, kPatience).ok());
    if (FirstCallSucceeds(channel)) ++warm;
  }
  std::cout << "first calls in time: " << cold << " of " << kServices
            << " without a warm-up, " << warm << " after one" << std::endl;
  EXPECT_EQ(cold, 0);
  // On a busy machine, even a connected call may need more than 20 ms.
  EXPECT_GE(warm, kServices / 2);
}

TEST_F(WarmUpTest, ChannelsConnectAtTheSameTime) {
  const std::vector<std::shared_ptr<grpc::Channel>> channels = {
      NewChannel(), NewChannel(), NewChannel(), NewChannel(), NewChannel()};
  const MonotonicTime start = RealClock().Now();
  ASSERT_TRUE(WarmUp(channels, kPatience).ok());
  EXPECT_GE(RealClock().Now() - start, kConnecting);
  for (const auto& channel : channels) {
    EXPECT_EQ(channel->GetState(false), GRPC_CHANNEL_READY);
  }
  // All are connected already.
  EXPECT_TRUE(WarmUp(channels, absl::ZeroDuration()).ok());
}

TEST_F(WarmUpTest, ErrorNamesTheChannelsThatAreNotConnected) {
  const ReservedPort unused;
  const absl::Status status =
      WarmUp({NewChannel(), NewChannel(unused.port())}, 5 * kConnecting);
  EXPECT_EQ(status.code(), absl::StatusCode::kDeadlineExceeded);
  EXPECT_THAT(status.message(),
              HasSubstr("1 of 2 channels are not connected: channels[1] "));
  EXPECT_EQ(WarmUp({nullptr}, kPatience).message(),
            "channels[0]: must not be null");
  EXPECT_TRUE(WarmUp({}, absl::ZeroDuration()).ok());
}

// Returns the health of the server, as a load balancer sees it. It asks on a
// channel of its own.
std::string Health(const std::shared_ptr<grpc::Channel>& channel) {
  // The message grpc.health.v1.HealthCheckResponse has one field: 1 is SERVING,
  // 2 is NOT_SERVING.
  grpc::GenericStub stub(channel);
  const auto context = NewContext(kPatience);
  grpc::CompletionQueue queue;
  const grpc::ByteBuffer empty(nullptr, 0);
  const auto call = stub.PrepareUnaryCall(
      context.get(), "/grpc.health.v1.Health/Check", empty, &queue);
  grpc::ByteBuffer response;
  grpc::Status status;
  call->StartCall();
  call->Finish(&response, &status, nullptr);
  void* tag = nullptr;
  bool ok = false;
  EXPECT_TRUE(queue.Next(&tag, &ok));
  if (!status.ok()) return status.error_message();
  grpc::Slice bytes;
  EXPECT_TRUE(response.DumpToSingleSlice(&bytes).ok());
  const std::string text(reinterpret_cast<const char*>(bytes.begin()),
                         bytes.size());
  if (text == "\x08\x01") return "SERVING";
  return text == "\x08\x02" ? "NOT_SERVING" : "unknown";
}

TEST_F(WarmUpTest, ServerIsHealthyWhenItsChannelsAreConnected) {
  const ReservedPort unused;
  const auto balancer = NewChannel(port_);
  EXPECT_EQ(Health(balancer), "SERVING");
  EXPECT_FALSE(
      ServeWhenWarm(*server_, {NewChannel(unused.port())}, kConnecting).ok());
  EXPECT_EQ(Health(balancer), "NOT_SERVING");
  EXPECT_TRUE(ServeWhenWarm(*server_, {NewChannel()}, kPatience).ok());
  EXPECT_EQ(Health(balancer), "SERVING");
}

TEST_F(WarmUpTest, ServerWithoutAHealthServiceIsAnError) {
  grpc::EnableDefaultHealthCheckService(false);
  grpc::ServerBuilder builder;
  builder.RegisterService(&echo_);
  const auto server = builder.BuildAndStart();
  EXPECT_THAT(ServeWhenWarm(*server, {}, kPatience).message(),
              HasSubstr("EnableDefaultHealthCheckService(true)"));
}

}  // namespace
}  // namespace baton
