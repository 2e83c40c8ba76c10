// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_UNARY_STARTED_IN_PLACE_H_
#define BATON_RPC_UNARY_STARTED_IN_PLACE_H_

#include "baton/rpc/call/first_attempt.h"
#include "baton/rpc/call/running/late_checks.h"
#include "baton/rpc/grpc/application_metadata.h"
#include "baton/rpc/grpc/call_style.h"
#include "baton/rpc/grpc/interception.h"
#include "grpcpp/support/slice.h"

namespace baton::rpc {

// A first attempt in place that a HealthyCall has started, for the UnaryCall
// that continues the call.
struct StartedInPlace {
  FirstAttempt first;
  CallStyle style = CallStyle::kSync;
  // The batch of the call, and the application's message in it.
  InterceptorBatchMethods* batch = nullptr;
  void* message = nullptr;
  // The bytes of the request. A reference, not a copy.
  grpc::Slice request;
  MetadataChanges changes;
  // The checks of the attempt. Not null.
  const LateChecks* late = nullptr;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_UNARY_STARTED_IN_PLACE_H_
