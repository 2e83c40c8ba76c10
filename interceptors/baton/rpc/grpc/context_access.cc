// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/grpc/context_access.h"

#include <utility>

#include "grpcpp/impl/client_unary_call.h"

namespace baton::rpc {
namespace {

// Local to this file, so that no other specialization has the same type.
struct FriendTag;

using Interceptors = std::vector<std::unique_ptr<Interceptor>>;

const Interceptors& InterceptorsIn(const ClientRpcInfo& info);

template <Interceptors ClientRpcInfo::*kInterceptors>
struct InfoReader {
  friend const Interceptors& InterceptorsIn(const ClientRpcInfo& info) {
    return info.*kInterceptors;
  }
};
template struct InfoReader<&ClientRpcInfo::interceptors_>;

}  // namespace
}  // namespace baton::rpc

namespace grpc::internal {

// ClientContext declares the primary template, for all messages, as a friend.
template <>
class BlockingUnaryCallImpl<baton::rpc::FriendTag, baton::rpc::FriendTag> {
 public:
  static uint32_t Flags(const ClientContext& context) {
    return context.initial_metadata_flags();
  }
  static std::string Authority(ClientContext& context) {
    return context.authority();
  }
  template <typename Context>
  static auto& Parent(Context& context) {
    return context.propagate_from_call_;
  }
  template <typename Context>
  static auto& Propagation(Context& context) {
    return context.propagation_options_;
  }
  static auto& Metadata(ClientContext& context) {
    return context.send_initial_metadata_;
  }
  static auto& Auth(const ClientContext& context) {
    return context.auth_context_;
  }
  static const auto& RpcInfo(const ClientContext& context) {
    return context.rpc_info_;
  }
  template <typename Context>
  static auto& Channel(Context& context) {
    return context.channel_;
  }
  static void SetDebugErrorString(ClientContext& context,
                                  const std::string& text) {
    context.set_debug_error_string(text);
  }
};

}  // namespace grpc::internal

namespace baton::rpc {
namespace {

using Friend = grpc::internal::BlockingUnaryCallImpl<FriendTag, FriendTag>;

}  // namespace

uint32_t InitialMetadataFlags(const grpc::ClientContext& context) {
  return Friend::Flags(context);
}

std::string Authority(grpc::ClientContext& context) {
  return Friend::Authority(context);
}

grpc_call* ParentOf(const grpc::ClientContext& context) {
  return Friend::Parent(context);
}

grpc::PropagationOptions PropagationOf(const grpc::ClientContext& context) {
  return Friend::Propagation(context);
}

void LinkToParent(grpc::ClientContext& context, grpc_call* parent,
                  grpc::PropagationOptions options) {
  Friend::Parent(context) = parent;
  Friend::Propagation(context) = options;
}

std::multimap<std::string, std::string>& SendMetadata(
    grpc::ClientContext& context) {
  return Friend::Metadata(context);
}

const std::shared_ptr<const grpc::AuthContext>& StoredAuthContext(
    const grpc::ClientContext& context) {
  return Friend::Auth(context);
}

void StoreAuthContext(grpc::ClientContext& context,
                      std::shared_ptr<const grpc::AuthContext> auth_context) {
  Friend::Auth(context) = std::move(auth_context);
}

const std::vector<std::unique_ptr<Interceptor>>& InterceptorsOf(
    const grpc::ClientContext& context) {
  return InterceptorsIn(Friend::RpcInfo(context));
}

std::shared_ptr<grpc::ChannelInterface> ChannelOf(
    const grpc::ClientContext& context) {
  return Friend::Channel(context);
}

void SetDebugErrorString(grpc::ClientContext& context,
                         const std::string& debug_error_string) {
  Friend::SetDebugErrorString(context, debug_error_string);
}

}  // namespace baton::rpc
