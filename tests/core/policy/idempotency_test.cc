// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/policy/idempotency.h"

#include "gtest/gtest.h"

namespace baton::core {
namespace {

TEST(IdempotencyTest, OnlyDeclaredMethodsAreIdempotent) {
  EXPECT_FALSE(IsIdempotent(Idempotency::kUnknown));
  EXPECT_FALSE(IsIdempotent(Idempotency::kNotIdempotent));
  EXPECT_TRUE(IsIdempotent(Idempotency::kIdempotent));
  EXPECT_TRUE(IsIdempotent(Idempotency::kNoSideEffects));
}

TEST(IdempotencyTest, UnknownDiffersFromNotIdempotent) {
  EXPECT_EQ(ToString(Idempotency::kUnknown), "unknown");
  EXPECT_EQ(ToString(Idempotency::kNotIdempotent), "not_idempotent");
  EXPECT_EQ(ToString(Idempotency::kIdempotent), "idempotent");
  EXPECT_EQ(ToString(Idempotency::kNoSideEffects), "no_side_effects");
}

}  // namespace
}  // namespace baton::core
