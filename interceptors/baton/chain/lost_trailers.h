// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CHAIN_LOST_TRAILERS_H_
#define BATON_CHAIN_LOST_TRAILERS_H_

#include <memory>

#include "baton/rpc/grpc/interception.h"

namespace baton::chain {

// A response with this key in its trailers loses the trailers of Baton.
inline constexpr char kLoseTrailersKey[] = "chain-lose-trailers";

// Returns a factory of interceptors. They remove Baton's trailers from such a
// response before an attempt of Baton receives it.
std::unique_ptr<rpc::ClientInterceptorFactoryInterface> NewTrailerLoser();

}  // namespace baton::chain

#endif  // BATON_CHAIN_LOST_TRAILERS_H_
