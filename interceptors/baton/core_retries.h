// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_RETRIES_H_
#define BATON_CORE_RETRIES_H_

namespace baton {

// What becomes of gRPC's own retries on a channel.
enum class CoreRetries {
  // It goes on with its transparent retries, of requests that never reached a
  // server's application, which cost nothing and need no permission; and has no
  // retry policy, since it does not take a service config from the resolver.
  kTransparentOnly,
  // None at all. A connection that is closed in an orderly way may then cost
  // calls that are not idempotent.
  kOff,
  // As the channel arguments and the resolver say. Its retries come on top of
  // ours, and hide what became of a request before the last of them.
  kAsIs,
};

}  // namespace baton

#endif  // BATON_CORE_RETRIES_H_
