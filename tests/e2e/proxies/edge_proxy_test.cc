// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Tests the configuration of a public edge in docs/threat-model.md.

#include <fstream>
#include <memory>
#include <sstream>

#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/e2e/peers/peer_process.h"
#include "tests/e2e/proxies/proxy_process.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/seen_attempt.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/doc_block.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The fields of W3C, B3 and Jaeger.
constexpr const char* kTraceContext[] = {
    "traceparent",  "tracestate",  "b3",
    "x-b3-traceid", "x-b3-spanid", "x-b3-parentspanid",
    "x-b3-sampled", "x-b3-flags",  "uber-trace-id"};

TEST(EdgeProxyTest, StrangersCannotSendMetadataOfTheTrustDomain) {
  ScriptedServer server;
  server.Add(Answer("hi"));
  const std::unique_ptr<PeerProcess> nginx = StartEdgeNginx(server.address());
  const auto context = NewContext(kPatience);
  context->AddMetadata("retry-budget", "g=9,n=0,h=1");
  context->AddMetadata("grpc-previous-rpc-attempts", "3");
  context->AddMetadata("x-envoy-attempt-count", "3");
  context->AddMetadata("baggage", "tenant=other");
  for (const char* const key : kTraceContext) context->AddMetadata(key, "1");
  context->AddMetadata("x-of-the-application", "kept");
  const auto result = MakeUnaryCall(
      UnaryForm::kSync,
      grpc::CreateChannel(nginx->address(), grpc::InsecureChannelCredentials()),
      context, RequestOf("hello"));
  EXPECT_TRUE(result.status.ok()) << result;
  const SeenAttempt seen = server.AwaitEnd(1);
  EXPECT_THAT(seen.Values("retry-budget"), IsEmpty());
  EXPECT_THAT(seen.Values("grpc-previous-rpc-attempts"), IsEmpty());
  EXPECT_THAT(seen.Values("x-envoy-attempt-count"), IsEmpty());
  EXPECT_THAT(seen.Values("baggage"), IsEmpty());
  for (const char* const key : kTraceContext) {
    EXPECT_THAT(seen.Values(key), IsEmpty()) << key;
  }
  EXPECT_THAT(seen.Values("x-of-the-application"), ElementsAre("kept"));
}

TEST(EdgeProxyTest, PageShowsTheTestedConfiguration) {
  std::ifstream file("tests/e2e/proxies/nginx_edge.conf");
  std::stringstream config;
  config << file.rdbuf();
  EXPECT_THAT(config.str(),
              HasSubstr(DocBlock("docs/threat-model.md", "nginx")));
}

}  // namespace
}  // namespace baton
