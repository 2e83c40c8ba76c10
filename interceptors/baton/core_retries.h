// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_RETRIES_H_
#define BATON_CORE_RETRIES_H_

namespace baton {

// How Baton configures the retries of gRPC core on a channel.
enum class CoreRetries {
  // gRPC makes only transparent retries: of requests that no server application
  // has seen. They are free and need no grant. gRPC has no retry policy,
  // because the channel ignores service configs from the resolver.
  kTransparentOnly,
  // gRPC makes no retries at all. The orderly shutdown of a connection may then
  // fail calls that are not idempotent.
  kOff,
  // The channel arguments and the resolver decide. gRPC's retries multiply
  // Baton's retries, and hide the results of all attempts but the last.
  kUnchanged,
};

}  // namespace baton

#endif  // BATON_CORE_RETRIES_H_
