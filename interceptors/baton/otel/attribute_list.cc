// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/attribute_list.h"

#include "baton/core/report/printable_text.h"
#include "baton/otel/span_attributes.h"

namespace baton::otel {
namespace {

constexpr absl::string_view kGrpc = "grpc";

}  // namespace

absl::string_view AttributeList::Printable(absl::string_view text,
                                           std::size_t max_bytes) {
  if (text.size() <= max_bytes && core::IsPrintableText(text)) return text;
  owned_.push_front(core::PrintableText(text, max_bytes));
  return owned_.front();
}

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
  if (!method.original.empty()) {
    Add(kRpcMethodOriginal, method.original, kLongestMethod);
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
