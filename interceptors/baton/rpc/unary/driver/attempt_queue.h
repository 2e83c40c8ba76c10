// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_UNARY_DRIVER_ATTEMPT_QUEUE_H_
#define BATON_RPC_UNARY_DRIVER_ATTEMPT_QUEUE_H_

#include <memory>
#include <string>

#include "baton/monotonic_time.h"
#include "baton/rpc/unary/driver/attempt_executor.h"
#include "grpcpp/completion_queue.h"

namespace baton::rpc {

// Runs attempts on a completion queue; whoever calls HandleOne is the thread
// that learns of their ends.
class AttemptQueue final : public AttemptExecutor {
 public:
  AttemptQueue() = default;
  // Waits for the attempts that still run on it, if it has not been drained.
  // They should have been cancelled by then.
  ~AttemptQueue() override;
  AttemptQueue(const AttemptQueue&) = delete;
  AttemptQueue& operator=(const AttemptQueue&) = delete;

  void Start(RawStub& stub, const std::string& method,
             const grpc::ByteBuffer& request,
             std::shared_ptr<Attempt> attempt) override;

  // Waits for the end of one attempt, though not beyond `until`, and tells its
  // owner. False if there was none by then.
  bool HandleOne(MonotonicTime until);
  // The same without a limit; false once the queue has been shut down.
  bool HandleNext();

  // Makes HandleNext return false once the attempts have all ended.
  void Shutdown();
  // Shuts down, and tells the owners of attempts that end before `until`.
  // False if there are others.
  bool Drain(MonotonicTime until);

 private:
  grpc::CompletionQueue queue_;
  bool shut_down_ = false;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_UNARY_DRIVER_ATTEMPT_QUEUE_H_
