// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_WIRE_IDEMPOTENCY_KEY_TEXT_H_
#define BATON_CORE_WIRE_IDEMPOTENCY_KEY_TEXT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace baton::core {

// The random bytes of a key that Baton makes.
inline constexpr std::size_t kIdempotencyKeyRandomBytes = 16;

// Returns the key of these bytes: 26 characters of 0-9 and a-v.
std::string EncodeIdempotencyKey(
    const std::array<uint8_t, kIdempotencyKeyRandomBytes>& bytes);

}  // namespace baton::core

#endif  // BATON_CORE_WIRE_IDEMPOTENCY_KEY_TEXT_H_
