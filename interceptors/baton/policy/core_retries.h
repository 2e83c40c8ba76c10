// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_CORE_RETRIES_H_
#define BATON_POLICY_CORE_RETRIES_H_

#include "baton/base/export.h"

namespace BATON_EXPORT baton {

// How Baton configures the retries of gRPC core on a channel.
enum class CoreRetries {
  // gRPC makes only transparent retries: it resends requests that no server
  // application has seen. These retries are free and need no grant. The channel
  // ignores service configs from the resolver, so gRPC has no retry policy.
  // Resolvers of schemes other than dns, ipv4, ipv6, unix, unix-abstract and
  // vsock may still supply a retry policy. For such a target, for example of
  // the scheme xds, this value means kUnchanged.
  kTransparentOnly,
  // gRPC makes no retries at all. If a server closes a connection in an orderly
  // way, calls that are not idempotent may then fail. No server can abort the
  // process through a defect of gRPC's retries.
  kOff,
  // The channel arguments and the resolver decide. gRPC's retries multiply
  // Baton's retries. Baton then sees the result of only the last of gRPC's
  // attempts.
  kUnchanged,
};

}  // namespace baton

#endif  // BATON_POLICY_CORE_RETRIES_H_
