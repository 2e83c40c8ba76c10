// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_KIT_BATCH_END_H_
#define BATON_KIT_BATCH_END_H_

#include "baton/kit/leftovers_options.h"
#include "grpcpp/support/status.h"

// Results of Leftovers that know no messages. Only for Leftovers itself.
namespace baton::kit {

// The result of one round. `left` is valid if `status` is OK.
struct RoundResult {
  grpc::Status status;
  int left = 0;
};

// The result of all rounds.
struct BatchEnd {
  grpc::Status status;
  grpc::Status left_because;
  LeftoversReport report;
};

}  // namespace baton::kit

#endif  // BATON_KIT_BATCH_END_H_
