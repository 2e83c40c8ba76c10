// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/policy/policy_source.h"

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace baton::core {
namespace {

// Two fields with the same number, so that a mixture is visible.
std::shared_ptr<const Policy> Numbered(int number) {
  Policy policy;
  policy.everything().retry.max_attempts = number;
  policy.inbound_grant.emplace().max_grant = number;
  return std::make_shared<const Policy>(policy);
}

int NumberOf(const Policy& policy) {
  return policy.everything().retry.max_attempts;
}

TEST(PolicySourceTest, NullPolicyMeansDefaults) {
  const PolicySource source(nullptr);
  EXPECT_EQ(source.Current()->everything().retry.max_attempts,
            defaults::kMaxAttempts);
}

TEST(PolicySourceTest, PolicyWithoutInboundGrantKeepsTheCurrentOne) {
  PolicySource source(Numbered(1));
  Policy without;
  without.everything().retry.max_attempts = 2;
  source.Replace(std::make_shared<const Policy>(without));
  EXPECT_EQ(NumberOf(*source.Current()), 2);
  ASSERT_TRUE(source.Current()->inbound_grant.has_value());
  EXPECT_EQ(source.Current()->inbound_grant->max_grant, 1);
  without.inbound_grant = InboundGrantOptions();
  source.Replace(std::make_shared<const Policy>(without));
  EXPECT_EQ(source.Current()->inbound_grant->max_grant,
            InboundGrantOptions().max_grant);
}

TEST(PolicySourceTest, OldSnapshotOutlivesItsReplacement) {
  PolicySource source(Numbered(1));
  const std::shared_ptr<const Policy> old = source.Current();
  source.Replace(Numbered(2));
  EXPECT_EQ(NumberOf(*old), 1);
  EXPECT_EQ(NumberOf(*source.Current()), 2);
}

TEST(PolicySourceTest, ReplacedPolicyIsFreedWithItsLastReader) {
  std::shared_ptr<const Policy> first = Numbered(1);
  const std::weak_ptr<const Policy> watch = first;
  PolicySource source(std::move(first));
  std::shared_ptr<const Policy> reader = source.Current();
  source.Replace(Numbered(2));
  EXPECT_FALSE(watch.expired());
  reader.reset();
  EXPECT_TRUE(watch.expired());
}

TEST(PolicySourceTest, ReadersNeverSeeAnOlderPolicyThanAnyoneBefore) {
  constexpr int kReplacements = 2000;
  constexpr int kReaders = 4;
  PolicySource source(Numbered(0));
  std::atomic<int> newest_seen{0};
  std::atomic<int> violations{0};

  std::vector<std::thread> readers;
  for (int i = 0; i < kReaders; ++i) {
    readers.emplace_back([&] {
      int seen = 0;
      while (seen < kReplacements) {
        const int before = newest_seen.load();
        const std::shared_ptr<const Policy> policy = source.Current();
        seen = NumberOf(*policy);
        if (seen < before || policy->inbound_grant->max_grant != seen) {
          ++violations;
        }
        int newest = newest_seen.load();
        while (newest < seen &&
               !newest_seen.compare_exchange_weak(newest, seen)) {
        }
      }
    });
  }
  for (int number = 1; number <= kReplacements; ++number) {
    source.Replace(Numbered(number));
  }
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(violations, 0);
}

TEST(PolicySourceTest, ReplacementsByManyThreadsDoNotBlockEachOther) {
  constexpr int kWriters = 4;
  PolicySource source(Numbered(0));
  std::vector<std::thread> writers;
  for (int writer = 1; writer <= kWriters; ++writer) {
    writers.emplace_back([&source, writer] {
      for (int i = 0; i < 500; ++i) source.Replace(Numbered(writer));
    });
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_GE(NumberOf(*source.Current()), 1);
}

}  // namespace
}  // namespace baton::core
