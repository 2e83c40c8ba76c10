// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/grpc/parent_watch.h"

#include <atomic>
#include <thread>
#include <utility>

#include "baton/rpc/runtime/per_process.h"
#include "grpc/grpc_security.h"
#include "grpc/slice.h"
#include "grpc/support/time.h"

namespace baton::rpc {
namespace {

// The type that the tags of the queue point to.
class Tag {
 public:
  virtual void OnComplete() = 0;

 protected:
  ~Tag() = default;
};

// A channel whose calls send nothing, so that it never connects, and the thread
// that receives the ends of its calls.
class ChildChannel {
 public:
  ChildChannel() {
    grpc_init();
    grpc_channel_credentials* const credentials =
        grpc_insecure_credentials_create();
    channel_ = grpc_channel_create("ipv4:127.0.0.1:1", credentials, nullptr);
    grpc_channel_credentials_release(credentials);
    queue_ = grpc_completion_queue_create_for_next(nullptr);
    thread_ = std::thread([queue = queue_] { Poll(queue); });
  }
  // Requires that all child calls have ended.
  ~ChildChannel() {
    grpc_completion_queue_shutdown(queue_);
    thread_.join();
    grpc_completion_queue_destroy(queue_);
    grpc_channel_destroy(channel_);
    grpc_shutdown();
  }

  grpc_call* NewCall(grpc_call* parent) {
    return grpc_channel_create_call(
        channel_, parent, GRPC_PROPAGATE_CANCELLATION, queue_,
        grpc_slice_from_static_string("/baton/ParentWatch"), nullptr,
        gpr_inf_future(GPR_CLOCK_REALTIME), nullptr);
  }

 private:
  static void Poll(grpc_completion_queue* queue) {
    for (;;) {
      const grpc_event event = grpc_completion_queue_next(
          queue, gpr_inf_future(GPR_CLOCK_REALTIME), nullptr);
      if (event.type == GRPC_QUEUE_SHUTDOWN) return;
      if (event.type != GRPC_OP_COMPLETE) continue;
      static_cast<Tag*>(event.tag)->OnComplete();
    }
  }

  grpc_channel* channel_;
  grpc_completion_queue* queue_;
  std::thread thread_;
};

}  // namespace

// A child call of the parent that only waits for its own end. gRPC cancels it
// with the parent.
class ParentWatch::Child final : public Tag {
 public:
  Child(grpc_call* parent, std::function<void()> on_end)
      : on_end_(std::move(on_end)),
        call_(PerProcess<ChildChannel>::Get().NewCall(parent)) {
    grpc_metadata_array_init(&trailing_metadata_);
  }
  ~Child() {
    grpc_call_unref(call_);
    grpc_metadata_array_destroy(&trailing_metadata_);
    grpc_slice_unref(details_);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Keeps `self` until the end of the call.
  static void Start(std::shared_ptr<Child> self) {
    Child& child = *self;
    grpc_op op{};
    op.op = GRPC_OP_RECV_STATUS_ON_CLIENT;
    op.data.recv_status_on_client.trailing_metadata = &child.trailing_metadata_;
    op.data.recv_status_on_client.status = &child.status_;
    op.data.recv_status_on_client.status_details = &child.details_;
    child.self_ = std::move(self);
    Tag* const tag = &child;
    if (grpc_call_start_batch(child.call_, &op, 1, tag, nullptr) !=
        GRPC_CALL_OK) {
      child.self_ = nullptr;
    }
  }

  void OnComplete() override {
    const std::shared_ptr<Child> self = std::move(self_);
    if (!stopped_.exchange(true)) on_end_();
  }

  void Stop() {
    if (!stopped_.exchange(true)) grpc_call_cancel(call_, nullptr);
  }

 private:
  const std::function<void()> on_end_;
  grpc_call* const call_;
  std::atomic<bool> stopped_{false};
  grpc_metadata_array trailing_metadata_;
  grpc_status_code status_ = GRPC_STATUS_OK;
  grpc_slice details_ = grpc_empty_slice();
  std::shared_ptr<Child> self_;
};

void ParentWatch::Start(grpc_call* parent, std::function<void()> on_end) {
  Stop();
  child_ = std::make_shared<Child>(parent, std::move(on_end));
  Child::Start(child_);
}

void ParentWatch::Stop() {
  if (child_ == nullptr) return;
  child_->Stop();
  child_ = nullptr;
}

}  // namespace baton::rpc
