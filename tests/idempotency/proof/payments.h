// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_IDEMPOTENCY_PROOF_PAYMENTS_H_
#define BATON_TESTS_IDEMPOTENCY_PROOF_PAYMENTS_H_

#include <memory>

#include "baton/testing/v1/scripted.grpc.pb.h"
#include "tests/idempotency/proof/replica.h"

namespace baton {

// Returns the handler of a replica. Its effects are payments in a ledger for
// Guard::kDatabase, and lines of a file otherwise.
std::unique_ptr<testing::v1::Scripted::Service> NewPayments(
    const Replica::Settings& settings);

}  // namespace baton

#endif  // BATON_TESTS_IDEMPOTENCY_PROOF_PAYMENTS_H_
