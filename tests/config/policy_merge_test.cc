// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/config/policy_merge.h"

#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"

namespace baton::config {
namespace {

v1::MethodPolicy Entry(const char* text) {
  v1::MethodPolicy entry;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &entry));
  return entry;
}

struct Row {
  const char* outer;
  const char* inner;
  const char* merged;
};

class MergeTable : public ::testing::TestWithParam<Row> {};

TEST_P(MergeTable, InnerEntryReplacesTheFieldsThatItSets) {
  v1::MethodPolicy merged = Entry(GetParam().outer);
  MergeEntry(Entry(GetParam().inner), merged);
  EXPECT_EQ(merged.DebugString(), Entry(GetParam().merged).DebugString());
}

INSTANTIATE_TEST_SUITE_P(
    Fields, MergeTable,
    ::testing::Values(
        Row{"mode: OBSERVE", "", "mode: OBSERVE"},
        Row{"mode: OBSERVE", "mode: ENFORCE", "mode: ENFORCE"},
        Row{"retry { max_attempts: 4 edge_grant: 3 }",
            "retry { edge_grant: 0 }",
            "retry { max_attempts: 4 edge_grant: 0 }"},
        Row{"retry { backoff { initial: '1s' } }",
            "retry { backoff { max: '9s' } }",
            "retry { backoff { initial: '1s' max: '9s' } }"},
        // A list replaces a list.
        Row{"retry { classifier { retryable_codes: [ABORTED, INTERNAL] } }",
            "retry { classifier { retryable_codes: UNAVAILABLE } }",
            "retry { classifier { retryable_codes: UNAVAILABLE } }"},
        // An owner is one value.
        Row{"retry { owner { mode: SPLIT kept_grant: 2 } }",
            "retry { owner { mode: KEEP } }", "retry { owner { mode: KEEP } }"},
        // Names are not merged.
        Row{"name { service: 'a' }", "name { service: 'b' }",
            "name { service: 'a' }"}));

TEST(PolicyMergeTest, SetsFieldFindsFieldsOfNestedMessages) {
  const v1::MethodPolicy entry = Entry(
      "retry { owner { mode: KEEP } backoff { max: '1s' } classifier { "
      "rules { reason: 'X' } } }");
  EXPECT_TRUE(SetsField(entry, "retry.backoff.max"));
  EXPECT_FALSE(SetsField(entry, "retry.backoff.initial"));
  EXPECT_TRUE(SetsField(entry, "retry.owner.kept_grant"));
  EXPECT_TRUE(SetsField(entry, "retry.classifier.rules[0].reason"));
  EXPECT_FALSE(SetsField(entry, "hedge.delay"));
  EXPECT_FALSE(SetsField(entry, "no.such.field"));
}

}  // namespace
}  // namespace baton::config
