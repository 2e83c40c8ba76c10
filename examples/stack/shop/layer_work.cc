// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/shop/layer_work.h"

#include <cstddef>
#include <mutex>
#include <utility>

namespace baton::stack {
namespace {

// The combined result of the simultaneous calls of one request.
struct Gathering {
  std::mutex mutex;
  std::size_t open = 0;  // guarded by mutex
  grpc::Status status;   // guarded by mutex
  GetReply* reply;       // guarded by mutex
  Peer::Done done;
};

}  // namespace

LayerWork::LayerWork(std::vector<std::unique_ptr<Downstream>> below,
                     CallTally* tally)
    : below_(std::move(below)), tally_(tally) {}

grpc::Status LayerWork::Do(const GetRequest& request,
                           const Downstream::NewContext& new_context,
                           GetReply* reply) {
  tally_->Count(request.request_id(), request.caller());
  reply->set_services(1);
  for (const auto& downstream : below_) {
    GetReply part;
    const grpc::Status status =
        downstream->Get(request.request_id(), new_context, &part);
    if (!status.ok()) return status;
    reply->set_services(reply->services() + part.services());
  }
  return grpc::Status::OK;
}

void LayerWork::DoAsync(const GetRequest& request,
                        const Downstream::NewContext& new_context,
                        grpc::CompletionQueue* queue, GetReply* reply,
                        Peer::Done done) {
  tally_->Count(request.request_id(), request.caller());
  reply->set_services(1);
  if (below_.empty()) return done(grpc::Status::OK);
  const auto gathering = std::make_shared<Gathering>();
  gathering->open = below_.size();
  gathering->reply = reply;
  gathering->done = std::move(done);
  const auto on_end = [gathering](const grpc::Status& status,
                                  const GetReply& part) {
    std::unique_lock<std::mutex> lock(gathering->mutex);
    if (gathering->status.ok()) gathering->status = status;
    gathering->reply->set_services(gathering->reply->services() +
                                   part.services());
    if (--gathering->open > 0) return;
    const grpc::Status result = gathering->status;
    lock.unlock();
    gathering->done(result);
  };
  // A copy, because the last call and the request may end before this loop.
  const uint32_t request_id = request.request_id();
  for (const auto& downstream : below_) {
    downstream->GetAsync(request_id, new_context, queue, on_end);
  }
}

}  // namespace baton::stack
