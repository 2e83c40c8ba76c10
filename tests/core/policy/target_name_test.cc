// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/policy/target_name.h"

#include "gtest/gtest.h"

namespace baton::core {
namespace {

TEST(TargetNameTest, NameWithoutSchemeIsADnsName) {
  for (const char* target :
       {"", "shop", "shop:443", "127.0.0.1:443", "[::1]:443", "::1",
        "shop.example.com:50051", "localhost:0", "dns:443", "/path"}) {
    EXPECT_EQ(SchemeOf(target), "dns") << target;
  }
}

TEST(TargetNameTest, SchemeEndsAtTheColon) {
  EXPECT_EQ(SchemeOf("dns:///shop:443"), "dns");
  EXPECT_EQ(SchemeOf("dns:shop:443"), "dns");
  EXPECT_EQ(SchemeOf("ipv4:127.0.0.1:443,127.0.0.2:443"), "ipv4");
  EXPECT_EQ(SchemeOf("unix:/tmp/socket"), "unix");
  EXPECT_EQ(SchemeOf("unix-abstract:name"), "unix-abstract");
  EXPECT_EQ(SchemeOf("vsock:2:443"), "vsock");
  EXPECT_EQ(SchemeOf("xds:///shop"), "xds");
  EXPECT_EQ(SchemeOf("xds:shop"), "xds");
  EXPECT_EQ(SchemeOf("google-c2p:///shop"), "google-c2p");
  EXPECT_EQ(SchemeOf("consul://agent/shop"), "consul");
}

TEST(TargetNameTest, FormsOfOneDnsNameAreOneTarget) {
  EXPECT_EQ(CanonicalTarget("a:443"), "a:443");
  EXPECT_EQ(CanonicalTarget("dns:a:443"), "a:443");
  EXPECT_EQ(CanonicalTarget("dns:///a:443"), "a:443");
  EXPECT_EQ(CanonicalTarget("dns:///[::1]:443"), "[::1]:443");
}

TEST(TargetNameTest, OtherTargetsStayApart) {
  for (const char* target :
       {"dns://8.8.8.8/a:443", "dns:443", "xds:///a:443", "unix:/tmp/socket",
        "ipv4:127.0.0.1:443", "127.0.0.1:443"}) {
    EXPECT_EQ(CanonicalTarget(target), target);
  }
}

TEST(TargetNameTest, ResolversWithoutRetryPolicyKeepTransparentRetries) {
  for (const char* target :
       {"shop:443", "dns:///shop:443", "ipv4:127.0.0.1:443", "ipv6:[::1]:443",
        "unix:/tmp/socket", "unix-abstract:name", "vsock:2:443"}) {
    EXPECT_EQ(EffectiveCoreRetries(target, CoreRetries::kTransparentOnly),
              CoreRetries::kTransparentOnly)
        << target;
  }
}

TEST(TargetNameTest, ResolversThatMaySupplyRetryPolicyCountAsUnchanged) {
  for (const char* target : {"xds:///shop", "xds:shop", "google-c2p:///shop",
                             "consul://a/shop", "shop:https"}) {
    EXPECT_EQ(EffectiveCoreRetries(target, CoreRetries::kTransparentOnly),
              CoreRetries::kUnchanged)
        << target;
  }
}

TEST(TargetNameTest, DisabledCoreRetriesStayDisabledForEveryScheme) {
  for (const char* target : {"shop:443", "xds:///shop"}) {
    EXPECT_EQ(EffectiveCoreRetries(target, CoreRetries::kOff),
              CoreRetries::kOff);
    EXPECT_EQ(EffectiveCoreRetries(target, CoreRetries::kUnchanged),
              CoreRetries::kUnchanged);
  }
}

}  // namespace
}  // namespace baton::core
