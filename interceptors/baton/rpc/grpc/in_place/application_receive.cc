// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/grpc/in_place/application_receive.h"

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <utility>

#include "grpc/support/time.h"
#include "grpcpp/impl/call_op_set.h"

namespace baton::rpc {
namespace {

using grpc::internal::CallOpClientRecvStatus;
using grpc::internal::CallOpRecvInitialMetadata;
using grpc::internal::CallOpRecvMessage;
using grpc::internal::CompletionQueueTag;

// One batch. Deletes itself at its end.
class OwnBatch final : public CompletionQueueTag,
                       public grpc_completion_queue_functor,
                       private CallOpRecvInitialMetadata,
                       private CallOpRecvMessage<grpc::ByteBuffer>,
                       private CallOpClientRecvStatus {
 public:
  OwnBatch(const ApplicationReceive& wanted, std::function<void(bool)> on_end)
      : grpc_completion_queue_functor(), on_end_(std::move(on_end)) {
    functor_run = &OwnBatch::Run;
    if (wanted.metadata_to != nullptr) {
      RecvInitialMetadata(wanted.metadata_to);
    }
    if (wanted.message != nullptr) RecvMessage(wanted.message);
    if (wanted.status != nullptr) {
      ClientRecvStatus(wanted.trailers_to, wanted.status);
    }
  }

  // Returns the tag of a batch that is to be fetched.
  void* tag() { return static_cast<CompletionQueueTag*>(this); }
  static OwnBatch& Of(void* tag) {
    return *static_cast<OwnBatch*>(static_cast<CompletionQueueTag*>(tag));
  }

  bool Start(grpc_call* call, QueueKind queue) {
    grpc_op ops[3] = {};
    std::size_t count = 0;
    CallOpRecvInitialMetadata::AddOp(ops, &count);
    CallOpRecvMessage<grpc::ByteBuffer>::AddOp(ops, &count);
    CallOpClientRecvStatus::AddOp(ops, &count);
    void* const start_tag =
        queue == QueueKind::kCallback
            ? static_cast<grpc_completion_queue_functor*>(this)
            : tag();
    return grpc_call_start_batch(call, ops, count, start_tag, nullptr) ==
           GRPC_CALL_OK;
  }

  void End(bool ok) {
    const std::unique_ptr<OwnBatch> self(this);
    CallOpRecvInitialMetadata::FinishOp(&ok);
    CallOpRecvMessage<grpc::ByteBuffer>::FinishOp(&ok);
    CallOpClientRecvStatus::FinishOp(&ok);
    on_end_(ok);
  }

  // Returns false: the application gets no event.
  bool FinalizeResult(void** /*tag*/, bool* ok) override {
    End(*ok);
    return false;
  }

 private:
  static void Run(grpc_completion_queue_functor* functor, int ok) {
    static_cast<OwnBatch*>(functor)->End(ok != 0);
  }

  const std::function<void(bool)> on_end_;
};

}  // namespace

void StartReceive(grpc_call* call, const ApplicationQueue& queue,
                  const ApplicationReceive& wanted,
                  std::function<void(bool)> on_end) {
  auto batch = std::make_unique<OwnBatch>(wanted, std::move(on_end));
  // gRPC refuses only a second operation of the same kind. Its own classes
  // abort then, too.
  if (!batch->Start(call, queue.kind)) std::abort();
  OwnBatch* const started = batch.release();
  if (queue.kind == QueueKind::kPlucked) {
    queue.ends->Add(PluckedEnd(call, queue.queue, started->tag()));
  }
}

void PluckedEnd::Fetch() const {
  const grpc_event event = grpc_completion_queue_pluck(
      queue_, tag_, gpr_inf_future(GPR_CLOCK_REALTIME), nullptr);
  OwnBatch::Of(tag_).End(event.success != 0);
}

void PluckedEnd::Cancel() const { grpc_call_cancel(call_, nullptr); }

}  // namespace baton::rpc
