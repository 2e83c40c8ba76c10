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

using ::shop::v1::Faults;

// The call graph of the services.
enum class Shape {
  kChain,  // edge, checkout, inventory, pricing, store: each calls the next
  kShop,   // checkout calls inventory and pricing, and both call the store
};

struct StackOptions {
  // Starts a server in front of a service, or in place of it. Takes the address
  // that the server calls, and returns the address of the server.
  using Hop =
      std::function<absl::StatusOr<std::string>(const std::string& address)>;

  RetryMode mode = RetryMode::kBaton;
  Shape shape = Shape::kChain;
  // The program of //examples/stack/shop.
  std::string program;
  // The timeout of each attempt, for kLoop.
  absl::Duration loop_timeout = kLoopTimeout;
  // The initial backoff, for kNative.
  absl::Duration native_backoff = kNativeBackoff;
  // Whether gRPC waits at most half a second before it reconnects. Otherwise
  // gRPC's defaults apply.
  bool quick_reconnect = true;
  // The policy for kBaton. Empty: the defaults.
  std::string policy_file;
  // The policies of single services, in place of `policy_file`.
  std::map<Layer, std::string> policy_files;
  // The file of the store's payments. Empty: the store accepts no payments.
  std::string payments_file;
  // The endpoint for the spans of the services, for kBaton. Empty: no spans.
  // And the telemetry of the users' calls. Null: no telemetry.
  std::string otlp_endpoint;
  std::shared_ptr<Telemetry> app_telemetry;
  // The seed of the store's faults. With this value, the first few hundred
  // requests have about the average success rate with three attempts.
  uint64_t seed = 155;
  // Hops in front of a service, such as proxies. Called with the address of the
  // service.
  std::map<Layer, Hop> in_front;
  // Hops in place of a service, such as services in another language. Called
  // with the address of the callee. Not for the store, and not for a checkout
  // with two callees.
  std::map<Layer, Hop> in_place;
};

// The five services of the shop, each a process. Not thread-safe.
class Stack {
 public:
  static absl::StatusOr<std::unique_ptr<Stack>> Start(StackOptions options);

  // Ends all services.
  ~Stack();

  const StackOptions& options() const { return options_; }
  // The address of the edge.
  const std::string& address() const { return reached_at_.at(kServices[0]); }

  absl::Status SetFaults(const Faults& faults);

  // Kill() kills a service like kill -9. Restart() starts it again at the same
  // address. The store keeps its `Weather`.
  void Kill(Layer layer);
  absl::Status Restart(Layer layer);

  // Returns the calls that a service received since its first start, over all
  // restarts.
  const CallTally& tally(Layer layer) const {
    return services_.at(layer).tally;
  }
  // Returns the services that count their calls: all that are not replaced by
  // `in_place`.
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
  const std::string& PolicyOf(Layer layer) const;

  const StackOptions options_;
  std::map<Layer, Service> services_;
  std::map<Layer, std::string> reached_at_;
  Faults faults_;
  std::unique_ptr<::shop::v1::Control::Stub> control_;
};

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_DRIVER_STACK_H_
