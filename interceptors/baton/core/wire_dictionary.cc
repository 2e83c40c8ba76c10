// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/wire_dictionary.h"

#include <algorithm>

namespace baton::core {
namespace {

bool IsBlank(char c) { return c == ' ' || c == '\t'; }

absl::string_view TrimBlanks(absl::string_view text) {
  while (!text.empty() && IsBlank(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsBlank(text.back())) text.remove_suffix(1);
  return text;
}

bool IsKeyChar(char c) { return c >= 'a' && c <= 'z'; }

// Values of unknown keys may hold any visible ASCII but the separators, so
// that a later version can say more without being taken for malformed.
bool IsValueChar(char c) {
  return c > ' ' && c < 0x7f && c != ',' && c != '=';
}

bool IsWord(absl::string_view text, bool (*is_char)(char)) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_char);
}

}  // namespace

bool ParseWireDictionary(
    absl::Span<const absl::string_view> values,
    absl::FunctionRef<bool(absl::string_view key, absl::string_view value)>
        member) {
  if (values.size() > kMaxWireValues) return false;
  for (absl::string_view rest : values) {
    if (rest.size() > kMaxWireValueBytes) return false;
    for (;;) {
      const std::size_t comma = rest.find(',');
      const absl::string_view text = TrimBlanks(rest.substr(0, comma));
      const std::size_t equals = text.find('=');
      if (equals == absl::string_view::npos) return false;
      const absl::string_view key = text.substr(0, equals);
      const absl::string_view value = text.substr(equals + 1);
      if (!IsWord(key, IsKeyChar) || !IsWord(value, IsValueChar)) return false;
      if (!member(key, value)) return false;
      if (comma == absl::string_view::npos) break;
      rest.remove_prefix(comma + 1);
    }
  }
  return true;
}

bool ParseWireNumber(absl::string_view text, int max, int* number) {
  constexpr std::size_t kMaxDigits = 9;  // fits an int whatever they are
  if (text.empty() || text.size() > kMaxDigits) return false;
  if (text.size() > 1 && text[0] == '0') return false;
  int value = 0;
  for (char c : text) {
    if (c < '0' || c > '9') return false;
    value = value * 10 + (c - '0');
  }
  if (value > max) return false;
  *number = value;
  return true;
}

}  // namespace baton::core
