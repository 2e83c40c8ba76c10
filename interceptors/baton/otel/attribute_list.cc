// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/attribute_list.h"

#include "baton/otel/span_attributes.h"

namespace baton::otel {
namespace {

constexpr absl::string_view kGrpc = "grpc";

}  // namespace

void AttributeList::AddMethod(Conventions conventions,
                              const MethodName& method) {
  if (HasCurrentNames(conventions)) {
    Add(kRpcSystemName, kGrpc);
    Add(kRpcMethod, method.full);
  } else {
    Add(kRpcMethod, method.method);
  }
  if (HasOldNames(conventions)) {
    Add(kRpcSystem, kGrpc);
    Add(kRpcService, method.service);
  }
}

void AttributeList::AddStatusCode(Conventions conventions,
                                  absl::StatusCode code) {
  if (HasCurrentNames(conventions)) {
    Add(kRpcResponseStatusCode, StatusCodeName(code));
  }
  if (HasOldNames(conventions)) {
    Add(kRpcGrpcStatusCode, static_cast<int>(code));
  }
}

void AttributeList::AddEndpoint(const char* address_key, const char* port_key,
                                const Endpoint& endpoint) {
  Add(address_key, endpoint.address);
  if (endpoint.port.has_value()) Add(port_key, *endpoint.port);
}

}  // namespace baton::otel
