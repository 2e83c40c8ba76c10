// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/inbound_grant.h"

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "baton/core/decision/inbound_grant_resolver.h"
#include "baton/policy/inbound_grant_options.h"
#include "baton/retry_budget_header.h"
#include "gtest/gtest.h"

namespace baton::core {
namespace {

using Values = std::vector<absl::string_view>;

InboundGrantOptions Clamping(int max_grant) {
  InboundGrantOptions options;
  options.max_grant = max_grant;
  return options;
}

InboundGrantOptions Stripping() {
  InboundGrantOptions options;
  options.trust = InboundGrantOptions::Trust::kStrip;
  return options;
}

InboundGrant Resolve(const InboundGrantOptions& options, const Values& values,
                     const Values& identities = {}) {
  InboundEvidence evidence;
  evidence.header_values = values;
  evidence.peer_identities = identities;
  return ResolveInboundGrant(options, evidence);
}

// Resolves the header beside counts from another client or proxy.
InboundGrant ResolveBeside(const Values& values,
                           std::optional<absl::string_view> previous_attempts,
                           std::optional<absl::string_view> envoy_count) {
  InboundEvidence evidence;
  evidence.header_values = values;
  evidence.previous_rpc_attempts = previous_attempts;
  evidence.envoy_attempt_count = envoy_count;
  return ResolveInboundGrant(InboundGrantOptions(), evidence);
}

TEST(InboundGrantTest, HeaderOfATrustedCallerCounts) {
  const InboundGrant inbound = Resolve(Clamping(9), {"g=2,n=0,h=3"});
  EXPECT_EQ(inbound.grant, 2);
  EXPECT_EQ(inbound.hop, 3);
  EXPECT_EQ(inbound.verdict, HeaderVerdict::kOk);
  EXPECT_FALSE(inbound.is_retry);
  EXPECT_FALSE(inbound.clamped);
  EXPECT_FALSE(inbound.stripped);
  EXPECT_FALSE(inbound.hidden_retries);
}

TEST(InboundGrantTest, GrantIsClampedAndNeverRaised) {
  for (int max_grant = 0; max_grant <= kMaxGrant; ++max_grant) {
    for (int sent = 0; sent <= kMaxGrant; ++sent) {
      const std::string value = "g=" + std::to_string(sent);
      const InboundGrant inbound = Resolve(Clamping(max_grant), {value});
      EXPECT_EQ(inbound.grant, sent < max_grant ? sent : max_grant);
      EXPECT_EQ(inbound.clamped, sent > max_grant);
    }
  }
}

TEST(InboundGrantTest, WithoutAHeaderThisServerIsTheEdge) {
  const InboundGrant inbound = Resolve(InboundGrantOptions(), {});
  EXPECT_EQ(inbound.grant, std::nullopt);
  EXPECT_EQ(inbound.verdict, HeaderVerdict::kAbsent);
  EXPECT_FALSE(inbound.is_retry);
}

TEST(InboundGrantTest, WhenAbsentSetsTheGrant) {
  InboundGrantOptions options = Clamping(2);
  options.when_absent = 0;
  EXPECT_EQ(Resolve(options, {}).grant, 0);
  options.when_absent = 1;
  EXPECT_EQ(Resolve(options, {}).grant, 1);
  options.when_absent = 5;
  EXPECT_EQ(Resolve(options, {}).grant, 2);
  EXPECT_FALSE(Resolve(options, {}).clamped);  // the caller sent no grant
}

TEST(InboundGrantTest, MalformedHeaderGrantsNothing) {
  InboundGrantOptions options;
  options.when_absent = 2;
  for (const Values& values :
       {Values{""}, Values{"g=ten"}, Values{"g=2", "?"}, Values(9, "g=2")}) {
    const InboundGrant inbound = Resolve(options, values);
    EXPECT_EQ(inbound.grant, 0);
    EXPECT_EQ(inbound.hop, 0);
    EXPECT_EQ(inbound.verdict, HeaderVerdict::kMalformed);
  }
}

TEST(InboundGrantTest, LoopGrantsNothing) {
  const InboundGrant inbound = Resolve(InboundGrantOptions(), {"g=9,h=15"});
  EXPECT_EQ(inbound.grant, 0);
  EXPECT_EQ(inbound.hop, 15);
  EXPECT_EQ(inbound.verdict, HeaderVerdict::kLooped);
}

TEST(InboundGrantTest, RepeatedAttemptIsARetry) {
  EXPECT_TRUE(Resolve(InboundGrantOptions(), {"g=1,n=1"}).is_retry);
  EXPECT_FALSE(Resolve(InboundGrantOptions(), {"g=1,n=0"}).is_retry);
}

TEST(InboundGrantTest, StrippedHeaderCountsAsAbsent) {
  const InboundGrant inbound = Resolve(Stripping(), {"g=9,n=3,h=4"});
  EXPECT_EQ(inbound.grant, std::nullopt);
  EXPECT_EQ(inbound.hop, 0);
  EXPECT_EQ(inbound.verdict, HeaderVerdict::kAbsent);
  EXPECT_TRUE(inbound.stripped);
  EXPECT_FALSE(inbound.is_retry);
  EXPECT_FALSE(Resolve(Stripping(), {}).stripped);
}

TEST(InboundGrantTest, OnlyListedIdentitiesAreTrusted) {
  InboundGrantOptions options;
  options.trusted_identities = {"spiffe://shop/cart", "spiffe://shop/web"};
  EXPECT_EQ(Resolve(options, {"g=2"}, {"spiffe://shop/web"}).grant, 2);
  EXPECT_EQ(Resolve(options, {"g=2"}, {"dns:x", "spiffe://shop/cart"}).grant,
            2);
  for (const Values& identities :
       {Values{}, Values{""}, Values{"spiffe://shop/web2"},
        Values{"spiffe://shop"}, Values{"SPIFFE://SHOP/WEB"}}) {
    const InboundGrant inbound = Resolve(options, {"g=2"}, identities);
    EXPECT_EQ(inbound.grant, std::nullopt);
    EXPECT_TRUE(inbound.stripped);
  }
}

// Anyone can send these values, so they must not count as a retry.
TEST(InboundGrantTest, EvidenceOfAnUntrustedCallerOnlyLowersItsGrant) {
  InboundGrantOptions listed;
  listed.trusted_identities = {"spiffe://shop/web"};
  for (const InboundGrantOptions& options : {Stripping(), listed}) {
    for (const bool from_envoy : {false, true}) {
      InboundEvidence evidence;
      (from_envoy ? evidence.envoy_attempt_count
                  : evidence.previous_rpc_attempts) = "2";
      const InboundGrant inbound = ResolveInboundGrant(options, evidence);
      EXPECT_EQ(inbound.grant, 0);
      EXPECT_TRUE(inbound.hidden_retries);
      EXPECT_FALSE(inbound.trusted);
      EXPECT_FALSE(inbound.is_retry);
    }
  }
}

TEST(InboundGrantTest, TrustedCallerIsTheListedIdentity) {
  InboundGrantOptions options;
  const Values cart = {"dns:x", "spiffe://shop/cart"};
  EXPECT_EQ(TrustedCaller(options, cart), "");
  options.trusted_identities = {"spiffe://shop/web", "spiffe://shop/cart"};
  EXPECT_EQ(TrustedCaller(options, cart), "spiffe://shop/cart");
  EXPECT_EQ(TrustedCaller(options, {}), std::nullopt);
  EXPECT_EQ(TrustedCaller(Stripping(), cart), std::nullopt);
}

TEST(InboundGrantTest, StripTrustsNoIdentity) {
  InboundGrantOptions options = Stripping();
  options.trusted_identities = {"spiffe://shop/web"};
  EXPECT_TRUE(Resolve(options, {"g=2"}, {"spiffe://shop/web"}).stripped);
}

TEST(InboundGrantTest, CallerWithAnUntrustedConnectionIsStripped) {
  const absl::string_view value = "g=2,n=1,h=1";
  InboundEvidence evidence;
  evidence.header_values = absl::MakeSpan(&value, 1);
  evidence.trusted_connection = false;
  const InboundGrant inbound =
      ResolveInboundGrant(InboundGrantOptions(), evidence);
  EXPECT_TRUE(inbound.stripped);
  EXPECT_FALSE(inbound.is_retry);
  EXPECT_EQ(inbound.grant, std::nullopt);
}

TEST(InboundGrantTest, NeitherOfTwoOptionsWeakensTheOther) {
  InboundGrantOptions never = Stripping();
  never.when_absent = 0;
  const InboundGrantOptions all[] = {InboundGrantOptions(), Clamping(0),
                                     Clamping(1), Stripping(), never};
  for (const InboundGrantOptions& first : all) {
    for (const InboundGrantOptions& second : all) {
      for (const Values& values : {Values{}, Values{"g=2,n=1,h=1"}}) {
        InboundEvidence evidence;
        evidence.header_values = values;
        const InboundGrant both = ResolveInboundGrant(first, second, evidence);
        const InboundGrant a = ResolveInboundGrant(first, evidence);
        const InboundGrant b = ResolveInboundGrant(second, evidence);
        EXPECT_EQ(both.trusted, a.trusted && b.trusted);
        EXPECT_EQ(both.is_retry, a.is_retry && b.is_retry);
        EXPECT_EQ(both.stripped, a.stripped || b.stripped);
        for (const InboundGrant& one : {a, b}) {
          // The grant of a header that is not believed does not count.
          if (one.trusted != both.trusted || !one.grant.has_value()) continue;
          ASSERT_TRUE(both.grant.has_value());
          EXPECT_LE(*both.grant, *one.grant);
        }
      }
    }
  }
}

TEST(InboundGrantTest, DefaultMaximumIsTheGrantOfFiveAttempts) {
  EXPECT_EQ(Resolve(InboundGrantOptions(), {"g=9"}).grant, 4);
  EXPECT_TRUE(Resolve(InboundGrantOptions(), {"g=9"}).clamped);
}

TEST(InboundGrantTest, HiddenRetriesGetNoGrant) {
  const std::optional<absl::string_view> none;
  const struct {
    Values header;
    std::optional<absl::string_view> previous_attempts;
    std::optional<absl::string_view> envoy_count;
    bool hidden;
  } kRows[] = {
      {{}, none, none, false},
      {{}, none, "1", false},
      {{}, none, "2", true},
      {{}, "1", none, true},
      {{}, "0", none, false},
      {{"g=2,n=0"}, none, "2", true},
      {{"g=2,n=0"}, "1", none, true},
      // A client with both sends the same count twice.
      {{"g=2,n=1"}, "1", none, false},
      {{"g=2,n=1"}, "2", none, true},
      // Invalid counts allow no extra retries.
      {{"g=2"}, "", none, true},
      {{"g=2"}, "0,1", none, true},
      {{"g=2"}, none, "", true},
      {{"g=2"}, none, "01", true},
      {{"g=2"}, none, "-1", true},
      {{"g=2"}, none, "one", true},
  };
  for (const auto& row : kRows) {
    const InboundGrant inbound =
        ResolveBeside(row.header, row.previous_attempts, row.envoy_count);
    EXPECT_EQ(inbound.hidden_retries, row.hidden)
        << row.previous_attempts.value_or("-") << " "
        << row.envoy_count.value_or("-");
    if (row.hidden) {
      EXPECT_EQ(inbound.grant, 0);
      EXPECT_TRUE(inbound.is_retry);
    }
  }
}

}  // namespace
}  // namespace baton::core
