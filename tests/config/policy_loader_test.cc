// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/policy/policy_loader.h"

#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "baton/config/policy_writer.h"
#include "gmock/gmock.h"
#include "google/protobuf/descriptor.pb.h"
#include "gtest/gtest.h"
#include "tests/config/shop.pb.h"

namespace baton::config {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

constexpr char kGet[] = "/baton.testing.shop.Inventory/Get";

Policy Load(absl::string_view text) {
  const absl::StatusOr<LoadedPolicy> loaded = LoadPolicy(text, "p");
  EXPECT_TRUE(loaded.ok()) << loaded.status();
  return loaded.ok() ? loaded->policy : Policy();
}

// Returns the errors without the line that counts them.
std::vector<std::string> ErrorsOf(absl::string_view text,
                                  const LoadPolicyOptions& options = {}) {
  const absl::StatusOr<LoadedPolicy> loaded = LoadPolicy(text, "p", options);
  if (loaded.ok()) return {};
  std::vector<std::string> lines =
      absl::StrSplit(std::string(loaded.status().message()), '\n');
  lines.erase(lines.begin());
  return lines;
}

std::string Show(const MethodPolicy& policy) {
  return WriteMethodPolicy(policy).DebugString();
}

TEST(PolicyLoaderTest, EmptyPolicyHasTheDefaults) {
  const Policy defaults;
  for (const char* text : {"", "methods { name {} }", "process_budget {}"}) {
    const Policy policy = Load(text);
    EXPECT_EQ(Show(policy.everything()), Show(MethodPolicy())) << text;
    EXPECT_EQ(WriteProcessBudget(policy.process_budget).DebugString(),
              WriteProcessBudget(defaults.process_budget).DebugString());
    EXPECT_FALSE(policy.inbound_grant.has_value());
  }
}

TEST(PolicyLoaderTest, UnlinkedGrantMayBeSetFromZeroToNine) {
  EXPECT_EQ(Load("").everything().retry.unlinked_grant, std::nullopt);
  EXPECT_EQ(Load("methods { name {} retry { unlinked_grant: 0 } }")
                .everything()
                .retry.unlinked_grant,
            0);
  EXPECT_THAT(ErrorsOf("methods { name {} retry { unlinked_grant: 10 } }"),
              ElementsAre("p:1:27: methods[0].retry.unlinked_grant: must be 0 "
                          "to 9, got 10"));
}

TEST(PolicyLoaderTest, InboundGrantIsSetOnlyIfTheFileHasIt) {
  const Policy policy = Load("inbound_grant {}");
  ASSERT_TRUE(policy.inbound_grant.has_value());
  EXPECT_EQ(*policy.inbound_grant, InboundGrantOptions());
  EXPECT_EQ(Load("inbound_grant { trust: STRIP }").inbound_grant->trust,
            InboundGrantOptions::Trust::kStrip);
}

TEST(PolicyLoaderTest, RequestReplayIsSetOnlyIfTheFileHasIt) {
  EXPECT_FALSE(Load("").request_replay.has_value());
  const Policy policy = Load("request_replay { outcome_unknown: RUN_AGAIN }");
  ASSERT_TRUE(policy.request_replay.has_value());
  EXPECT_EQ(policy.request_replay->outcome_unknown, OutcomeUnknown::kRunAgain);
  EXPECT_EQ(policy.request_replay->keep_for, ReplayOptions().keep_for);
  EXPECT_EQ(policy.request_replay->store_failure, StoreFailure::kServeReads);
}

TEST(PolicyLoaderTest, OneLineStopsAllRetries) {
  EXPECT_FALSE(Load("").stop_all_retries);
  EXPECT_TRUE(Load("stop_all_retries: true").stop_all_retries);
}

TEST(PolicyLoaderTest, RequestReplayWithoutATimeIsInvalid) {
  EXPECT_THAT(ErrorsOf("request_replay { keep_for: '0s' }"),
              ElementsAre("p:1:18: request_replay.keep_for: must be positive "
                          "and finite, got 0"));
}

TEST(PolicyLoaderTest, LimitsOfServersAreSetOnlyIfTheFileHasThem) {
  const Policy none = Load("");
  EXPECT_FALSE(none.retry_ratio_limit.has_value());
  EXPECT_FALSE(none.expired_requests.has_value());
  EXPECT_FALSE(none.cancelled_requests.has_value());
  const Policy policy = Load(R"(
    retry_ratio_limit { max_ratio: 1 }
    expired_requests { mode: ENFORCE min_remaining: "5ms" }
    cancelled_requests { mode: OBSERVE })");
  ASSERT_TRUE(policy.retry_ratio_limit.has_value());
  EXPECT_EQ(policy.retry_ratio_limit->max_ratio, 1);
  EXPECT_EQ(policy.retry_ratio_limit->min_requests,
            RetryRatioLimitOptions().min_requests);
  ASSERT_TRUE(policy.expired_requests.has_value());
  EXPECT_EQ(policy.expired_requests->mode, Mode::kEnforce);
  EXPECT_EQ(policy.expired_requests->min_remaining, absl::Milliseconds(5));
  ASSERT_TRUE(policy.cancelled_requests.has_value());
  EXPECT_EQ(policy.cancelled_requests->mode, Mode::kObserve);
}

TEST(PolicyLoaderTest, InvalidLimitsOfServersNameTheirFields) {
  EXPECT_THAT(
      ErrorsOf("retry_ratio_limit { max_ratio: 0 min_requests: 0 } "
               "expired_requests { window: '0s' }"),
      ElementsAre(HasSubstr("retry_ratio_limit.max_ratio: must be above "
                            "0 and at most 1, got 0"),
                  HasSubstr("retry_ratio_limit.min_requests: must be "
                            "at least 1, got 0"),
                  HasSubstr("expired_requests.window: must be positive "
                            "and finite, got 0")));
}

TEST(PolicyLoaderTest, EntriesAreMergedByFieldInAnyOrder) {
  const Policy policy = Load(R"(
    methods { name { service: "a.S" method: "M" } retry { edge_grant: 1 } }
    methods { name {} deadline { default_timeout: "5s" } }
    methods { name { service: "a.S" } deadline { max_timeout: "9s" }
              retry { max_attempts: 4 edge_grant: 3 } }
  )");
  const MethodPolicy& method = policy.Find("/a.S/M");
  EXPECT_EQ(method.deadline.default_timeout, absl::Seconds(5));
  EXPECT_EQ(method.deadline.max_timeout, absl::Seconds(9));
  EXPECT_EQ(method.retry.max_attempts, 4);
  EXPECT_EQ(method.retry.edge_grant, 1);
  EXPECT_EQ(policy.Find("/a.S/Other").retry.edge_grant, 3);
  EXPECT_EQ(policy.Find("/b.S/M").retry.max_attempts, 3);
}

TEST(PolicyLoaderTest, InvalidValueThatEntriesInheritIsReportedOnce) {
  EXPECT_THAT(
      ErrorsOf("methods { name {} retry { max_attempts: 11 } }\n"
               "methods { name { service: 'a.S' } }\n"
               "methods { name { service: 'a.S' method: 'M' } mode: OBSERVE }"),
      ElementsAre("p:1:27: methods[0].retry.max_attempts: must be 1 to 10, got "
                  "11"));
}

TEST(PolicyLoaderTest, ContradictionIsReportedAtItsEntry) {
  EXPECT_THAT(
      ErrorsOf("methods { name {} retry { backoff { initial: '200ms' } } }\n"
               "methods { name { service: 'a.S' } retry { backoff { max: "
               "'100ms' } } }"),
      ElementsAre("p:2:53: methods[1].retry.backoff.max: must be at least "
                  "initial, which is 200ms, got 100ms"));
}

TEST(PolicyLoaderTest, ManyAttemptsNeedAGrantForAllOfThem) {
  EXPECT_THAT(
      ErrorsOf("methods { name {} retry { max_attempts: 7 edge_grant: 6 } }\n"
               "methods { name { service: 'a.S' } retry { edge_grant: 5 } }"),
      ElementsAre("p:2:35: methods[1].retry.max_attempts: must be 1 to 5 "
                  "unless edge_grant is at least max_attempts - 1 (it is 5), "
                  "got 7"));
}

TEST(PolicyLoaderTest, NamesAreChecked) {
  EXPECT_THAT(
      ErrorsOf("methods {}\n"
               "methods { name {} name {} }\n"
               "methods { name { method: 'M' } }\n"
               "methods { name { service: '/a.S/M' } }\n"
               "methods { name { service: 'baton.testing.shop.Inventory' "
               "method: 'Gte' } }"),
      ElementsAre(
          "p:1:9: methods[0]: must have a name; name {} stands for everything",
          "p:2:24: methods[1].name[1]: everything is named twice; first in "
          "methods[1]",
          "p:3:16: methods[2].name[0]: method is set without service; leave "
          "out both to name everything",
          "p:4:16: methods[3].name[0]: must be a full service name and a "
          "method name, such as service: \"shop.v1.Inventory\" method: "
          "\"Get\", got service: \"/a.S/M\" method: \"\"",
          "p:5:16: methods[4].name[0]: service baton.testing.shop.Inventory "
          "has no method Gte; did you mean Get?"));
}

// A name with slashes is invalid, even if it looks like a part of a path.
TEST(PolicyLoaderTest, SlashesInNamesAreErrors) {
  for (const char* const name :
       {"/shop.v1.Inventory", "/", "//", "/a/b", "a/"}) {
    EXPECT_THAT(
        ErrorsOf(absl::StrCat("methods { name { service: '", name, "' } }")),
        ElementsAre(HasSubstr("must be a full service name")))
        << name;
  }
}

TEST(PolicyLoaderTest, ServicesNearALinkedOneAreNoted) {
  const auto loaded = LoadPolicy(
      "methods { name { service: 'baton.testing.shop.Inventroy' } }", "p");
  ASSERT_TRUE(loaded.ok());
  EXPECT_THAT(loaded->notes,
              ElementsAre(HasSubstr("is not linked into this process; did you "
                                    "mean baton.testing.shop.Inventory?")));
}

TEST(PolicyLoaderTest, DescriptorSetsIdempotencyThatThePolicyLeavesUnset) {
  EXPECT_EQ(Load("").Find(kGet).idempotency, Idempotency::kNoSideEffects);
  // The other fields come from the enclosing entry.
  const Policy service = Load(
      "methods { name { service: 'baton.testing.shop.Inventory' } "
      "retry { max_attempts: 2 } }");
  EXPECT_EQ(service.Find(kGet).idempotency, Idempotency::kNoSideEffects);
  EXPECT_EQ(service.Find(kGet).retry.max_attempts, 2);
  // The policy overrides the descriptor, at any level.
  EXPECT_EQ(Load("methods { name {} idempotency: NOT_IDEMPOTENT }")
                .Find(kGet)
                .idempotency,
            Idempotency::kNotIdempotent);
  LoadPolicyOptions none;
  none.descriptors = DescriptorSource::kNone;
  EXPECT_EQ(LoadPolicy("", "p", none)->policy.Find(kGet).idempotency,
            Idempotency::kUnknown);
}

TEST(PolicyLoaderTest, DescriptorAllowsHedgingOfItsMethod) {
  EXPECT_THAT(ErrorsOf("methods { name { service: "
                       "'baton.testing.shop.Inventory' method: 'Get' } "
                       "hedge { max_attempts: 2 } }"),
              SizeIs(0));
  EXPECT_THAT(ErrorsOf("methods { name { service: "
                       "'baton.testing.shop.Inventory' method: 'Reserve' } "
                       "hedge { max_attempts: 2 } }"),
              SizeIs(1));
}

TEST(PolicyLoaderTest, SyntaxErrorsDoNotHideUnknownFields) {
  EXPECT_THAT(ErrorsOf("methods { nam {} }\nmethods {"),
              ElementsAre("p:1:11: methods[0].nam: unknown field; did you "
                          "mean name?",
                          "p:2:10: expected the name of a field, got the end "
                          "of the file"));
}

TEST(PolicyLoaderTest, LargeInputIsRejected) {
  EXPECT_THAT(ErrorsOf(std::string(kMaxPolicyBytes + 1, ' ')),
              ElementsAre("p: must be at most 4194304 bytes, got 4194305"));
}

TEST(PolicyLoaderTest, TenThousandMethodsLoad) {
  std::string text;
  for (int i = 0; i < 10000; ++i) {
    absl::StrAppend(&text, "methods { name { service: 'a.S' method: 'M", i,
                    "' } retry { max_attempts: 2 } }\n");
  }
  EXPECT_EQ(Load(text).Find("/a.S/M9999").retry.max_attempts, 2);
}

class PolicyFileTest : public ::testing::Test {
 protected:
  std::string Write(const std::string& name, const std::string& contents) {
    const std::string path = absl::StrCat(::testing::TempDir(), "/", name);
    std::ofstream(path) << contents;
    return path;
  }
};

TEST_F(PolicyFileTest, ExtensionSelectsTheFormat) {
  EXPECT_TRUE(LoadPolicyFile(Write("a.textproto", "methods {name {}}")).ok());
  EXPECT_TRUE(LoadPolicyFile(Write("a.txtpb", "methods {name {}}")).ok());
  EXPECT_TRUE(
      LoadPolicyFile(Write("a.json", R"({"methods":[{"name":[{}]}]})")).ok());
  EXPECT_THAT(
      std::string(LoadPolicyFile(Write("a.conf", "")).status().message()),
      HasSubstr("must end in .textproto, .txtpb or .json"));
  LoadPolicyOptions text;
  text.format = PolicyFormat::kText;
  EXPECT_TRUE(LoadPolicyFile(Write("a.conf", ""), text).ok());
}

TEST_F(PolicyFileTest, ErrorNamesAMissingFile) {
  const absl::Status missing =
      LoadPolicyFile("no/such/file.textproto").status();
  EXPECT_TRUE(absl::IsNotFound(missing)) << missing;
  EXPECT_THAT(std::string(missing.message()),
              HasSubstr("no/such/file.textproto: cannot be read"));
}

TEST_F(PolicyFileTest, DescriptorSetsAreReadFromAFile) {
  google::protobuf::FileDescriptorSet set;
  testing::shop::Request::descriptor()->file()->CopyTo(set.add_file());
  LoadPolicyOptions options;
  options.descriptors = DescriptorSource::kSet;
  options.descriptor_set_file = Write("shop.pb", set.SerializeAsString());
  EXPECT_EQ(LoadPolicy("", "p", options)->policy.Find(kGet).idempotency,
            Idempotency::kNoSideEffects);
  EXPECT_THAT(
      ErrorsOf("methods { name { service: 'shop.Inventory' } }", options),
      ElementsAre("p:1:16: methods[0].name[0]: unknown service "
                  "shop.Inventory"));
}

}  // namespace
}  // namespace baton::config
