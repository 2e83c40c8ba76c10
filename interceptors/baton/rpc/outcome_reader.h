// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_OUTCOME_READER_H_
#define BATON_RPC_OUTCOME_READER_H_

#include "baton/core/attempt_outcome.h"
#include "baton/rpc/core_retries.h"
#include "grpcpp/client_context.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// Reads how an attempt ended, from its status and its context, after its end.
// `origin` is what the engine knows: its own limit, the call's deadline, a
// cancellation, a response that could not be parsed; those are kept. kServer
// says that it knows of nothing, and then the origin is found out here.
//
// gRPC does not tell its own statuses from a server's: a lost connection, too
// (seen on 1.51.1; outcome_reader_test holds every line of this):
//
//   what happened                        peer()    debug_error_string()
//   a server's status                    address   Error received from peer ...
//   connection lost, GOAWAY, RST_STREAM  address   Error received from peer ...
//   the same, in the middle of a send    target    Error received from peer ...
//   queued for a stream, never sent      target    Error received from peer ...
//   message too big, either way          target    Error received from peer ...
//   deadline or cancelled, in flight     target    Deadline Exceeded, CANCELLED
//   no connection, no such name          target    failed to connect to all ...
//
// So peer() proves nothing, and nor do trailers: an answer that was too big
// leaves the server's beside our own status. What is concluded:
//
// - Not processed: UNAVAILABLE in the words in which gRPC's client channel
//   says that it has no connection, given as the root of the error and not as
//   something received (a proxy may well relay those very words), while core
//   retries by no policy: what its first attempt did would not show.
// - A server's answer: something received, under a code that gRPC does not
//   make up, or in other words than gRPC's, or together with trailers or
//   details. A bare UNAVAILABLE could be either and counts as no answer.
//
// Where it cannot be told, the request may have been processed and nobody
// answered: that costs a retry, never a second effect. Newer gRPC (read, not
// run) words connection failures like received ones with an empty peer, and
// has an experiment in which received ones carry no mark but their own code.
//
// On OK nothing but trailing metadata is looked at, and that only if there is
// any.
core::AttemptOutcome ReadOutcome(const grpc::Status& status,
                                 const grpc::ClientContext& attempt,
                                 core::AttemptOrigin origin,
                                 CoreRetries core_retries = CoreRetries::kAsIs);

// Did the end of this attempt, which failed, come in from the other side? If
// not, this side ended it: its deadline, a cancellation, no connection.
bool CameFromPeer(const grpc::ClientContext& attempt);

}  // namespace baton::rpc

#endif  // BATON_RPC_OUTCOME_READER_H_
