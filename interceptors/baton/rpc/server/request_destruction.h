// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_SERVER_REQUEST_DESTRUCTION_H_
#define BATON_RPC_SERVER_REQUEST_DESTRUCTION_H_

#include "google/protobuf/message.h"

// gRPC hands a synchronous handler a request message that the handler has to
// destroy, and of which nobody else knows the type. Whoever does not run the
// handler needs another way to do so.
namespace baton::rpc {

// The default request of a method ("/shop.v1.Inventory/Get"), nullptr if no
// message that is compiled into the program is known for it.
const google::protobuf::Message* RequestPrototype(const char* method);

// Destroys `request`, whose memory belongs to the call, if it is of the very
// class of `prototype`. Otherwise (a service with a codec of its own) returns
// false and does nothing. Both may be null; there is nothing to destroy then.
bool DestroyRequest(const google::protobuf::Message* prototype, void* request);

}  // namespace baton::rpc

#endif  // BATON_RPC_SERVER_REQUEST_DESTRUCTION_H_
