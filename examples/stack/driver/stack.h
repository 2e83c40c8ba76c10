// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_DRIVER_STACK_H_
#define BATON_EXAMPLES_STACK_DRIVER_STACK_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "baton/telemetry_interface.h"
#include "examples/stack/driver/port_lease.h"
#include "examples/stack/driver/service_process.h"
#include "examples/stack/shop/call_tally.h"
#include "examples/stack/shop/layers.h"
#include "examples/stack/shop/retry_mode.h"
#include "examples/stack/shop/shop.grpc.pb.h"

namespace baton::stack {

using ::shop::v1::Weather;

// Who calls whom.
enum class Shape {
  kChain,  // edge, checkout, inventory, pricing, store: each the next
  kShop,   // the checkout asks inventory and pricing, which both ask the store
};

struct StackOptions {
  // Something that listens in front of or in place of a service: is given the
  // address that it is to call, and gives the one that is to be called.
  using Hop =
      std::function<absl::StatusOr<std::string>(const std::string& address)>;

  RetryMode mode = RetryMode::kBaton;
  Shape shape = Shape::kChain;
  // The program of //examples/stack/shop.
  std::string program;
  // For kLoop: what each attempt is given.
  absl::Duration loop_timeout = kLoopTimeout;
  // For kNative: what it waits at first.
  absl::Duration native_backoff = kNativeBackoff;
  // For kBaton; empty: the defaults.
  std::string policy_file;
  // For kBaton: where the services send their spans; empty: nowhere. And who
  // watches the calls of their users; null: nobody does.
  std::string otlp_endpoint;
  std::shared_ptr<Telemetry> app_telemetry;
  // Of the store's faults. With this one, of the first hundreds of requests
  // about as many succeed in three attempts as should on average.
  uint64_t seed = 155;
  // E.g. a proxy in front of a service, called with the address of that.
  std::map<Layer, Hop> in_front;
  // E.g. a service in another language, called with the address of the service
  // below. Not for the store, nor for a checkout with two below it.
  std::map<Layer, Hop> in_place;
};

// The five services of the shop, as processes. Not thread-safe.
class Stack {
 public:
  static absl::StatusOr<std::unique_ptr<Stack>> Start(StackOptions options);

  // Ends all of them.
  ~Stack();

  const StackOptions& options() const { return options_; }
  // Where the edge is called.
  const std::string& address() const { return reached_at_.at(kServices[0]); }

  absl::Status SetWeather(const Weather& weather);

  // Kills one as kill -9 does; brings it back where it was, with the weather
  // that it had.
  void Kill(Layer layer);
  absl::Status Restart(Layer layer);

  // What a service was called with since the start, over all its lives.
  const CallTally& tally(Layer layer) const {
    return services_.at(layer).tally;
  }
  // The services that count: all but those that something is in place of.
  std::vector<Layer> counted() const;
  std::vector<pid_t> pids() const;

 private:
  struct Service {
    PortLease port;
    CallTally tally;
    std::vector<std::string> command;
    std::unique_ptr<ServiceProcess> process;
  };

  explicit Stack(StackOptions options) : options_(std::move(options)) {}

  std::vector<Layer> Below(Layer layer) const;
  absl::Status Add(Layer layer);
  absl::Status AddProcess(Layer layer);

  const StackOptions options_;
  std::map<Layer, Service> services_;
  std::map<Layer, std::string> reached_at_;
  Weather weather_;
  std::unique_ptr<::shop::v1::Control::Stub> control_;
};

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_DRIVER_STACK_H_
