// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/wire/stored_answer_codec.h"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace baton::core {
namespace {

// The first byte. Another layout gets another number.
constexpr char kVersion = 1;
constexpr int kMaxCode = 16;
constexpr std::size_t kLengthBytes = 4;

// Texts have their length before them, four bytes with the lowest byte first.
void Append(const std::string& text, std::string& bytes) {
  for (std::size_t i = 0; i < kLengthBytes; ++i) {
    bytes.push_back(static_cast<char>((text.size() >> (8 * i)) & 0xff));
  }
  bytes += text;
}

bool Take(absl::string_view& bytes, std::string& text) {
  if (bytes.size() < kLengthBytes) return false;
  std::size_t size = 0;
  for (std::size_t i = 0; i < kLengthBytes; ++i) {
    size |= std::size_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  }
  bytes.remove_prefix(kLengthBytes);
  if (bytes.size() < size) return false;
  text.assign(bytes.data(), size);
  bytes.remove_prefix(size);
  return true;
}

}  // namespace

std::string EncodeStoredAnswer(const StoredAnswer& answer) {
  std::string bytes;
  bytes.push_back(kVersion);
  bytes.push_back(static_cast<char>(answer.code));
  Append(answer.message, bytes);
  Append(answer.details, bytes);
  Append(answer.response, bytes);
  for (const auto& [name, value] : answer.trailers) {
    Append(name, bytes);
    Append(value, bytes);
  }
  return bytes;
}

std::optional<StoredAnswer> DecodeStoredAnswer(absl::string_view bytes) {
  if (bytes.size() < 2 || bytes[0] != kVersion || bytes[1] < 0 ||
      bytes[1] > kMaxCode) {
    return std::nullopt;
  }
  StoredAnswer answer;
  answer.code = static_cast<absl::StatusCode>(bytes[1]);
  bytes.remove_prefix(2);
  if (!Take(bytes, answer.message) || !Take(bytes, answer.details) ||
      !Take(bytes, answer.response)) {
    return std::nullopt;
  }
  while (!bytes.empty()) {
    std::pair<std::string, std::string> trailer;
    if (!Take(bytes, trailer.first) || !Take(bytes, trailer.second)) {
      return std::nullopt;
    }
    answer.trailers.push_back(std::move(trailer));
  }
  return answer;
}

}  // namespace baton::core
