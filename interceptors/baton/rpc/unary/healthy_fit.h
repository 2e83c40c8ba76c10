// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_UNARY_HEALTHY_FIT_H_
#define BATON_RPC_UNARY_HEALTHY_FIT_H_

#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/unary/started_in_place.h"

namespace baton::rpc {

// The conditions under which a HealthyCall can serve a call. Other calls need
// the complete accounting from their first batch on.
class HealthyFit {
 public:
  // Both must outlive this object. `first`: the first batch of the call.
  HealthyFit(const CallPlan& plan, InterceptorBatchMethods& first)
      : plan_(plan), first_(first) {}

  // Returns whether nothing but the first attempt is needed as long as it does
  // not fail.
  bool IsPlain() const;
  // Returns whether further attempts may follow an attempt in place. Sets the
  // style and the request in `started` for them.
  bool MayContinue(StartedInPlace& started) const;

 private:
  bool KeepsRequest(StartedInPlace& started) const;

  const CallPlan& plan_;
  InterceptorBatchMethods& first_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_UNARY_HEALTHY_FIT_H_
