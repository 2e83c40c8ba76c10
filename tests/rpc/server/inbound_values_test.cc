// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Sends thousands of header values, most of them hostile, to a real server. No
// request gets a grant above the listener's maximum or above its own value.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <iostream>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "baton/server.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/middle_server.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/largest_said.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

constexpr int kLimit = 3;
constexpr int kValues = 4000;

class Values {
 public:
  // Returns the values for one key: mostly one, sometimes several.
  std::vector<std::string> Draw() {
    std::vector<std::string> values(Below(8) == 0 ? 1 + Below(10) : 1);
    for (std::string& value : values) value = DrawOne();
    return values;
  }
  std::size_t Below(std::size_t end) {
    return std::uniform_int_distribution<std::size_t>(0, end - 1)(random_);
  }

 private:
  std::string DrawOne() {
    static const char* const kSeeds[] = {
        "g=2,n=0,h=1", "g=9,n=9,h=15", "g=0",  "g=3,n=1,h=2,k=r,w=timeout",
        "g=2,h=14",    "g=9,g=9",      "",     "g=9999999999999999999999",
        "g=-1",        "g=0x9",        "g=+9", "r=no,w=exhausted,u=2"};
    std::string value = kSeeds[Below(std::size(kSeeds))];
    for (std::size_t changes = Below(6); changes > 0; --changes) {
      const std::size_t at = Below(value.size() + 1);
      switch (Below(4)) {
        case 0:
          value.insert(at, 1, Visible());
          break;
        case 1:
          if (at < value.size()) value[at] = Visible();
          break;
        case 2:
          if (at < value.size()) value.erase(at, 1 + Below(4));
          break;
        default:
          value.insert(at, kSeeds[Below(std::size(kSeeds))]);
          break;
      }
    }
    return value;
  }
  // gRPC itself does not send other characters.
  char Visible() {
    constexpr char kOften[] = "g=9,0123nhkrw ";
    return Below(2) == 0 ? kOften[Below(std::size(kOften) - 1)]
                         : static_cast<char>(' ' + Below(95));
  }

  std::mt19937_64 random_{1};
};

TEST(InboundValuesTest, NoHeaderValueRaisesALimit) {
  ServerOptions options;
  options.inbound_grant.max_grant = kLimit;
  options.counters = std::make_shared<ServerCounters>();
  std::atomic<int> granted{-1};
  MiddleServer server(
      [&granted](grpc::ServerContext&) {
        granted = RequestScope::Current().grant().value_or(-1);
        return grpc::Status::OK;
      },
      options);
  const auto channel = server.NewChannel();
  Values values;
  int largest = 0;
  int with_some = 0;
  for (int i = 0; i < kValues; ++i) {
    const std::vector<std::string> drawn = values.Draw();
    const auto context = NewContext(kPatience);
    for (const std::string& value : drawn) {
      context->AddMetadata("retry-budget", value);
    }
    const bool repeated = values.Below(16) == 0;
    if (repeated) {
      context->AddMetadata("x-envoy-attempt-count", values.Draw().front());
    }
    granted = -1;
    ASSERT_TRUE(
        MakeUnaryCall(UnaryForm::kSync, channel, context, RequestOf("x"))
            .status.ok());
    ASSERT_GE(granted, 0) << "taken for absent: "
                          << ::testing::PrintToString(drawn);
    ASSERT_LE(granted, std::min(kLimit, LargestSaid(drawn)))
        << ::testing::PrintToString(drawn);
    largest = std::max(largest, granted.load());
    if (granted > 0) ++with_some;
  }
  const ServerCounters::Snapshot counted = options.counters->Read();
  EXPECT_EQ(counted.requests, kValues);
  EXPECT_EQ(largest, kLimit);
  // Some values are valid and some are not.
  EXPECT_GT(with_some, kValues / 100);
  EXPECT_GT(counted.malformed, kValues / 100);
  std::cout << kValues << " requests: " << counted.malformed << " malformed, "
            << counted.looped << " looped, " << counted.clamped << " clamped, "
            << counted.hidden_retries << " with hidden retries; " << with_some
            << " were granted something, none more than " << kLimit << "\n";
}

}  // namespace
}  // namespace baton
