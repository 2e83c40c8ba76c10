// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CHAIN_LOST_TRAILERS_H_
#define BATON_CHAIN_LOST_TRAILERS_H_

#include <memory>

#include "baton/rpc/grpc/interception.h"

namespace baton::chain {

// A layer with Fault::loses_trailers adds this key to the trailing metadata of
// its response. The interceptors of NewTrailerLoser() then remove Baton's
// trailers from this response.
inline constexpr char kLoseTrailersKey[] = "chain-lose-trailers";

// Returns a factory of client interceptors. If the trailing metadata of a
// response contain kLoseTrailersKey, the interceptor removes `retry-advice` and
// `grpc-retry-pushback-ms` from them. The interceptor must run below Baton.
// Baton then never sees these trailers.
std::unique_ptr<rpc::ClientInterceptorFactoryInterface> NewTrailerLoser();

}  // namespace baton::chain

#endif  // BATON_CHAIN_LOST_TRAILERS_H_
