// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_UNARY_UNARY_OWNER_H_
#define BATON_RPC_UNARY_UNARY_OWNER_H_

#include "baton/rpc/call/attempt.h"
#include "baton/rpc/unary/driver/call_driver.h"

namespace baton::rpc {

// Receives the events of a unary call, each on any thread: the ends of attempts
// and the timer of the driver, and those below. Implemented by the call.
class UnaryOwner : public AttemptOwner, public DrivenCall {
 public:
  // The timer of the first attempt in place has fired.
  virtual void OnInPlaceTimer() = 0;
  // The following events happen while the call waits for its next attempt. The
  // parent server call has ended.
  virtual void OnParentEnd() = 0;
  // All retries of the process were stopped.
  virtual void OnRetryStop() = 0;
  // A channel may have a connection.
  virtual void OnConnected() = 0;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_UNARY_UNARY_OWNER_H_
