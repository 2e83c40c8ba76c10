// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// A separate binary, because it counts every allocation of the process.

#include <atomic>
#include <cstdlib>
#include <new>
#include <string>

#include "absl/strings/str_cat.h"
#include "baton/policy/policy.h"
#include "gtest/gtest.h"

namespace {
std::atomic<long> allocations{0};
}  // namespace

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  std::abort();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace baton::core {
namespace {

TEST(PolicyLookupTest, FindAllocatesNothing) {
  Policy policy;
  for (int i = 0; i < 1000; ++i) {
    policy.SetMethod("shop.v1.Inventory", absl::StrCat("Method", i), {});
  }
  policy.SetService("shop.v1.OrdersOfAVeryLongNameIndeed", {});
  const std::string hit = "/shop.v1.Inventory/Method7";
  const std::string service = "/shop.v1.OrdersOfAVeryLongNameIndeed/Place";
  const std::string miss = "/shop.v1.NobodyHasEverHeardOfThisService/Get";

  const long before = allocations;
  const MethodPolicy* found[] = {&policy.Find(hit), &policy.Find(service),
                                 &policy.Find(miss), &policy.Find("")};
  const long after = allocations;

  EXPECT_EQ(after, before);
  EXPECT_NE(found[0], found[1]);
  EXPECT_EQ(found[2], &policy.everything());
  EXPECT_EQ(found[3], &policy.everything());
}

TEST(PolicyLookupTest, MethodEntryPrecedesServiceEntry) {
  Policy policy;
  MethodPolicy entry;
  entry.retry.max_attempts = 1;
  policy.SetService("a.S", entry);
  entry.retry.max_attempts = 2;
  policy.SetMethod("a.S", "M", entry);
  EXPECT_EQ(policy.Find("/a.S/M").retry.max_attempts, 2);
  EXPECT_EQ(policy.Find("/a.S/Other").retry.max_attempts, 1);
  EXPECT_EQ(policy.Find("/a.Other/M").retry.max_attempts,
            defaults::kMaxAttempts);
}

TEST(PolicyLookupTest, InvalidNamesGetTheDefaultEntry) {
  Policy policy;
  policy.SetService("a.S", {});
  for (const char* name : {"", "/", "a.S", "/a.S", "a.S/M", "//", "/a.SM/"}) {
    EXPECT_EQ(&policy.Find(name), &policy.everything()) << name;
  }
}

}  // namespace
}  // namespace baton::core
