// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/server/request_destruction.h"

#include <cstring>
#include <string>

#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "google/protobuf/descriptor.h"

namespace baton::rpc {

using google::protobuf::DescriptorPool;
using google::protobuf::Message;
using google::protobuf::MessageFactory;
using google::protobuf::MethodDescriptor;

const Message* RequestPrototype(const char* method) {
  if (method == nullptr) return nullptr;
  absl::string_view name = method;
  absl::ConsumePrefix(&name, "/");
  const MethodDescriptor* const found =
      DescriptorPool::generated_pool()->FindMethodByName(
          absl::StrReplaceAll(name, {{"/", "."}}));
  if (found == nullptr) return nullptr;
  return MessageFactory::generated_factory()->GetPrototype(found->input_type());
}

bool CanDestroyRequest(const Message* prototype, const void* request) {
  if (request == nullptr) return true;
  if (prototype == nullptr) return false;
  // A method of this name may have other message classes. Only objects of the
  // same class begin with the same pointer to virtual functions. Reading the
  // bytes of any object is allowed.
  const void* const own = prototype;
  return std::memcmp(request, own, sizeof(void*)) == 0;
}

bool DestroyRequest(const Message* prototype, void* request) {
  if (!CanDestroyRequest(prototype, request)) return false;
  if (request != nullptr) static_cast<Message*>(request)->~Message();
  return true;
}

}  // namespace baton::rpc
