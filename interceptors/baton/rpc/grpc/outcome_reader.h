// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_OUTCOME_READER_H_
#define BATON_RPC_GRPC_OUTCOME_READER_H_

#include "baton/attempt_outcome.h"
#include "baton/core_retries.h"
#include "grpcpp/client_context.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// Reads how an attempt ended, from its status and its context, after its end.
// `origin` is what the engine knows: its own limit, the call's deadline, a
// cancellation, a response that could not be parsed; those are kept. kServer
// says that it knows of nothing, and then the origin is found out here.
//
// gRPC does not tell its own statuses from a server's: a lost connection, too
// (outcome_reader_test holds every line of this, on whatever version it runs):
//
//   what happened                        peer()    debug_error_string() of 1.51
//   a server's status                    address   Error received from peer ...
//   connection lost, GOAWAY, RST_STREAM  address   Error received from peer ...
//   the same, in the middle of a send    target    Error received from peer ...
//   queued for a stream, never sent      target    Error received from peer ...
//   message too big, either way          target    Error received from peer ...
//   deadline or cancelled, in flight     target    Deadline Exceeded, CANCELLED
//   no connection, no such name          target    failed to connect to all ...
//
// After 1.51, the string has "Error received from peer" in every line, and from
// 1.82 on nothing but code and message: there it takes both the words and
// peer(). Trailers prove nothing: an answer that was too big leaves the
// server's beside our own status. What is concluded:
//
// - Not processed: UNAVAILABLE in the words in which gRPC's client channel
//   says that it has no connection, while core retries by no policy: what its
//   first attempt did would not show. A proxy may well relay those very words:
//   so on 1.51 they must be the root of the error and not something received,
//   later nobody may have answered, which cannot be told of a target that is
//   written like the address of a connection ("ipv4:1.2.3.4:5", "unix:/path").
// - A server's answer: something received, under a code that gRPC does not
//   make up, or in other words than gRPC's, or together with trailers or
//   details. A bare UNAVAILABLE could be either and counts as no answer.
//
// Where it cannot be told, the request may have been processed and nobody
// answered: that costs a retry, never a second effect. What is left: newer
// gRPC forgets the peer of a call that is cancelled or runs into its deadline,
// and were that to happen between a relayed status and its delivery, it would
// look like our own.
//
// On OK nothing but trailing metadata is looked at, and that only if there is
// any.
AttemptOutcome ReadOutcome(const grpc::Status& status,
                           const grpc::ClientContext& attempt,
                           AttemptOrigin origin,
                           CoreRetries core_retries = CoreRetries::kAsIs);

// Does gRPC name the peer that ended this attempt, which failed? If not, this
// side may have: by its deadline, a cancellation, for want of a connection.
// Where a target is written like the address of a connection, newer gRPC names
// it as the peer.
bool CameFromPeer(const grpc::Status& status,
                  const grpc::ClientContext& attempt);

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_OUTCOME_READER_H_
