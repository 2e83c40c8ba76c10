// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/request/context_extension.h"

#include <map>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "baton/rpc/grpc/context_access.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/loopback_server.h"

namespace baton::rpc {
namespace {

std::map<std::string, std::string> Properties(
    const grpc::AuthContext& context) {
  std::map<std::string, std::string> properties;
  for (const grpc::AuthProperty& property : context) {
    properties[std::string(property.first.data(), property.first.size())] =
        std::string(property.second.data(), property.second.size());
  }
  return properties;
}

grpc::Status Ok(grpc::ServerContext&, examples::v1::EchoResponse&) {
  return grpc::Status::OK;
}

TEST(ContextExtensionTest, FindCreatesNothing) {
  const grpc::ClientContext context;
  EXPECT_EQ(ContextExtension::Find(context), nullptr);
  EXPECT_EQ(StoredAuthContext(context), nullptr);
}

TEST(ContextExtensionTest, FindCreatesNoAuthContextAfterACall) {
  LoopbackServer server(Ok);
  grpc::ClientContext context;
  ASSERT_TRUE(server.Call(context).ok());
  EXPECT_EQ(ContextExtension::Find(context), nullptr);
  EXPECT_EQ(StoredAuthContext(context), nullptr);
}

TEST(ContextExtensionTest, ExtensionIsAttachedOnceAndFoundLater) {
  grpc::ClientContext context;
  ContextExtension& extension = ContextExtension::FindOrAttach(context);
  EXPECT_EQ(&ContextExtension::FindOrAttach(context), &extension);
  EXPECT_EQ(ContextExtension::Find(context), &extension);
  EXPECT_EQ(context.auth_context().get(), &extension);
}

TEST(ContextExtensionTest, KeepsOverridesAndReportAcrossACall) {
  LoopbackServer server(Ok);
  grpc::ClientContext context;
  ContextExtension& extension = ContextExtension::FindOrAttach(context);
  EXPECT_FALSE(extension.overrides().has_value());
  EXPECT_FALSE(extension.report().has_value());

  CallOverrides overrides;
  overrides.max_attempts = 2;
  extension.SetOverrides(overrides);
  ASSERT_TRUE(server.Call(context).ok());
  CallReport report;
  report.method = "/x/y";
  ContextExtension::Find(context)->SetReport(
      std::make_unique<CallReport>(report));

  EXPECT_EQ(extension.overrides()->max_attempts, 2);
  EXPECT_EQ(extension.report()->method, "/x/y");
}

TEST(ContextExtensionTest, PeerIsUnauthenticatedWithoutRealAuthContext) {
  grpc::ClientContext context;
  ContextExtension& extension = ContextExtension::FindOrAttach(context);
  EXPECT_FALSE(extension.IsPeerAuthenticated());
  EXPECT_TRUE(extension.GetPeerIdentity().empty());
  EXPECT_EQ(extension.GetPeerIdentityPropertyName(), "");
  EXPECT_TRUE(extension.FindPropertyValues("x").empty());
  EXPECT_TRUE(Properties(extension).empty());
  extension.AddProperty("key", "value");
  EXPECT_FALSE(extension.SetPeerIdentityPropertyName("key"));
  EXPECT_TRUE(Properties(extension).empty());
}

TEST(ContextExtensionTest, ForwardsToTheRealAuthContext) {
  LoopbackServer server(Ok);
  grpc::ClientContext application_context;
  ContextExtension& extension =
      ContextExtension::FindOrAttach(application_context);
  std::map<std::string, std::string> expected;
  {
    grpc::ClientContext attempt;
    ASSERT_TRUE(server.Call(attempt).ok());
    extension.SetAuthContext(attempt.auth_context());
    expected = Properties(*attempt.auth_context());
    EXPECT_EQ(extension.IsPeerAuthenticated(),
              attempt.auth_context()->IsPeerAuthenticated());
  }
  EXPECT_FALSE(expected.empty());
  EXPECT_EQ(Properties(*application_context.auth_context()), expected);
  for (const auto& [name, value] : expected) {
    ASSERT_EQ(extension.FindPropertyValues(name).size(), 1u);
    EXPECT_EQ(extension.FindPropertyValues(name)[0], value);
  }
}

TEST(ContextExtensionTest, KeepsAnExistingAuthContext) {
  LoopbackServer server(Ok);
  grpc::ClientContext context;
  ASSERT_TRUE(server.Call(context).ok());
  const auto expected = Properties(*context.auth_context());
  ContextExtension::FindOrAttach(context);
  EXPECT_EQ(Properties(*context.auth_context()), expected);
}

TEST(ContextExtensionTest, ExtensionIsDestroyedWithItsContext) {
  std::weak_ptr<const grpc::AuthContext> extension;
  {
    grpc::ClientContext context;
    ContextExtension::FindOrAttach(context);
    extension = StoredAuthContext(context);
    EXPECT_FALSE(extension.expired());
  }
  EXPECT_TRUE(extension.expired());
}

TEST(ContextExtensionTest, ReportCanBeReadDuringConcurrentWrites) {
  grpc::ClientContext context;
  ContextExtension& extension = ContextExtension::FindOrAttach(context);
  std::thread writer([&] {
    for (int i = 0; i < 1'000; ++i) {
      CallReport report;
      report.method = report.target = std::to_string(i);
      extension.SetReport(std::make_unique<CallReport>(std::move(report)));
    }
  });
  for (int i = 0; i < 1'000; ++i) {
    const auto report = extension.report();
    EXPECT_TRUE(!report.has_value() || report->method == report->target);
    EXPECT_FALSE(extension.IsPeerAuthenticated());
  }
  writer.join();
}

}  // namespace
}  // namespace baton::rpc
