// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Identification of callers by their certificates, over mutual TLS.

#include <stdlib.h>

#include <fstream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "baton/server.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

struct Identity {
  std::string key;
  std::string certificate;
};

std::string Read(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// A key and a self-signed certificate.
Identity NewIdentity(const std::string& name, const std::string& alternative) {
  const std::string base = absl::StrCat(::testing::TempDir(), "/", name);
  const std::string command = absl::StrCat(
      "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1"
      " -nodes -days 2 -subj /CN=",
      name, " -addext subjectAltName=", alternative, " -keyout '", base,
      ".key' -out '", base, ".crt' 2>/dev/null");
  EXPECT_EQ(system(command.c_str()), 0) << command;
  return {Read(base + ".key"), Read(base + ".crt")};
}

constexpr char kGateway[] = "spiffe://shop/gateway";

class Grants final : public Scripted::Service {
 public:
  grpc::Status Call(grpc::ServerContext*, const CallRequest*,
                    CallResponse*) override {
    grant = RequestScope::Current().grant();
    return grpc::Status::OK;
  }
  std::optional<int> grant;
};

class IdentityTest : public ::testing::Test {
 protected:
  // Returns the grant of a request from `caller` for two extra attempts, on a
  // server that trusts `trusted`.
  std::optional<int> GrantOf(const Identity& caller,
                             const std::vector<std::string>& trusted) {
    ServerOptions options;
    options.inbound_grant.trusted_identities = trusted;
    options.inbound_grant.when_absent = 0;
    options.counters = counters_ = std::make_shared<ServerCounters>();
    grpc::SslServerCredentialsOptions tls(
        GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY);
    tls.pem_key_cert_pairs = {{server_.key, server_.certificate}};
    tls.pem_root_certs = gateway_.certificate + stranger_.certificate;
    Grants service;
    int port = 0;
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::SslServerCredentials(tls),
                             &port);
    EXPECT_TRUE(InstallServer(&builder, options).ok());
    builder.RegisterService(&service);
    const auto server = builder.BuildAndStart();

    grpc::SslCredentialsOptions own;
    own.pem_root_certs = server_.certificate;
    own.pem_private_key = caller.key;
    own.pem_cert_chain = caller.certificate;
    const auto stub = Scripted::NewStub(grpc::CreateChannel(
        absl::StrCat("127.0.0.1:", port), grpc::SslCredentials(own)));
    const auto context = NewContext(kPatience);
    context->AddMetadata("retry-budget", "g=2,n=0,h=1");
    CallResponse response;
    const grpc::Status status =
        stub->Call(context.get(), CallRequest(), &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    server->Shutdown();
    return service.grant;
  }

  const Identity server_ = NewIdentity("server", "IP:127.0.0.1");
  const Identity gateway_ =
      NewIdentity("gateway", absl::StrCat("URI:", kGateway));
  const Identity stranger_ = NewIdentity("stranger", "URI:spiffe://shop/other");
  std::shared_ptr<ServerCounters> counters_;
};

TEST_F(IdentityTest, NamedIdentityGetsItsGrant) {
  EXPECT_EQ(GrantOf(gateway_, {"spiffe://shop/batch", kGateway}), 2);
  EXPECT_EQ(counters_->Read().stripped, 0);
}

TEST_F(IdentityTest, ValidCertificateWithUntrustedIdentityGetsNoGrant) {
  EXPECT_EQ(GrantOf(stranger_, {kGateway}), 0);
  EXPECT_EQ(counters_->Read().stripped, 1);
}

TEST_F(IdentityTest, IdentitiesAreComparedAsWholeNames) {
  for (const char* near : {"spiffe://shop/gatewa", "spiffe://shop/gateway2",
                           "spiffe://shop/*", "SPIFFE://SHOP/GATEWAY"}) {
    EXPECT_EQ(GrantOf(gateway_, {near}), 0) << near;
  }
}

TEST_F(IdentityTest, EmptyIdentityListTrustsAllCallers) {
  EXPECT_EQ(GrantOf(stranger_, {}), 2);
}

}  // namespace
}  // namespace baton
