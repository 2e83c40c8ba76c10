// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/driver/stack.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/time.h"
#include "baton/real_clock.h"
#include "grpcpp/grpcpp.h"

namespace baton::stack {
namespace {

constexpr absl::Duration kControlPatience = absl::Seconds(10);
constexpr char kUnsampled[] =
    "00-00000000000000000000000000000001-0000000000000001-00";

// Returns the server API of a layer. Each API is used at least once.
const char* StyleOf(Layer layer) {
  switch (layer) {
    case ::shop::v1::LAYER_EDGE:
    case ::shop::v1::LAYER_PRICING:
      return "sync";
    case ::shop::v1::LAYER_INVENTORY:
      return "queue";
    default:
      return "callback";
  }
}

}  // namespace

absl::StatusOr<std::unique_ptr<Stack>> Stack::Start(StackOptions options) {
  std::unique_ptr<Stack> stack(new Stack(std::move(options)));
  // Starts at the store, because each service needs the addresses of its
  // callees.
  for (auto layer = std::rbegin(kServices); layer != std::rend(kServices);
       ++layer) {
    const absl::Status added = stack->Add(*layer);
    if (!added.ok()) return added;
  }
  return stack;
}

Stack::~Stack() {
  // Starts at the edge, so that no service calls a callee that has ended.
  for (const Layer layer : kServices) services_.erase(layer);
}

std::vector<Layer> Stack::Below(Layer layer) const {
  if (layer == ::shop::v1::LAYER_STORE) return {};
  if (options_.shape == Shape::kShop) {
    if (layer == ::shop::v1::LAYER_CHECKOUT) {
      return {::shop::v1::LAYER_INVENTORY, ::shop::v1::LAYER_PRICING};
    }
    if (layer == ::shop::v1::LAYER_INVENTORY) {
      return {::shop::v1::LAYER_STORE};
    }
  }
  return {
      *std::next(std::find(std::begin(kServices), std::end(kServices), layer))};
}

absl::Status Stack::Add(Layer layer) {
  const auto in_place = options_.in_place.find(layer);
  if (in_place == options_.in_place.end()) {
    const absl::Status added = AddProcess(layer);
    if (!added.ok()) return added;
  } else {
    auto address = in_place->second(reached_at_.at(Below(layer).at(0)));
    if (!address.ok()) return address.status();
    reached_at_[layer] = *address;
  }
  const auto in_front = options_.in_front.find(layer);
  if (in_front != options_.in_front.end()) {
    auto address = in_front->second(reached_at_.at(layer));
    if (!address.ok()) return address.status();
    reached_at_[layer] = *address;
  }
  return absl::OkStatus();
}

const std::string& Stack::PolicyOf(Layer layer) const {
  const auto own = options_.policy_files.find(layer);
  return own == options_.policy_files.end() ? options_.policy_file
                                            : own->second;
}

absl::Status Stack::AddProcess(Layer layer) {
  auto port = PortLease::Take();
  if (!port.ok()) return port.status();
  auto tally = CallTally::Create();
  if (!tally.ok()) return tally.status();
  std::vector<std::string> next;
  for (const Layer below : Below(layer)) {
    next.push_back(absl::StrCat(NameOf(below), "=", reached_at_.at(below)));
  }
  std::vector<std::string> command = {
      options_.program,
      absl::StrCat("--role=", NameOf(layer)),
      absl::StrCat("--listen=", port->address()),
      absl::StrCat("--next=", absl::StrJoin(next, ",")),
      absl::StrCat("--retries=", FlagOf(options_.mode)),
      absl::StrCat("--loop_timeout=",
                   absl::FormatDuration(options_.loop_timeout)),
      absl::StrCat("--native_backoff=",
                   absl::FormatDuration(options_.native_backoff)),
      absl::StrCat("--quick_reconnect=",
                   options_.quick_reconnect ? "true" : "false"),
      absl::StrCat("--policy=", PolicyOf(layer)),
      absl::StrCat("--otlp_endpoint=", options_.otlp_endpoint),
      absl::StrCat("--style=", StyleOf(layer)),
      absl::StrCat("--seed=", options_.seed),
      absl::StrCat("--payments=", options_.payments_file),
      absl::StrCat("--tally_file=", ServiceProcess::kInherited),
      "--end_with_parent"};
  reached_at_[layer] = port->address();
  if (layer == ::shop::v1::LAYER_STORE) {
    control_ = ::shop::v1::Control::NewStub(grpc::CreateChannel(
        port->address(), grpc::InsecureChannelCredentials()));
  }
  services_.emplace(layer, Service{*std::move(port), *std::move(tally),
                                   std::move(command), nullptr});
  return Restart(layer);
}

absl::Status Stack::SetFaults(const Faults& faults) {
  faults_ = faults;
  grpc::ClientContext context;
  context.set_wait_for_ready(true);
  // An unsampled trace, because this is not a request of a user.
  context.AddMetadata("traceparent", kUnsampled);
  context.set_deadline(SystemNow() + absl::ToChronoSeconds(kControlPatience));
  ::shop::v1::SetFaultsReply reply;
  const grpc::Status status = control_->SetFaults(&context, faults, &reply);
  if (status.ok()) return absl::OkStatus();
  return absl::UnavailableError(absl::StrCat(
      "cannot configure the store's faults: ", status.error_message()));
}

void Stack::Kill(Layer layer) { services_.at(layer).process->Kill(); }

absl::Status Stack::Restart(Layer layer) {
  Service& service = services_.at(layer);
  service.process.reset();
  auto process = ServiceProcess::Start(service.command, service.tally.file());
  if (!process.ok()) return process.status();
  service.process = *std::move(process);
  if (layer != ::shop::v1::LAYER_STORE) return absl::OkStatus();
  return SetFaults(faults_);
}

std::vector<Layer> Stack::counted() const {
  std::vector<Layer> layers;
  for (const auto& [layer, service] : services_) layers.push_back(layer);
  return layers;
}

std::vector<pid_t> Stack::pids() const {
  std::vector<pid_t> pids;
  for (const auto& [layer, service] : services_) {
    pids.push_back(service.process->pid());
  }
  return pids;
}

}  // namespace baton::stack
