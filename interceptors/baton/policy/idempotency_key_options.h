// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_IDEMPOTENCY_KEY_OPTIONS_H_
#define BATON_POLICY_IDEMPOTENCY_KEY_OPTIONS_H_

#include "baton/base/export.h"

namespace BATON_EXPORT baton {

// The idempotency keys of unary calls. A server with a replay store recognizes
// a repeated request by its key, and does not run its handler again. Streams
// have no keys.
struct IdempotencyKeyOptions {
  // Whether each attempt of a call carries the metadata `idempotency-key`. All
  // attempts of a call have the same key, and each call has a new one. A key
  // that the application sets itself is always sent.
  bool send = false;
  // Declares that the server honors keys, although it does not announce it: it
  // runs one process with a memory store, or the handler itself stores the key.
  // Calls with a key may then be retried although their method is not
  // idempotent.
  bool honored = false;
};

}  // namespace baton

#endif  // BATON_POLICY_IDEMPOTENCY_KEY_OPTIONS_H_
