// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/server/caller_identities.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "grpc/grpc_security_constants.h"
#include "grpcpp/support/string_ref.h"

namespace baton::rpc {

std::vector<std::string> CallerIdentities(const grpc::AuthContext& caller) {
  std::vector<std::string> identities;
  if (!caller.IsPeerAuthenticated()) return identities;
  const auto add = [&](absl::string_view kind, const char* property) {
    for (const grpc::string_ref& value : caller.FindPropertyValues(property)) {
      identities.push_back(
          absl::StrCat(kind, absl::string_view(value.data(), value.size())));
    }
  };
  add("uri:", GRPC_PEER_URI_PROPERTY_NAME);
  add("dns:", GRPC_PEER_DNS_PROPERTY_NAME);
  return identities;
}

}  // namespace baton::rpc
