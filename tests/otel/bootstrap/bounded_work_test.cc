// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/bootstrap/bounded_work.h"

#include <memory>

#include "absl/time/time.h"
#include "gtest/gtest.h"
#include "tests/support/patience.h"
#include "tests/support/signal.h"

namespace baton::otel {
namespace {

TEST(BoundedWorkTest, NoWorkSucceeds) { EXPECT_TRUE(DoWithin({}, {})); }

TEST(BoundedWorkTest, AllWorkRunsConcurrently) {
  Signal first, second;
  EXPECT_TRUE(DoWithin(kPatience, {[&] {
                                     first.Give();
                                     return second.Await();
                                   },
                                   [&] {
                                     second.Give();
                                     return first.Await();
                                   }}));
}

TEST(BoundedWorkTest, OneFailureIsAFailure) {
  EXPECT_FALSE(
      DoWithin(kPatience, {[] { return true; }, [] { return false; }}));
}

TEST(BoundedWorkTest, SlowWorkContinuesAfterTheTimeout) {
  const auto release = std::make_shared<Signal>();
  const auto done = std::make_shared<Signal>();
  EXPECT_FALSE(DoWithin(absl::Milliseconds(1), {[release, done] {
                          release->Await();
                          done->Give();
                          return true;
                        }}));
  release->Give();
  EXPECT_TRUE(done->Await());
}

}  // namespace
}  // namespace baton::otel
