// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CHAIN_LOST_TRAILERS_H_
#define BATON_CHAIN_LOST_TRAILERS_H_

#include <memory>

#include "baton/rpc/grpc/interception.h"

namespace baton::chain {

// The trailing metadata key of a response that is to lose its trailers. A layer
// sets the key because of Fault::loses_trailers.
inline constexpr char kLoseTrailersKey[] = "chain-lose-trailers";

// Returns a factory of client interceptors. If a response has the key
// kLoseTrailersKey in its trailers, they remove the trailers of Baton
// (`retry-advice` and `grpc-retry-pushback-ms`) from the response. The
// interceptors run below Baton, so that Baton does not see these trailers.
std::unique_ptr<rpc::ClientInterceptorFactoryInterface> NewTrailerLoser();

}  // namespace baton::chain

#endif  // BATON_CHAIN_LOST_TRAILERS_H_
