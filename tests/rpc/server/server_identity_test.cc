// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Identification of callers by their certificates, over mutual TLS.

#include <stdlib.h>

#include <fstream>
#include <memory>
#include <mutex>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "baton/policy/policy.h"
#include "baton/policy/policy_source.h"
#include "baton/server.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "grpcpp/security/auth_metadata_processor.h"
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

constexpr char kNewKey[] =
    "openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";

void Run(const std::string& command) {
  EXPECT_EQ(system((command + " 2>/dev/null").c_str()), 0) << command;
}

// A key and a self-signed certificate with these subject alternative names.
Identity NewIdentity(const std::string& name, const std::string& alternative) {
  const std::string base = absl::StrCat(::testing::TempDir(), "/", name);
  Run(absl::StrCat(kNewKey, " -x509 -days 2 -subj /CN=", name,
                   " -addext subjectAltName=", alternative, " -keyout '", base,
                   ".key' -out '", base, ".crt'"));
  return {Read(base + ".key"), Read(base + ".crt")};
}

// A key, and a certificate that the authority with this name has signed.
Identity NewSignedIdentity(const std::string& name,
                           const std::string& alternative,
                           const std::string& authority) {
  const std::string base = absl::StrCat(::testing::TempDir(), "/", name);
  const std::string signer = absl::StrCat(::testing::TempDir(), "/", authority);
  Run(absl::StrCat(kNewKey, " -subj /CN=", name, " -keyout '", base,
                   ".key' -out '", base, ".csr'"));
  std::ofstream(base + ".ext") << "subjectAltName=" << alternative << "\n";
  Run(absl::StrCat("openssl x509 -req -days 2 -in '", base, ".csr' -CA '",
                   signer, ".crt' -CAkey '", signer,
                   ".key' -CAcreateserial -extfile '", base, ".ext' -out '",
                   base, ".crt'"));
  return {Read(base + ".key"), Read(base + ".crt")};
}

constexpr char kGateway[] = "uri:spiffe://shop/gateway";
constexpr char kGatewayNames[] =
    "URI:spiffe://shop/gateway,DNS:gateway.shop,email:gateway@shop";
constexpr auto kVerify =
    GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY;
constexpr auto kDoNotVerify =
    GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_BUT_DONT_VERIFY;

// More than the retry ratio limiter needs before it limits retries.
constexpr int kMany = 50;

// Fails requests with a payload.
class Grants final : public Scripted::Service {
 public:
  grpc::Status Call(grpc::ServerContext*, const CallRequest* request,
                    CallResponse*) override {
    grant = RequestScope::Current().grant();
    if (request->payload().empty()) return grpc::Status::OK;
    return {grpc::StatusCode::UNAVAILABLE, "no"};
  }
  std::optional<int> grant;
};

// [docs]
// Marks the connections of a port.
class InternalPort final : public grpc::AuthMetadataProcessor {
 public:
  static constexpr char kProperty[] = "internal-port";

  bool IsBlocking() const override { return false; }
  // The context belongs to a connection. Its requests arrive on any thread.
  grpc::Status Process(const InputMetadata&, grpc::AuthContext* context,
                       OutputMetadata*, OutputMetadata*) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (context->FindPropertyValues(kProperty).empty()) {
      context->AddProperty(kProperty, "yes");
    }
    return grpc::Status::OK;
  }

 private:
  std::mutex mutex_;
};

bool IsInternal(const grpc::ServerContextBase& context) {
  return !context.auth_context()
              ->FindPropertyValues(InternalPort::kProperty)
              .empty();
}
// [docs]

class IdentityTest : public ::testing::Test {
 protected:
  IdentityTest() {
    options_.inbound_grant.when_absent = 0;
    options_.credentials_verify_clients = true;
    options_.counters = std::make_shared<ServerCounters>();
  }

  // Returns the grant of a request from `caller` for two extra attempts, on a
  // server that trusts `trusted`.
  std::optional<int> GrantOf(const Identity& caller,
                             const std::vector<std::string>& trusted) {
    options_.inbound_grant.trusted_identities = trusted;
    Start();
    const grpc::Status status = Call(caller);
    EXPECT_TRUE(status.ok()) << status.error_message();
    server_->Shutdown();
    return service_.grant;
  }

  void Start() {
    grpc::SslServerCredentialsOptions tls(request_type_);
    tls.pem_key_cert_pairs = {{own_.key, own_.certificate}};
    tls.pem_root_certs = authority_.certificate;
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::SslServerCredentials(tls),
                             &port_);
    const absl::Status installed = InstallServer(&builder, options_);
    EXPECT_TRUE(installed.ok()) << installed;
    builder.RegisterService(&service_);
    server_ = builder.BuildAndStart();
  }

  grpc::Status Call(const Identity& caller, const std::string& payload = "") {
    grpc::SslCredentialsOptions own;
    own.pem_root_certs = own_.certificate;
    own.pem_private_key = caller.key;
    own.pem_cert_chain = caller.certificate;
    const auto stub = Scripted::NewStub(grpc::CreateChannel(
        absl::StrCat("127.0.0.1:", port_), grpc::SslCredentials(own)));
    const auto context = NewContext(kPatience);
    context->AddMetadata("retry-budget", "g=2,n=0,h=1");
    if (!payload.empty()) {
      context->AddMetadata("x-envoy-attempt-count", "2");
    }
    CallResponse response;
    const grpc::Status status =
        stub->Call(context.get(), RequestOf(payload), &response);
    advice_.clear();
    for (const auto& [key, value] : context->GetServerTrailingMetadata()) {
      if (key == "retry-advice") advice_.assign(value.data(), value.size());
    }
    return status;
  }

  // Makes repeated requests of `caller` that fail, until the server limits its
  // retries.
  void FailUntilLimited(const Identity& caller) {
    for (int i = 0; i < kMany; ++i) (void)Call(caller, "fail");
    EXPECT_THAT(advice_, ::testing::HasSubstr("r=no,w=overload"));
  }

  const Identity own_ = NewIdentity("server", "IP:127.0.0.1");
  const Identity authority_ = NewIdentity("authority", "DNS:authority.shop");
  const Identity gateway_ =
      NewSignedIdentity("gateway", kGatewayNames, "authority");
  const Identity stranger_ =
      NewSignedIdentity("stranger", "URI:spiffe://shop/other", "authority");
  // Has signed its own certificate.
  const Identity impostor_ = NewIdentity("impostor", kGatewayNames);
  grpc_ssl_client_certificate_request_type request_type_ = kVerify;
  ServerOptions options_;
  Grants service_;
  std::unique_ptr<grpc::Server> server_;
  int port_ = 0;
  std::string advice_;  // of the latest response
};

TEST_F(IdentityTest, NamedIdentityGetsItsGrant) {
  EXPECT_EQ(GrantOf(gateway_, {"uri:spiffe://shop/batch", kGateway}), 2);
  EXPECT_EQ(GrantOf(gateway_, {"dns:gateway.shop"}), 2);
  EXPECT_EQ(options_.counters->Read().stripped, 0);
}

TEST_F(IdentityTest, ValidCertificateWithUntrustedIdentityGetsNoGrant) {
  EXPECT_EQ(GrantOf(stranger_, {kGateway}), 0);
  EXPECT_EQ(options_.counters->Read().stripped, 1);
}

TEST_F(IdentityTest, IdentitiesAreComparedAsWholeNames) {
  for (const char* near :
       {"uri:spiffe://shop/gatewa", "uri:spiffe://shop/gateway2",
        "uri:spiffe://shop/*", "uri:SPIFFE://SHOP/GATEWAY"}) {
    EXPECT_EQ(GrantOf(gateway_, {near}), 0) << near;
  }
}

TEST_F(IdentityTest, NameOfAnotherTypeIsNoIdentity) {
  for (const char* other :
       {"dns:spiffe://shop/gateway", "uri:gateway.shop", "dns:gateway@shop",
        "uri:gateway@shop", "dns:gateway"}) {
    EXPECT_EQ(GrantOf(gateway_, {other}), 0) << other;
  }
}

TEST_F(IdentityTest, EmptyIdentityListTrustsAllCallers) {
  EXPECT_EQ(GrantOf(stranger_, {}), 2);
}

TEST_F(IdentityTest, VerifyingServerServesNoImpostor) {
  options_.inbound_grant.trusted_identities = {kGateway};
  Start();
  EXPECT_EQ(Call(impostor_).error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_TRUE(Call(gateway_).ok());
  EXPECT_EQ(service_.grant, 2);
}

TEST_F(IdentityTest, IdentitiesWithoutVerifyingCredentialsAreRejected) {
  options_.credentials_verify_clients = false;
  options_.inbound_grant.trusted_identities = {kGateway};
  grpc::ServerBuilder builder;
  const absl::Status status = InstallServer(&builder, options_);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()),
              ::testing::HasSubstr("credentials_verify_clients: must be true"));
}

TEST_F(IdentityTest, BelievedCallerLimitsItsOwnRetriesAlone) {
  options_.inbound_grant.trusted_identities = {kGateway,
                                               "uri:spiffe://shop/other"};
  Start();
  FailUntilLimited(gateway_);
  (void)Call(stranger_, "fail");
  EXPECT_THAT(advice_, ::testing::Not(::testing::HasSubstr("w=overload")));
}

TEST_F(IdentityTest, CallerThatIsNotListedLimitsNoRetries) {
  options_.inbound_grant.trusted_identities = {kGateway};
  Start();
  for (int i = 0; i < kMany; ++i) (void)Call(stranger_, "fail");
  (void)Call(gateway_, "fail");
  EXPECT_THAT(advice_, ::testing::Not(::testing::HasSubstr("w=overload")));
  EXPECT_EQ(options_.counters->Read().advised_against, 0);
}

// InstallServer() cannot see the identities of a later policy.
TEST_F(IdentityTest, ReloadedIdentitiesAreNotBelievedWithoutVerification) {
  const auto source = std::make_shared<PolicySource>(nullptr);
  options_.policy_source = source;
  options_.inbound_grant = {};
  options_.credentials_verify_clients = false;
  request_type_ = kDoNotVerify;
  Start();
  Policy policy;
  InboundGrantOptions& inbound_grant = policy.inbound_grant.emplace();
  inbound_grant.trusted_identities = {kGateway, "dns:gateway.shop"};
  inbound_grant.when_absent = 0;
  source->Replace(std::make_shared<Policy>(policy));
  EXPECT_TRUE(Call(impostor_).ok());
  EXPECT_EQ(service_.grant, 0);
  EXPECT_EQ(options_.counters->Read().stripped, 1);
}

// The section of the policy names no identities. The server then distinguishes
// callers by the identities of its options.
TEST_F(IdentityTest, CallersKeepTheirOwnRetryLimitAfterAReload) {
  const auto source = std::make_shared<PolicySource>(nullptr);
  options_.policy_source = source;
  options_.inbound_grant.trusted_identities = {kGateway,
                                               "uri:spiffe://shop/other"};
  Start();
  Policy policy;
  policy.inbound_grant.emplace().max_grant = 2;
  source->Replace(std::make_shared<Policy>(policy));
  FailUntilLimited(stranger_);
  EXPECT_EQ(Call(gateway_, "fail").error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_THAT(advice_, ::testing::Not(::testing::HasSubstr("w=overload")));
}

// Both ports use TLS with the same certificate.
TEST_F(IdentityTest, MarkedTlsPortHasItsOwnTrust) {
  options_.inbound_grant = {};
  options_.trusts_connection = IsInternal;
  grpc::SslServerCredentialsOptions tls;
  tls.pem_key_cert_pairs = {{own_.key, own_.certificate}};
  const auto internal = grpc::SslServerCredentials(tls);
  internal->SetAuthMetadataProcessor(std::make_shared<InternalPort>());
  int internal_port = 0;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", internal, &internal_port);
  builder.AddListeningPort("127.0.0.1:0", grpc::SslServerCredentials(tls),
                           &port_);
  ASSERT_TRUE(InstallServer(&builder, options_).ok());
  builder.RegisterService(&service_);
  server_ = builder.BuildAndStart();
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(Call(stranger_).ok());
    EXPECT_EQ(service_.grant, std::nullopt);
  }
  EXPECT_EQ(options_.counters->Read().stripped, 3);
  port_ = internal_port;
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(Call(stranger_).ok());
    EXPECT_EQ(service_.grant, 2);
  }
}

}  // namespace
}  // namespace baton
