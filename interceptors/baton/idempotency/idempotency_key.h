// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_IDEMPOTENCY_IDEMPOTENCY_KEY_H_
#define BATON_IDEMPOTENCY_IDEMPOTENCY_KEY_H_

#include "baton/base/export.h"

#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

// Idempotency keys: docs/idempotency-keys.md.
namespace BATON_EXPORT baton {

// The request metadata key of an idempotency key.
inline constexpr absl::string_view kIdempotencyKeyName = "idempotency-key";

// The maximum length of an idempotency key, in bytes.
inline constexpr std::size_t kMaxIdempotencyKeyBytes = 128;

// Returns a new key: 128 random bits from the operating system, as 26 digits
// and lower-case letters. Two keys are never equal in practice, also not after
// a fork. Returns "" if the operating system gives no random bytes: the call
// then has no key. Thread-safe.
std::string NewIdempotencyKey();

// Returns OK if `key` has 1 to kMaxIdempotencyKeyBytes visible ASCII characters
// and no comma. Otherwise returns INVALID_ARGUMENT with the problem. The error
// does not contain the key.
absl::Status ValidateIdempotencyKey(absl::string_view key);

}  // namespace baton

#endif  // BATON_IDEMPOTENCY_IDEMPOTENCY_KEY_H_
