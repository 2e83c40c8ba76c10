// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/chain/chain.h"

#include <algorithm>
#include <cstddef>
#include <future>
#include <thread>
#include <utility>

#include "absl/time/time.h"
#include "baton/real_clock.h"

namespace baton::chain {

Chain::Chain(Options options)
    : options_(std::move(options)),
      sites_(SitesOf(options_)),
      tally_(sites_.size(), options_.layers.size()),
      servers_(options_.layers.size()) {}

Chain::~Chain() {
  for (std::unique_ptr<LayerServer>& server : servers_) server.reset();
}

absl::StatusOr<std::unique_ptr<Chain>> Chain::Start(Options options) {
  if (absl::Status status = Complete(options); !status.ok()) return status;
  std::unique_ptr<Chain> chain(new Chain(std::move(options)));
  const std::vector<Layer>& layers = chain->options_.layers;
  for (std::size_t i = layers.size(); i-- > 0;) {
    const Layer& layer = layers[i];
    auto caller = chain->NewCaller(static_cast<int>(i), layer.participation,
                                   layer.caller);
    if (!caller.ok()) return caller.status();
    auto server =
        LayerServer::Start(layer, i, *std::move(caller), &chain->tally_);
    if (!server.ok()) return server.status();
    chain->servers_[i] = *std::move(server);
  }
  auto app = chain->NewCaller(Site::kApp, chain->options_.app_participation,
                              chain->options_.app);
  if (!app.ok()) return app.status();
  chain->app_ = *std::move(app);
  return chain;
}

absl::StatusOr<std::unique_ptr<LayerCaller>> Chain::NewCaller(
    int layer, Participation participation, const Caller& caller) const {
  std::vector<LayerCaller::Target> targets;
  for (std::size_t i = 0; i < sites_.size(); ++i) {
    if (sites_[i].caller != layer) continue;
    const auto callee = static_cast<std::size_t>(sites_[i].callee);
    targets.push_back(
        {servers_[callee]->address(), options_.layers[callee].method, i});
  }
  return LayerCaller::Create(participation, caller, std::move(targets));
}

grpc::Status Chain::Send() {
  const auto end = SystemNow() + absl::ToChronoMilliseconds(options_.timeout);
  std::promise<grpc::Status> response;
  app_->Call(
      0, ++last_request_,
      [end] {
        auto context = std::make_unique<grpc::ClientContext>();
        context->set_deadline(end);
        return context;
      },
      [&response](const grpc::Status& status) { response.set_value(status); });
  grpc::Status status = response.get_future().get();
  tally_.OnResponse(status.error_code());
  return status;
}

void Chain::Send(int requests, int at_once) {
  std::atomic<int> left{requests};
  std::vector<std::thread> users;
  users.reserve(static_cast<std::size_t>(std::max(at_once, 0)));
  for (int i = 0; i < at_once; ++i) {
    users.emplace_back([this, &left] {
      while (--left >= 0) Send();
    });
  }
  for (std::thread& user : users) user.join();
}

void Chain::Set(absl::string_view layer, Behavior behavior) {
  for (std::size_t i = 0; i < servers_.size(); ++i) {
    if (options_.layers[i].name == layer) {
      servers_[i]->Set(std::move(behavior));
      return;
    }
  }
}

Report Chain::TakeReport() { return Judge(options_, tally_.Take()); }

}  // namespace baton::chain
