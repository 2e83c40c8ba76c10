// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_OWN_TEXT_H_
#define BATON_RPC_GRPC_OWN_TEXT_H_

#include "absl/strings/string_view.h"

namespace baton::rpc {

// Returns whether gRPC writes this error message itself if a call fails whose
// request may have reached the server: the deadline has passed, or the
// connection or the stream broke.
//
// gRPC does not mark such messages, and it changes them between versions. The
// function therefore compares with the words of 1.51 and of 1.84. It returns
// false for unknown words, because a server may have written them.
bool IsOwnText(absl::string_view message);

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_OWN_TEXT_H_
