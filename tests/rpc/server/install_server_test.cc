// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "baton/policy/policy_source.h"
#include "baton/server.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/middle_server.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(InstallServerTest, ErrorNamesEveryInvalidField) {
  ServerOptions options;
  options.inbound_grant.max_grant = 10;
  options.retry_ratio_limit.max_ratio = 0;
  options.retry_ratio_limit.window = absl::InfiniteDuration();
  options.retry_ratio_limit.min_requests = 0;
  options.retry_ratio_limit.min_success_ratio = 1.1;
  options.expired_requests.min_remaining = -absl::Seconds(1);
  options.expired_requests.max_rejected_ratio = 1.5;
  options.expired_requests.window = absl::ZeroDuration();
  ServerInterceptorFactories interceptors;
  interceptors.push_back(nullptr);
  const absl::Status status =
      InstallServer(nullptr, options, std::move(interceptors));
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  for (const char* field :
       {"builder", "inbound_grant.max_grant", "retry_ratio_limit.max_ratio",
        "retry_ratio_limit.window", "retry_ratio_limit.min_requests",
        "retry_ratio_limit.min_success_ratio", "expired_requests.min_remaining",
        "expired_requests.max_rejected_ratio", "expired_requests.window",
        "interceptors"}) {
    EXPECT_THAT(status.message(), HasSubstr(field));
  }
}

// The grant of a request, and the counters after it.
struct Row {
  std::string name;
  std::vector<std::pair<std::string, std::string>> metadata;
  std::optional<int> grant;
  int64_t ServerCounters::Snapshot::*counted;

  friend std::ostream& operator<<(std::ostream& out, const Row& row) {
    return out << row.name;
  }
};

using Snapshot = ServerCounters::Snapshot;

std::vector<Row> Rows() {
  const std::string budget = "retry-budget";
  return {
      {"Absent", {}, std::nullopt, &Snapshot::absent},
      {"Plain", {{budget, "g=1,n=0,h=1"}}, 1, &Snapshot::requests},
      {"Retry", {{budget, "g=1,n=1,h=1,k=r"}}, 1, &Snapshot::retries},
      {"Clamped", {{budget, "g=9,n=0,h=1"}}, 2, &Snapshot::clamped},
      {"Empty", {{budget, ""}}, 0, &Snapshot::malformed},
      {"Garbage", {{budget, "never mind"}}, 0, &Snapshot::malformed},
      {"OutOfRange", {{budget, "g=10,n=0,h=1"}}, 0, &Snapshot::malformed},
      {"TooLong",
       {{budget, "g=1," + std::string(300, 'x')}},
       0,
       &Snapshot::malformed},
      {"Looped", {{budget, "g=2,n=0,h=15"}}, 0, &Snapshot::looped},
      {"Twice",
       {{budget, "g=2,n=0,h=1"}, {budget, "g=1,n=0,h=2"}},
       1,
       &Snapshot::requests},
      {"Joined", {{budget, "g=2,n=0,h=1,g=0,n=0,h=1"}}, 0, &Snapshot::requests},
      {"ProxyRetries",
       {{"x-envoy-attempt-count", "2"}},
       0,
       &Snapshot::hidden_retries},
      {"CoreRetries",
       {{"grpc-previous-rpc-attempts", "1"}},
       0,
       &Snapshot::hidden_retries},
  };
}

class InboundTest : public ::testing::TestWithParam<Row> {};

INSTANTIATE_TEST_SUITE_P(Headers, InboundTest, ::testing::ValuesIn(Rows()),
                         [](const auto& row) { return row.param.name; });

TEST_P(InboundTest, HeaderNeverRaisesTheGrant) {
  ServerOptions options;
  options.inbound_grant.max_grant = 2;
  options.counters = std::make_shared<ServerCounters>();
  std::optional<int> grant = -1;
  MiddleServer server(
      [&grant](grpc::ServerContext&) {
        grant = RequestScope::Current().grant();
        return grpc::Status::OK;
      },
      options);
  const auto context = NewContext(kPatience);
  for (const auto& [key, value] : GetParam().metadata) {
    context->AddMetadata(key, value);
  }
  EXPECT_TRUE(MakeUnaryCall(UnaryForm::kCqFinish, server.NewChannel(), context,
                            RequestOf("x"))
                  .status.ok());
  EXPECT_EQ(grant, GetParam().grant);
  const Snapshot counted = options.counters->Read();
  EXPECT_EQ(counted.requests, 1);
  EXPECT_EQ(counted.*GetParam().counted, 1);
}

TEST(InboundGrantOptionsTest, EachRequestReadsTheCurrentPolicy) {
  Policy policy;
  policy.inbound_grant.emplace();
  policy.inbound_grant->trust = InboundGrantOptions::Trust::kStrip;
  policy.inbound_grant->when_absent = 0;
  const auto source =
      std::make_shared<PolicySource>(std::make_shared<const Policy>(policy));
  ServerOptions options;
  options.policy_source = source;
  std::mutex mutex;
  std::vector<std::optional<int>> grants;
  MiddleServer server(
      [&](grpc::ServerContext&) {
        const std::lock_guard<std::mutex> lock(mutex);
        grants.push_back(RequestScope::Current().grant());
        return grpc::Status::OK;
      },
      options);
  const auto call = [&server] {
    const auto context = NewContext(kPatience);
    context->AddMetadata("retry-budget", "g=2,n=0,h=1");
    EXPECT_TRUE(MakeUnaryCall(UnaryForm::kCqFinish, server.NewChannel(),
                              context, RequestOf("x"))
                    .status.ok());
  };
  call();
  policy.inbound_grant = InboundGrantOptions();
  source->Replace(std::make_shared<const Policy>(policy));
  call();
  const std::lock_guard<std::mutex> lock(mutex);
  EXPECT_THAT(grants, ElementsAre(0, 2));
}

// Peers are not authenticated on an insecure port.
TEST(InboundGrantOptionsTest, OnlyNamedIdentitiesAreTrusted) {
  ServerOptions options;
  options.inbound_grant.trusted_identities = {"uri:spiffe://shop/gateway"};
  options.credentials_verify_clients = true;
  options.inbound_grant.when_absent = 0;
  options.counters = std::make_shared<ServerCounters>();
  MiddleServer server(
      [](grpc::ServerContext&) {
        EXPECT_EQ(RequestScope::Current().grant(), 0);
        return grpc::Status::OK;
      },
      options);
  const auto context = NewContext(kPatience);
  context->AddMetadata("retry-budget", "g=2,n=0,h=1");
  MakeUnaryCall(UnaryForm::kCqFinish, server.NewChannel(), context,
                RequestOf("x"));
  EXPECT_EQ(options.counters->Read().stripped, 1);
}

TEST(RetryRatioLimitTest, ReloadSwitchesTheLimitOff) {
  auto limited = std::make_shared<Policy>();
  RetryRatioLimitOptions& limit = limited->retry_ratio_limit.emplace();
  limit.max_ratio = 0.5;
  limit.min_requests = 2;
  ServerOptions options;
  options.policy_source = std::make_shared<PolicySource>(limited);
  MiddleServer server(
      [](grpc::ServerContext&) {
        return grpc::Status(grpc::StatusCode::UNAVAILABLE, "no");
      },
      options);
  const auto call = [&server] {
    const auto context = NewContext(kPatience);
    context->AddMetadata("retry-budget", "g=1,n=1,h=1,k=r");
    return MakeUnaryCall(UnaryForm::kCqFinish, server.NewChannel(), context,
                         RequestOf("x"))
        .Trailers("retry-advice");
  };
  for (int i = 0; i < 4; ++i) call();
  EXPECT_THAT(call(), ElementsAre(StartsWith("r=no,w=overload")));
  auto unlimited = std::make_shared<Policy>();
  unlimited->retry_ratio_limit.emplace().max_ratio = 1;
  options.policy_source->Replace(unlimited);
  EXPECT_THAT(call(), ElementsAre(StartsWith("r=ok")));
}

TEST(ExpiredRequestsTest, ReloadBeginsToRejectThem) {
  ServerOptions options;
  options.policy_source = std::make_shared<PolicySource>(nullptr);
  MiddleServer server([](grpc::ServerContext&) { return grpc::Status::OK; },
                      options);
  const auto call = [&server] {
    return MakeUnaryCall(UnaryForm::kCqFinish, server.NewChannel(),
                         NewContext(kPatience), RequestOf("x"))
        .status.error_code();
  };
  EXPECT_EQ(call(), grpc::StatusCode::OK);
  auto enforcing = std::make_shared<Policy>();
  ExpiredRequestOptions& expired = enforcing->expired_requests.emplace();
  expired.mode = Mode::kEnforce;
  expired.min_remaining = absl::Hours(1);
  expired.max_rejected_ratio = 1;
  options.policy_source->Replace(enforcing);
  EXPECT_EQ(call(), grpc::StatusCode::DEADLINE_EXCEEDED);
}

TEST(RetryRatioLimitTest, TooManyRetriesAreAdvisedAgainst) {
  ServerOptions options;
  options.retry_ratio_limit.max_ratio = 0.5;
  options.retry_ratio_limit.min_requests = 2;
  options.counters = std::make_shared<ServerCounters>();
  MiddleServer server(
      [](grpc::ServerContext&) {
        return grpc::Status(grpc::StatusCode::UNAVAILABLE, "no");
      },
      options);
  const auto call = [&server](const std::string& budget) {
    const auto context = NewContext(kPatience);
    context->AddMetadata("retry-budget", budget);
    return MakeUnaryCall(UnaryForm::kCqFinish, server.NewChannel(), context,
                         RequestOf("x"))
        .Trailers("retry-advice");
  };
  EXPECT_THAT(call("g=1,n=0,h=1"), ElementsAre("r=ok,u=0,c=d"));
  EXPECT_THAT(call("g=1,n=1,h=1,k=r"), ElementsAre("r=ok,u=0,c=d"));
  EXPECT_THAT(call("g=1,n=1,h=1,k=r"),
              ElementsAre("r=no,w=overload,u=0,c=d,s=server"));
  EXPECT_EQ(options.counters->Read().advised_against, 1);
}

}  // namespace
}  // namespace baton
