// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Runs the shop with foreign hops: a proxy in front of a service, or a service
// on grpc-js. Checks the load at the store, and the amplification bound in each
// part of the stack.

#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "baton/real_clock.h"
#include "examples/stack/driver/interruption.h"
#include "examples/stack/driver/request_log.h"
#include "gtest/gtest.h"
#include "tests/e2e/peers/peer_process.h"
#include "tests/e2e/proxies/proxy_process.h"
#include "tests/e2e/stack/shop_setup.h"

namespace baton {
namespace {

using stack::Layer;
using stack::StackOptions;

constexpr double kRequestsPerSecond = 60;
constexpr absl::Duration kAllTheTimeItTakes = absl::Seconds(30);
constexpr Layer kCheckout = ::shop::v1::LAYER_CHECKOUT;
constexpr Layer kInventory = ::shop::v1::LAYER_INVENTORY;
constexpr Layer kPricing = ::shop::v1::LAYER_PRICING;
constexpr Layer kStore = ::shop::v1::LAYER_STORE;
constexpr char kWithoutBreakers[] =
    "tests/e2e/stack/without_breakers.textproto";
constexpr char kObserves[] = "tests/e2e/stack/observe.textproto";

// The foreign hops, by the mode of shop_hop.js, or "nginx".
struct Hops {
  std::string name;
  std::map<Layer, std::string> in_front;
  std::map<Layer, std::string> in_place;
  std::string policy;  // of the shop's services; empty: the defaults
  // The calls at the store for one request while all of them fail, and the
  // maximum of one call site.
  int at_store = 3;
  int call_site = 3;
  std::map<Layer, std::string> policies = {};  // of single services
};

std::ostream& operator<<(std::ostream& out, const Hops& hops) {
  return out << hops.name;
}

std::vector<Hops> AllHops() {
  std::vector<Hops> all;
  all.push_back({"Nginx", {{kPricing, "nginx"}}, {}, "", 3, 3});
  all.push_back(
      {"NginxTwice", {{kCheckout, "nginx"}, {kStore, "nginx"}}, {}, "", 3, 3});
  all.push_back({"TakesPart", {}, {{kInventory, "participates"}}, "", 3, 3});
  all.push_back({"Copies", {}, {{kInventory, "copies"}}, "", 3, 3});
  // Pricing does not see the application's grant. It creates a new grant for
  // each of the three calls that it receives. Retry breakers would stop the
  // retries after seven calls.
  all.push_back({"Drops", {}, {{kInventory, "drops"}}, kWithoutBreakers, 9, 9});
  // With when_absent 0, a request without a header gets no grant.
  all.push_back({"DropsWhereAbsentIsZero",
                 {},
                 {{kInventory, "drops"}},
                 "tests/e2e/stack/absent_is_zero.textproto",
                 3,
                 3});
  all.push_back({"OneOfEach",
                 {{kPricing, "nginx"}},
                 {{kCheckout, "copies"}, {kInventory, "drops"}},
                 kWithoutBreakers,
                 9,
                 9});
  // A service that only observes passes the grant on. If it dropped the header,
  // the store would get nine calls.
  for (const Layer layer :
       {::shop::v1::LAYER_EDGE, kCheckout, kInventory, kPricing}) {
    Hops hops;
    hops.name = "Observes" + std::to_string(layer);
    hops.policy = kWithoutBreakers;
    hops.policies[layer] = kObserves;
    all.push_back(hops);
  }
  return all;
}

class HopsTest : public ::testing::TestWithParam<Hops> {
 protected:
  void SetUp() override {
    StackOptions options = ShopOptions(stack::RetryMode::kBaton);
    options.policy_file = GetParam().policy;
    options.policy_files = GetParam().policies;
    for (const auto& [layer, manner] : GetParam().in_front) {
      options.in_front[layer] = [this](const std::string& address) {
        return Keep(StartNginx(address));
      };
    }
    for (const auto& [layer, manner] : GetParam().in_place) {
      options.in_place[layer] = [this, layer = layer,
                                 manner = manner](const std::string& next) {
        return Keep(StartHop(layer, next, manner));
      };
    }
    setup_ = OpenShop(options);
    ASSERT_NE(setup_, nullptr);
  }

  void SetFailRatio(double ratio) {
    stack::Faults faults;
    faults.set_fail_ratio(ratio);
    ASSERT_TRUE(setup_->stack().SetFaults(faults).ok());
  }

  // Must outlive the stack, which calls them.
  std::vector<std::unique_ptr<PeerProcess>> hops_;
  stack::Interruption interruption_;
  std::unique_ptr<stack::Setup> setup_;

 private:
  static std::unique_ptr<PeerProcess> StartHop(Layer layer,
                                               const std::string& next,
                                               const std::string& manner) {
    const bool checkout = layer == kCheckout;
    return std::make_unique<PeerProcess>(std::vector<std::string>{
        "node", "tests/e2e/hops/shop_hop.js",
        "examples/stack/shop/shop_proto-descriptor-set.proto.bin",
        checkout ? "Checkout" : "Inventory", checkout ? "Inventory" : "Pricing",
        next, manner});
  }

  absl::StatusOr<std::string> Keep(std::unique_ptr<PeerProcess> hop) {
    std::string address = hop->address();
    hops_.push_back(std::move(hop));
    if (address.empty()) return absl::UnavailableError("no hop");
    return address;
  }
};

INSTANTIATE_TEST_SUITE_P(Every, HopsTest, ::testing::ValuesIn(AllHops()),
                         [](const auto& hops) { return hops.param.name; });

TEST_P(HopsTest, OneRequestToADeadStoreMakesThreeCalls) {
  SetFailRatio(1);
  EXPECT_FALSE(setup_->Get(1, kAllTheTimeItTakes).ok());
  EXPECT_EQ(setup_->stack().tally(kStore).Calls(1), GetParam().at_store);
}

TEST_P(HopsTest, AmplificationBoundHoldsUnderLoad) {
  SetFailRatio(0.3);
  const auto load = setup_->StartLoad(kRequestsPerSecond);
  interruption_.WaitUntil(RealClock().Now() + absl::Seconds(2));
  const stack::RequestLog log = setup_->Finish(load.get());
  EXPECT_GT(log.requests.size(), 50u);
  EXPECT_EQ(log.Hanging(), 0);
  EXPECT_LE(setup_->WorstCallSite(log), GetParam().call_site);
  // There were retries, and some succeeded.
  EXPECT_GT(setup_->WorstCallSite(log), 1);
  const auto stats =
      log.Window(MonotonicTime(), MonotonicTime::InfiniteFuture(),
                 setup_->stack().tally(kStore));
  EXPECT_GT(stats.Success(), 0.8);
}

}  // namespace
}  // namespace baton
