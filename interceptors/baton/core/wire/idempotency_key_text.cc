// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/wire/idempotency_key_text.h"

namespace baton::core {

std::string EncodeIdempotencyKey(
    const std::array<uint8_t, kIdempotencyKeyRandomBytes>& bytes) {
  constexpr char kDigits[] = "0123456789abcdefghijklmnopqrstuv";
  constexpr std::size_t kBitsPerDigit = 5;
  constexpr std::size_t kLength =
      (kIdempotencyKeyRandomBytes * 8 + kBitsPerDigit - 1) / kBitsPerDigit;
  std::string key(kLength, '0');
  uint32_t pending = 0;
  std::size_t bits = 0;
  std::size_t next = 0;
  for (const uint8_t byte : bytes) {
    pending = (pending << 8) | byte;
    bits += 8;
    while (bits >= kBitsPerDigit) {
      bits -= kBitsPerDigit;
      key[next++] = kDigits[(pending >> bits) & 31U];
    }
  }
  key[next] = kDigits[(pending << (kBitsPerDigit - bits)) & 31U];
  return key;
}

}  // namespace baton::core
