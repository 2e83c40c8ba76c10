// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_OUTCOME_READER_H_
#define BATON_RPC_GRPC_OUTCOME_READER_H_

#include "baton/attempt_outcome.h"
#include "baton/policy/core_retries.h"
#include "grpcpp/client_context.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// Returns the outcome of an attempt that has ended, from its status and its
// context. `origin` is the origin of the status if the caller knows it: the
// per-attempt timeout, the deadline of the call, a cancellation, or a response
// that could not be parsed. ReadOutcome() does not change it. If the caller
// does not know the origin, it passes kServer. ReadOutcome() then determines
// the origin.
//
// gRPC does not mark the statuses that it creates itself, for example after a
// lost connection. Two strings give hints. The table shows them for several
// events. outcome_reader_test checks each row of this table, with each version
// of gRPC for which it is built:
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
// After 1.51, the second string contains "Error received from peer" in every
// row. From 1.82 on, it contains only the code and the message. For these
// versions, ReadOutcome() therefore uses the message and peer(). Trailers prove
// nothing: after a response that was too big, the context has the trailers of
// the server, but gRPC created the status. Conclusions:
//
// - Not processed: the code is UNAVAILABLE, gRPC's client channel uses the
//   message when it has no connection, and gRPC core makes no retries by a
//   policy. (Such a retry would hide the result of the first attempt.) A proxy
//   may forward the same message. On 1.51 the message must therefore be the
//   root of the error, and not a received status. On later versions peer() must
//   still be the target, because then no server has responded. If the target
//   looks like the address of a connection ("ipv4:1.2.3.4:5", "unix:/path"),
//   these two cannot be distinguished.
// - Response of a server: a received status with a code that gRPC never
//   creates, or with a message that gRPC never uses, or with trailers or
//   details. An UNAVAILABLE without any of these may come from either side. It
//   does not count as a response. A received CANCELLED counts as a response,
//   unless gRPC on the server has ended the stream by itself.
//
// In all other cases Baton assumes that the server may have processed the
// request, and that no server responded. This may prevent a retry, but it never
// applies a change twice.
//
// One gap remains. Newer versions of gRPC forget the peer of a call that is
// cancelled or exceeds its deadline. Suppose that this happens after the status
// from a proxy has arrived, and before gRPC delivers it. This status then looks
// like a status that gRPC created.
//
// If the status is OK, ReadOutcome() reads only the trailing metadata.
AttemptOutcome ReadOutcome(const grpc::Status& status,
                           const grpc::ClientContext& attempt,
                           AttemptOrigin origin,
                           CoreRetries core_retries = CoreRetries::kUnchanged);

// Returns whether the peer ended this failed attempt, according to gRPC. If
// not, the client may have ended it: because of its deadline, a cancellation,
// or a missing connection. If the target looks like the address of a
// connection, newer versions of gRPC always name it as the peer.
bool CameFromPeer(const grpc::Status& status,
                  const grpc::ClientContext& attempt);

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_OUTCOME_READER_H_
