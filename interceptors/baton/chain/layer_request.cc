// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/chain/layer_request.h"

#include <utility>

#include "baton/chain/loopback_socket.h"
#include "baton/chain/lost_trailers.h"
#include "baton/server.h"

namespace baton::chain {
namespace {

constexpr char kBudgetKey[] = "retry-budget";

using Message = grpc::SerializationTraits<testing::v1::ChainCall>;

std::multimap<std::string, std::string> MetadataOf(
    const grpc::ServerContextBase& context) {
  std::multimap<std::string, std::string> metadata;
  for (const auto& [key, value] : context.client_metadata()) {
    metadata.emplace(std::string(key.data(), key.size()),
                     std::string(value.data(), value.size()));
  }
  return metadata;
}

}  // namespace

LayerRequest* LayerRequest::New(LayerState& layer,
                                grpc::GenericCallbackServerContext& context) {
  std::shared_ptr<LayerRequest> request(new LayerRequest(layer, context));
  {
    const MutexLock lock(request->mutex_);
    request->self_ = request;
  }
  request->StartRead(&request->bytes_);
  return request.get();
}

void LayerRequest::OnReadDone(bool ok) {
  if (!ok || !Message::Deserialize(&bytes_, &call_).ok() || call_.site() == 0) {
    return Finish({grpc::StatusCode::INVALID_ARGUMENT,
                   "request is not a ChainCall message"});
  }
  Begin();
}

void LayerRequest::OnCancel() {
  bool hanging = false;
  {
    const MutexLock lock(mutex_);
    cancelled_ = true;
    hanging = std::exchange(hanging_, false);
  }
  if (hanging) Finish(grpc::Status::CANCELLED);
}

// Calls that have ended may still hold a reference for a moment. gRPC orders
// all earlier accesses, but ThreadSanitizer does not see this.
void LayerRequest::OnDone() {
  MutexLock lock(mutex_);
  const std::shared_ptr<LayerRequest> self = std::move(self_);
  lock.Unlock();
}

void LayerRequest::Begin() {
  Arrival arrival;
  arrival.request = call_.request();
  arrival.metadata = MetadataOf(context_);
  const auto budget = arrival.metadata.find(kBudgetKey);
  const bool has_budget_header = budget != arrival.metadata.end();
  if (has_budget_header) budget_ = budget->second;
  arrival.call =
      layer_.Count(call_.request(), call_.site() - 1, has_budget_header);
  fault_ = layer_.FaultFor(arrival);
  const bool makes_calls = fault_.none() || fault_.after_calls;
  if (!makes_calls || layer_.caller().size() == 0) return End();
  if (layer_.calls_at_once()) return CallAll();
  CallOne(0);
}

void LayerRequest::CallOne(std::size_t target) {
  {
    const MutexLock lock(mutex_);
    open_ = 1;
  }
  const auto self = shared_from_this();
  layer_.caller().Call(
      target, call_.request(), [self] { return self->NewContext(); },
      [self, target](const grpc::Status& status) {
        self->OnCallEnd(target, status);
      });
}

void LayerRequest::CallAll() {
  const std::size_t targets = layer_.caller().size();
  {
    const MutexLock lock(mutex_);
    open_ = targets;
  }
  const auto self = shared_from_this();
  for (std::size_t target = 0; target < targets; ++target) {
    layer_.caller().Call(
        target, call_.request(), [self] { return self->NewContext(); },
        [self, targets](const grpc::Status& status) {
          self->OnCallEnd(targets - 1, status);
        });
  }
}

// All targets up to `target` have been called, or will be.
void LayerRequest::OnCallEnd(std::size_t target, const grpc::Status& status) {
  bool failed = false;
  {
    const MutexLock lock(mutex_);
    if (status_.ok()) status_ = status;
    if (--open_ > 0) return;
    failed = !status_.ok();
  }
  if (failed || target + 1 == layer_.caller().size()) return End();
  CallOne(target + 1);
}

void LayerRequest::End() {
  if (fault_.end == Fault::End::kHang) {
    MutexLock lock(mutex_);
    hanging_ = !cancelled_;
    if (hanging_) return;
    lock.Unlock();
    return Finish(grpc::Status::CANCELLED);
  }
  if (fault_.end == Fault::End::kCrash) {
    CutLoopbackConnection(context_.peer());
    return Finish({grpc::StatusCode::UNAVAILABLE, "crashed"});
  }
  const RequestScope scope = RequestScope::From(&context_);
  if (fault_.do_not_retry) scope.DoNotRetry();
  if (fault_.retry_after.has_value()) scope.RetryAfter(*fault_.retry_after);
  if (fault_.loses_trailers) {
    context_.AddTrailingMetadata(kLoseTrailersKey, "1");
  }
  MutexLock lock(mutex_);
  const grpc::Status status = fault_.status.ok() ? status_ : fault_.status;
  lock.Unlock();
  Respond(status);
}

void LayerRequest::Respond(const grpc::Status& status) {
  if (!status.ok()) return Finish(status);
  bool own_buffer = false;
  bytes_.Clear();
  const grpc::Status serialized =
      Message::Serialize(call_, &bytes_, &own_buffer);
  if (!serialized.ok()) return Finish(serialized);
  StartWriteAndFinish(&bytes_, grpc::WriteOptions(), status);
}

std::unique_ptr<grpc::ClientContext> LayerRequest::NewContext() const {
  if (layer_.participation() == Participation::kBaton) {
    return RequestScope::From(&context_).NewClientContext();
  }
  auto context = grpc::ClientContext::FromCallbackServerContext(context_);
  if (layer_.participation() == Participation::kCopiesHeader &&
      !budget_.empty()) {
    context->AddMetadata(kBudgetKey, budget_);
  }
  return context;
}

}  // namespace baton::chain
