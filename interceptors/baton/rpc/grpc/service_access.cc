// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/grpc/service_access.h"

#include <utility>

#include "grpcpp/impl/service_type.h"

namespace baton::rpc {
namespace {

using Methods = std::vector<std::unique_ptr<ServiceMethod>>;
using Handler = std::unique_ptr<MethodHandler>;

// Declared here for name lookup. The templates below define them as friends.
Methods& MethodsOf(grpc::Service& service);
Handler& HandlerOf(ServiceMethod& method);

template <Methods grpc::Service::*kMember>
struct MethodsAccess {
  friend Methods& MethodsOf(grpc::Service& service) { return service.*kMember; }
};

template <Handler ServiceMethod::*kMember>
struct HandlerAccess {
  friend Handler& HandlerOf(ServiceMethod& method) { return method.*kMember; }
};

template struct MethodsAccess<&grpc::Service::methods_>;
template struct HandlerAccess<&ServiceMethod::handler_>;

// A derived class may name protected members.
struct Builder : grpc::ServerBuilder {
  static auto ServicesOf(grpc::ServerBuilder& builder) {
    return (builder.*&Builder::services)();
  }
};

}  // namespace

void WrapHandlers(grpc::ServerBuilder& builder,
                  Handler (*wrap)(const ServiceMethod& method,
                                  Handler handler)) {
  for (const auto* const named : Builder::ServicesOf(builder)) {
    for (const std::unique_ptr<ServiceMethod>& method :
         MethodsOf(*named->service)) {
      if (method == nullptr) continue;  // served by a generic service
      Handler& handler = HandlerOf(*method);
      if (handler != nullptr) handler = wrap(*method, std::move(handler));
    }
  }
}

std::vector<std::string> MethodNames(grpc::ServerBuilder& builder) {
  std::vector<std::string> names;
  for (const auto* const named : Builder::ServicesOf(builder)) {
    for (const std::unique_ptr<ServiceMethod>& method :
         MethodsOf(*named->service)) {
      if (method != nullptr) names.emplace_back(method->name());
    }
  }
  return names;
}

}  // namespace baton::rpc
