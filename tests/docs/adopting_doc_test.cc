// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// The code of the first step in docs/adopting.md, and what it promises.

#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "baton/client.h"
#include "baton/policy.h"
#include "baton/server.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/doc_block.h"
#include "tests/support/patience.h"

namespace {

// [docs]
// The policy of the process: one source for all channels and the server.
absl::StatusOr<std::shared_ptr<baton::PolicySource>> OpenPolicy(
    const std::string& path) {
  const auto loaded = baton::LoadPolicyFile(path);
  if (!loaded.ok()) return loaded.status();
  return std::make_shared<baton::PolicySource>(
      std::make_shared<const baton::Policy>(loaded->policy));
}

// A channel that changes no call, as long as the policy has mode: OBSERVE.
absl::StatusOr<std::shared_ptr<grpc::Channel>> OpenChannel(
    const std::string& target,
    const std::shared_ptr<grpc::ChannelCredentials>& credentials,
    const grpc::ChannelArguments& arguments,
    std::shared_ptr<baton::PolicySource> policy,
    std::shared_ptr<baton::Telemetry> telemetry) {
  baton::ClientOptions options;
  options.policy_source = std::move(policy);
  options.telemetry = std::move(telemetry);
  // Leaves gRPC's own retries and service configs as they are, until step 4.
  options.core_retries = baton::CoreRetries::kUnchanged;
  // Leaves error messages as they are.
  options.explain_errors = false;
  return baton::CreateChannel(target, credentials, options, arguments);
}

absl::Status InstallBaton(grpc::ServerBuilder& builder,
                          std::shared_ptr<baton::PolicySource> policy,
                          std::shared_ptr<baton::Telemetry> telemetry) {
  baton::ServerOptions options;
  options.policy_source = std::move(policy);
  options.telemetry = std::move(telemetry);
  // Handlers of cancelled requests run as before.
  options.cancelled_requests.mode = baton::Mode::kObserve;
  return baton::InstallServer(&builder, options);
}

// Call this when the file has changed, for example at SIGHUP.
void OnPolicyFileChanged(const std::string& path, baton::PolicySource& policy) {
  const auto notes = baton::ReloadPolicyFile(path, policy);
  // After an error, the old policy stays.
  if (!notes.ok()) std::clog << notes.status().message() << "\n";
}
// [docs]

}  // namespace

namespace baton {
namespace {

using ::grpc::StatusCode;

constexpr char kHeader[] =
    "# proto-file: baton/v1/policy.proto\n"
    "# proto-message: baton.v1.Policy\n";
// A retry policy of gRPC itself, as the application may have had before.
constexpr char kTwoAttempts[] = R"({"methodConfig": [{"name": [{}],
  "retryPolicy": {"maxAttempts": 2, "initialBackoff": "0.001s",
                  "maxBackoff": "0.001s", "backoffMultiplier": 1,
                  "retryableStatusCodes": ["UNAVAILABLE"]}}]})";

class AdoptingDocTest : public ::testing::Test {
 protected:
  AdoptingDocTest() {
    Write(absl::StrCat(DocBlock("docs/adopting.md", "first policy")));
    auto policy = OpenPolicy(path_);
    EXPECT_TRUE(policy.ok()) << policy.status();
    policy_ = *std::move(policy);
  }

  void Write(const std::string& text) { std::ofstream(path_) << text; }

  // A call of a new channel with these arguments.
  grpc::Status Call(const grpc::ChannelArguments& arguments = {}) {
    auto channel =
        OpenChannel(server_.address(), grpc::InsecureChannelCredentials(),
                    arguments, policy_, nullptr);
    EXPECT_TRUE(channel.ok()) << channel.status();
    context_ = NewContext(kPatience);
    return MakeUnaryCall(UnaryForm::kSync, *channel, context_, RequestOf("x"))
        .status;
  }

  const std::string path_ =
      absl::StrCat(::testing::TempDir(), "/adopting.textproto");
  ScriptedServer server_;
  std::shared_ptr<PolicySource> policy_;
  std::shared_ptr<grpc::ClientContext> context_;
};

TEST_F(AdoptingDocTest, PageShowsTheCompiledFirstStep) {
  EXPECT_TRUE(ShowsCode("docs/adopting.md", "tests/docs/adopting_doc_test.cc",
                        "// [docs]"));
}

TEST_F(AdoptingDocTest, ObservedCallIsNotRetriedAndKeepsItsMessage) {
  server_.Otherwise(Fail(StatusCode::UNAVAILABLE, "busy"));
  const grpc::Status status = Call();
  EXPECT_EQ(status.error_message(), "busy");
  EXPECT_EQ(server_.attempts(), 1);
  EXPECT_EQ(GetCallReport(*context_)->mode, Mode::kObserve);
}

TEST_F(AdoptingDocTest, RetriesOfGrpcStayAsTheyWere) {
  grpc::ChannelArguments arguments;
  arguments.SetServiceConfigJSON(kTwoAttempts);
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  EXPECT_TRUE(Call(arguments).ok());
  EXPECT_EQ(server_.attempts(), 2);
}

TEST_F(AdoptingDocTest, ReloadSwitchesToEnforceAndBack) {
  const std::string observe = DocBlock("docs/adopting.md", "first policy");
  Write(absl::StrCat(kHeader,
                     "methods { name {} idempotency: IDEMPOTENT\n"
                     "          retry { backoff { initial: \"1ms\" } } }\n"));
  OnPolicyFileChanged(path_, *policy_);
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  EXPECT_TRUE(Call().ok());
  EXPECT_EQ(server_.attempts(), 2);
  Write(observe);
  OnPolicyFileChanged(path_, *policy_);
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  EXPECT_FALSE(Call().ok());
  EXPECT_EQ(server_.attempts(), 3);
}

TEST_F(AdoptingDocTest, ServerServesWithTheSamePolicy) {
  grpc::ServerBuilder builder;
  EXPECT_TRUE(InstallBaton(builder, policy_, nullptr).ok());
}

}  // namespace
}  // namespace baton
