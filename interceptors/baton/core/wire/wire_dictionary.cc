// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/wire/wire_dictionary.h"

namespace baton::core {
namespace {

bool IsBlank(char c) { return c == ' ' || c == '\t'; }

bool IsKeyChar(char c) { return c >= 'a' && c <= 'z'; }

// Values of unknown keys may contain any visible ASCII except the separators.
// Later versions can thus add keys without being malformed.
bool IsValueChar(char c) { return c > ' ' && c < 0x7f && c != ',' && c != '='; }

// Each function removes characters from the front of `text`: all characters of
// one kind, or one given character.
template <bool (*kIsOfKind)(char)>
absl::string_view TakeAll(absl::string_view& text) {
  std::size_t size = 0;
  while (size < text.size() && kIsOfKind(text[size])) ++size;
  const absl::string_view taken = text.substr(0, size);
  text.remove_prefix(size);
  return taken;
}

bool TakeOne(absl::string_view& text, char c) {
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

}  // namespace

bool ParseWireDictionary(
    absl::Span<const absl::string_view> values,
    absl::FunctionRef<bool(absl::string_view key, absl::string_view value)>
        member) {
  if (values.size() > kMaxWireValues) return false;
  for (absl::string_view rest : values) {
    if (rest.size() > kMaxWireValueBytes) return false;
    do {
      TakeAll<IsBlank>(rest);
      const absl::string_view key = TakeAll<IsKeyChar>(rest);
      if (key.empty() || !TakeOne(rest, '=')) return false;
      const absl::string_view value = TakeAll<IsValueChar>(rest);
      if (value.empty() || !member(key, value)) return false;
      TakeAll<IsBlank>(rest);
    } while (TakeOne(rest, ','));
    if (!rest.empty()) return false;
  }
  return true;
}

bool ParseWireNumber(absl::string_view text, int max, int* number) {
  constexpr std::size_t kMaxDigits = 9;  // always fits an int
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
