// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_UNARY_DRIVER_CALL_DRIVER_H_
#define BATON_RPC_UNARY_DRIVER_CALL_DRIVER_H_

#include <memory>
#include <string>

#include "baton/monotonic_time.h"
#include "baton/rpc/call/attempt.h"
#include "baton/rpc/runtime/runtime.h"
#include "grpcpp/support/byte_buffer.h"

namespace baton::rpc {

// The call that a driver moves along.
class DrivenCall {
 public:
  virtual ~DrivenCall() = default;
  // The timer of the driver has fired. Runs on any thread.
  virtual void OnTimer() = 0;
  virtual Runtime& runtime() const = 0;
};

// What moves one call along: where its attempts run, and on which thread its
// timer fires. There is one kind for calls that wait on their own thread, and
// one for those that do not. Used on the call's strand.
class CallDriver {
 public:
  enum class Phase {
    kRunning,   // an attempt is on its way
    kWaiting,   // only the timer moves the call
    kFinished,  // nothing does: the driver is not used any more
  };

  virtual ~CallDriver() = default;

  virtual void Start(RawStub& stub, const std::string& method,
                     const grpc::ByteBuffer& request,
                     std::shared_ptr<Attempt> attempt) = 0;

  // Makes DrivenCall::OnTimer happen at `at` or shortly after; takes the place
  // of what was set before. It may still happen after it was cleared, for
  // whoever is late.
  virtual void SetTimer(MonotonicTime at) = 0;
  virtual void ClearTimer() = 0;

  virtual void OnPhase(Phase phase) = 0;

  // May any thread call Start()? If not, only one that calls OnTimer.
  virtual bool StartsOnAnyThread() const = 0;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_UNARY_DRIVER_CALL_DRIVER_H_
