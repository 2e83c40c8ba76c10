// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_SERVER_REQUEST_CONTENT_H_
#define BATON_RPC_SERVER_REQUEST_CONTENT_H_

#include <cstdint>

#include "google/protobuf/message_lite.h"

// Facts about the content of requests and about their methods.
namespace baton::rpc {

// Returns a hash of the content of a request, the same in all processes.
uint64_t FingerprintOf(const google::protobuf::MessageLite& request);

// Returns whether the descriptor of a method, such as
// "/shop.v1.Inventory/Get", declares NO_SIDE_EFFECTS.
bool IsReadOnly(const char* method);

}  // namespace baton::rpc

#endif  // BATON_RPC_SERVER_REQUEST_CONTENT_H_
