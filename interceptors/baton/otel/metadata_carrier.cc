// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/metadata_carrier.h"

#include <algorithm>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "baton/otel/names.h"

namespace baton::otel {
namespace {

namespace nostd = opentelemetry::nostd;

bool IsKeyCharacter(char c) {
  return absl::ascii_isdigit(static_cast<unsigned char>(c)) ||
         absl::ascii_islower(static_cast<unsigned char>(c)) || c == '-' ||
         c == '_' || c == '.';
}

bool IsSendable(absl::string_view key, absl::string_view value) {
  if (key.empty() || !std::all_of(key.begin(), key.end(), IsKeyCharacter)) {
    return false;
  }
  return absl::EndsWith(key, "-bin") ||
         std::all_of(value.begin(), value.end(), [](char c) {
           return absl::ascii_isprint(static_cast<unsigned char>(c));
         });
}

}  // namespace

nostd::string_view AttemptCarrier::Get(nostd::string_view) const noexcept {
  return "";
}

void AttemptCarrier::Set(nostd::string_view key,
                         nostd::string_view value) noexcept {
  const std::string lower = absl::AsciiStrToLower(FromOtel(key));
  if (!IsSendable(lower, FromOtel(value))) return;
  metadata_.Set(lower, FromOtel(value));
}

nostd::string_view RequestCarrier::Get(nostd::string_view key) const noexcept {
  const auto value = metadata_.Get(absl::AsciiStrToLower(FromOtel(key)));
  // Never a null pointer, because propagators compare the result as text.
  return value.has_value() && !value->empty() ? ToOtel(*value) : "";
}

void RequestCarrier::Set(nostd::string_view, nostd::string_view) noexcept {}

}  // namespace baton::otel
