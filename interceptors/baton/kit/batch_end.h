// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_KIT_BATCH_END_H_
#define BATON_KIT_BATCH_END_H_

#include "baton/base/export.h"

#include "baton/kit/leftovers_options.h"
#include "grpcpp/support/status.h"

// Results of Leftovers that know no messages. Only for Leftovers itself.
namespace baton::kit {

// The result of one round.
struct RoundResult {
  // The status of the call.
  grpc::Status status;
  // The number of items that are left. Valid if `status` is OK.
  int left = 0;
};

// The result of all rounds.
struct BatchEnd {
  // The status of the batch.
  grpc::Status status;
  // The reason why items are left. OK if nothing is left.
  grpc::Status left_because;
  // The record of the batch.
  LeftoversReport report;
};

}  // namespace baton::kit

#endif  // BATON_KIT_BATCH_END_H_
