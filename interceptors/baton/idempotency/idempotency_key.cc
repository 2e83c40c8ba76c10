// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/idempotency/idempotency_key.h"

#include "absl/strings/str_cat.h"

namespace baton {

absl::Status ValidateIdempotencyKey(absl::string_view key) {
  if (key.empty()) {
    return absl::InvalidArgumentError("idempotency-key: must not be empty");
  }
  if (key.size() > kMaxIdempotencyKeyBytes) {
    return absl::InvalidArgumentError(
        absl::StrCat("idempotency-key: must have at most ",
                     kMaxIdempotencyKeyBytes, " bytes, got ", key.size()));
  }
  for (std::size_t i = 0; i < key.size(); ++i) {
    const char c = key[i];
    // Proxies join several values with a comma.
    if (c > ' ' && c <= '~' && c != ',') continue;
    return absl::InvalidArgumentError(absl::StrCat(
        "idempotency-key: must consist of visible ASCII "
        "characters without a comma, got character code ",
        static_cast<int>(static_cast<unsigned char>(c)), " at position ", i));
  }
  return absl::OkStatus();
}

}  // namespace baton
