// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Which callers a server believes: by its options, by its policy, and by the
// connection.

#include <unistd.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "baton/policy/policy_source.h"
#include "baton/server.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;
using Trust = InboundGrantOptions::Trust;

// Remembers the grant of its latest request. -1: the request is at the edge.
// Fails a request with a payload, and advises against a retry.
class Grants final : public Scripted::Service {
 public:
  grpc::Status Call(grpc::ServerContext*, const CallRequest* request,
                    CallResponse*) override {
    grant = RequestScope::Current().grant().value_or(-1);
    if (request->payload().empty()) return grpc::Status::OK;
    RequestScope::Current().DoNotRetry();
    return {grpc::StatusCode::UNAVAILABLE, "no"};
  }
  int grant = -2;
};

// A server with a TCP port and a Unix socket.
class TrustedCallersTest : public ::testing::Test {
 protected:
  ~TrustedCallersTest() override {
    if (server_ != nullptr) server_->Shutdown();
    unlink(path_.c_str());
  }

  void Start(const ServerOptions& options) {
    int port = 0;
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                             &port);
    builder.AddListeningPort(socket(), grpc::InsecureServerCredentials());
    ASSERT_TRUE(InstallServer(&builder, options).ok());
    builder.RegisterService(&service_);
    server_ = builder.BuildAndStart();
    ASSERT_NE(server_, nullptr);
    tcp_ = absl::StrCat("127.0.0.1:", port);
  }
  void StartWith(const InboundGrantOptions& by_application,
                 const std::optional<InboundGrantOptions>& by_policy) {
    policy_.inbound_grant = by_policy;
    source_ =
        std::make_shared<PolicySource>(std::make_shared<const Policy>(policy_));
    ServerOptions options;
    options.inbound_grant = by_application;
    options.policy_source = source_;
    Start(options);
  }
  void Reload(const std::optional<InboundGrantOptions>& by_policy) {
    policy_.inbound_grant = by_policy;
    source_->Replace(std::make_shared<const Policy>(policy_));
  }

  // Returns the grant of a request that asks for 3. -1: it is at the edge.
  int GrantAt(const std::string& address) {
    const auto context = NewContext(kPatience);
    context->AddMetadata("retry-budget", "g=3,n=0,h=1");
    CallResponse response;
    const auto stub = Scripted::NewStub(
        grpc::CreateChannel(address, grpc::InsecureChannelCredentials()));
    const grpc::Status status =
        stub->Call(context.get(), CallRequest(), &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return service_.grant;
  }
  // Returns the advice of a request with the header, whose handler fails and
  // advises against a retry.
  std::vector<std::string> AdviceAfterFailure() { return Advice("fail"); }
  std::vector<std::string> AdviceAfterSuccess() { return Advice(""); }

  std::vector<std::string> Advice(const std::string& payload) {
    const auto context = NewContext(kPatience);
    context->AddMetadata("retry-budget", "g=0,n=0,h=1");
    return MakeUnaryCall(
               UnaryForm::kSync,
               grpc::CreateChannel(tcp_, grpc::InsecureChannelCredentials()),
               context, RequestOf(payload))
        .Trailers("retry-advice");
  }
  std::string socket() const { return absl::StrCat("unix:", path_); }

  const std::string path_ =
      absl::StrCat("/tmp/baton_trusted_callers_", getpid(), ".socket");
  Grants service_;
  std::unique_ptr<grpc::Server> server_;
  std::string tcp_;
  Policy policy_;
  std::shared_ptr<PolicySource> source_;
};

InboundGrantOptions With(Trust trust, int max_grant = 4) {
  InboundGrantOptions options;
  options.trust = trust;
  options.max_grant = max_grant;
  return options;
}

TEST_F(TrustedCallersTest, PolicyWithoutTheSectionLeavesTheOptionInForce) {
  StartWith(With(Trust::kStrip), std::nullopt);
  EXPECT_EQ(GrantAt(tcp_), -1);
}

TEST_F(TrustedCallersTest, SectionOfThePolicyDoesNotWeakenTheOption) {
  StartWith(With(Trust::kStrip), With(Trust::kClamp));
  EXPECT_EQ(GrantAt(tcp_), -1);
}

TEST_F(TrustedCallersTest, OptionDoesNotWeakenTheSectionOfThePolicy) {
  StartWith(With(Trust::kClamp, 3), With(Trust::kStrip));
  EXPECT_EQ(GrantAt(tcp_), -1);
}

TEST_F(TrustedCallersTest, SmallerGrantOfOptionAndPolicyCounts) {
  StartWith(With(Trust::kClamp, 1), With(Trust::kClamp, 2));
  EXPECT_EQ(GrantAt(tcp_), 1);
  Reload(With(Trust::kClamp, 0));
  EXPECT_EQ(GrantAt(tcp_), 0);
}

TEST_F(TrustedCallersTest, ReloadWithoutTheSectionKeepsTheTrust) {
  StartWith({}, With(Trust::kStrip));
  EXPECT_EQ(GrantAt(tcp_), -1);
  Reload(std::nullopt);
  EXPECT_EQ(GrantAt(tcp_), -1);
  Reload(InboundGrantOptions());
  EXPECT_EQ(GrantAt(tcp_), 3);
}

TEST_F(TrustedCallersTest, PublicAndInternalPortHaveTheirOwnTrust) {
  ServerOptions options;
  options.trusts_connection = [](const grpc::ServerContextBase& context) {
    return absl::StartsWith(context.peer(), "unix:");
  };
  options.counters = std::make_shared<ServerCounters>();
  Start(options);
  EXPECT_EQ(GrantAt(tcp_), -1);
  EXPECT_EQ(options.counters->Read().stripped, 1);
  EXPECT_EQ(GrantAt(socket()), 3);
  EXPECT_EQ(options.counters->Read().stripped, 1);
}

TEST_F(TrustedCallersTest, StrippedCallerGetsNoInnerStateInTheAdvice) {
  ServerOptions options;
  options.inbound_grant.trust = Trust::kStrip;
  Start(options);
  EXPECT_THAT(AdviceAfterFailure(), ElementsAre("r=no"));
  EXPECT_THAT(AdviceAfterSuccess(), IsEmpty());
}

TEST_F(TrustedCallersTest, TrustedCallerGetsTheWholeAdvice) {
  Start({});
  EXPECT_THAT(AdviceAfterFailure(), ElementsAre("r=no,w=app,u=0,c=d"));
  EXPECT_THAT(AdviceAfterSuccess(), ElementsAre("r=ok,u=0,c=d"));
}

TEST_F(TrustedCallersTest, TrustedConnectionDoesNotRaiseTheTrust) {
  ServerOptions options;
  options.inbound_grant.trust = Trust::kStrip;
  options.trusts_connection = [](const grpc::ServerContextBase&) {
    return true;
  };
  Start(options);
  EXPECT_EQ(GrantAt(socket()), -1);
}

}  // namespace
}  // namespace baton
