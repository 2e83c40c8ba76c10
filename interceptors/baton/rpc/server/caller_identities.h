// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_SERVER_CALLER_IDENTITIES_H_
#define BATON_RPC_SERVER_CALLER_IDENTITIES_H_

#include <string>
#include <vector>

#include "grpcpp/security/auth_context.h"

namespace baton::rpc {

// Returns the identities in the certificate of a caller, in the form of
// InboundGrantOptions::trusted_identities: the URIs and the DNS names among its
// subject alternative names. Other names and the common name are no identities.
// Empty if the caller has no certificate.
//
// An AuthContext does not show whether gRPC has verified the certificate. Its
// properties are the same in both cases. This was checked with gRPC 1.51. The
// application must therefore state that its credentials verify certificates:
// see ServerOptions::credentials_verify_clients.
std::vector<std::string> CallerIdentities(const grpc::AuthContext& caller);

}  // namespace baton::rpc

#endif  // BATON_RPC_SERVER_CALLER_IDENTITIES_H_
