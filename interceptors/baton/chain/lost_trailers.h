// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CHAIN_LOST_TRAILERS_H_
#define BATON_CHAIN_LOST_TRAILERS_H_

#include <memory>

#include "baton/rpc/grpc/interception.h"

namespace baton::chain {

// With this key among its trailers, an answer loses what Baton says there.
inline constexpr char kLoseTrailersKey[] = "chain-lose-trailers";

// Loses them, on their way into an attempt of Baton's.
std::unique_ptr<rpc::ClientInterceptorFactoryInterface> NewTrailerLoser();

}  // namespace baton::chain

#endif  // BATON_CHAIN_LOST_TRAILERS_H_
