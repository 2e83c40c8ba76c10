// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/grpc/trailers_only.h"

#include "grpcpp/support/client_callback.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {
namespace {

class NoReactor final : public grpc::internal::ClientReactor {
 public:
  void OnDone(const grpc::Status& /*status*/) override {}
};

}  // namespace

bool IsTrailersOnly(grpc::ClientContext& context) {
  return context.GetServerInitialMetadata().empty() &&
         NoReactor().InternalTrailersOnly(context.c_call());
}

}  // namespace baton::rpc
