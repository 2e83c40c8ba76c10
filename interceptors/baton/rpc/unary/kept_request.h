// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_UNARY_KEPT_REQUEST_H_
#define BATON_RPC_UNARY_KEPT_REQUEST_H_

#include <cstddef>

#include "baton/core/limits/replay_limit.h"
#include "baton/rpc/call/call_plan.h"
#include "grpcpp/support/byte_buffer.h"

namespace baton::rpc {

// The request of a unary call, and whether Baton keeps it for a second attempt.
// Used on the strand of the call.
class KeptRequest {
 public:
  // Smaller requests do not count, so that such calls share no counter. They
  // take no more memory than the call itself.
  static constexpr std::size_t kUncountedBytes = 4096;

  // Moves the bytes out of `request`.
  KeptRequest(const CallPlan& plan, grpc::ByteBuffer& request);

  // Whether the request fits `retry.max_replay_bytes` of the policy, and the
  // memory for replays of the process. If it does not, the call makes only one
  // attempt.
  bool keeps() const { return keeps_; }

  const grpc::ByteBuffer& bytes() const { return bytes_; }

  // Releases the bytes of a request that is not kept. Requires that an attempt
  // has started.
  void OnAttemptStarted();

  // Releases the bytes and their memory. Requires that no attempt follows.
  void Release();

 private:
  grpc::ByteBuffer bytes_;
  core::ReplayAccount account_;
  const bool keeps_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_UNARY_KEPT_REQUEST_H_
