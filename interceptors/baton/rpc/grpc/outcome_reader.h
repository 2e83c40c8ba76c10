// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_OUTCOME_READER_H_
#define BATON_RPC_GRPC_OUTCOME_READER_H_

#include "baton/attempt_outcome.h"
#include "baton/core_retries.h"
#include "grpcpp/client_context.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// Reads the outcome of an attempt from its status and its context, after its
// end. `origin` is what the caller knows: the per-attempt timeout, the deadline
// of the call, a cancellation, or a response that could not be parsed.
// ReadOutcome() keeps these values. kServer means that the caller knows
// nothing, and ReadOutcome() then finds out the origin.
//
// gRPC does not mark the statuses that it creates itself, for example after a
// lost connection. Two strings give hints. outcome_reader_test checks each row
// of this table, with each version of gRPC that it runs on:
//
//   event                                peer()    debug_error_string() of 1.51
//   status from a server                 address   Error received from peer ...
//   connection lost, GOAWAY, RST_STREAM  address   Error received from peer ...
//   the same, during a send              target    Error received from peer ...
//   queued for a stream, never sent      target    Error received from peer ...
//   message too big, either direction    target    Error received from peer ...
//   deadline or cancelled, in flight     target    Deadline Exceeded, CANCELLED
//   no connection, no such name          target    failed to connect to all ...
//
// After 1.51, the string contains "Error received from peer" in every row. From
// 1.82 on, it contains only the code and the message. ReadOutcome() therefore
// needs the message and peer() for these versions. Trailers prove nothing:
// after a response that was too big, the context has the server's trailers and
// a status that gRPC created. Conclusions:
//
// - Not processed: UNAVAILABLE with a message that gRPC's client channel uses
//   when it has no connection, if no policy lets gRPC core retry. (Such a retry
//   would hide the result of the first attempt.) A proxy may relay the same
//   message. On 1.51 it must therefore be the root of the error and not a
//   received status. Later versions must not have recorded a peer: peer() must
//   be the target. That is unknown if the target looks like the address of a
//   connection ("ipv4:1.2.3.4:5", "unix:/path").
// - Response of a server: a received status with a code that gRPC never
//   creates, or with a message that gRPC never uses, or with trailers or
//   details. A bare UNAVAILABLE may come from either side and does not count as
//   a response.
//
// In all other cases Baton assumes that the request may have been processed and
// that no server responded. This may prevent a retry, but never applies a
// change twice. One gap remains. Newer versions of gRPC forget the peer of a
// call that is cancelled or exceeds its deadline. If that happens between the
// arrival of a relayed status and its delivery, the status looks like gRPC's
// own.
//
// If the status is OK, reads only the trailing metadata.
AttemptOutcome ReadOutcome(const grpc::Status& status,
                           const grpc::ClientContext& attempt,
                           AttemptOrigin origin,
                           CoreRetries core_retries = CoreRetries::kUnchanged);

// Returns whether gRPC names a peer that ended this failed attempt. If not, the
// client may have ended it: by its deadline, a cancellation, or because it had
// no connection. If the target looks like the address of a connection, newer
// versions of gRPC always name the target as the peer.
bool CameFromPeer(const grpc::Status& status,
                  const grpc::ClientContext& attempt);

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_OUTCOME_READER_H_
