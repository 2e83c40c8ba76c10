// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/bootstrap/environment.h"

#include <cstdlib>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "baton/core/report/printable_text.h"

namespace baton::otel {
namespace {

constexpr std::int64_t kDayMs = std::int64_t{24} * 60 * 60 * 1000;

// Returns a quoted text for messages: one line of limited length.
std::string Quote(absl::string_view text) {
  constexpr std::size_t kMost = 60;
  return absl::StrCat("\"", core::PrintableText(text, kMost),
                      text.size() > kMost ? "..." : "", "\"");
}

}  // namespace

std::string EnvironmentReader::Text(const std::string& name) const {
  return std::string(absl::StripAsciiWhitespace(environment_(name)));
}

bool EnvironmentReader::Flag(const std::string& name) {
  const std::string text = absl::AsciiStrToLower(Text(name));
  if (text == "true") return true;
  if (!text.empty() && text != "false") {
    Reject(name, absl::StrCat("must be true or false, got ", Quote(text)));
  }
  return false;
}

std::int64_t EnvironmentReader::Number(const std::string& name,
                                       std::int64_t otherwise,
                                       std::int64_t least, std::int64_t most) {
  const std::string text = Text(name);
  if (text.empty()) return otherwise;
  std::int64_t number = 0;
  if (absl::SimpleAtoi(text, &number) && number >= least && number <= most) {
    return number;
  }
  Reject(name, absl::StrCat("must be a whole number from ", least, " to ", most,
                            ", got ", Quote(text)));
  return otherwise;
}

absl::Duration EnvironmentReader::Time(const std::string& name,
                                       absl::Duration otherwise) {
  const std::string text = Text(name);
  if (text.empty()) return otherwise;
  std::int64_t number = 0;
  if (absl::SimpleAtoi(text, &number) && number >= 1 && number <= kDayMs) {
    return absl::Milliseconds(number);
  }
  Reject(name, absl::StrCat("must be a whole number of milliseconds from 1 to ",
                            kDayMs, ", without a unit, got ", Quote(text)));
  return otherwise;
}

double EnvironmentReader::Ratio(const std::string& name, double otherwise) {
  const std::string text = Text(name);
  if (text.empty()) return otherwise;
  double ratio = 0;
  if (absl::SimpleAtod(text, &ratio) && ratio >= 0 && ratio <= 1) return ratio;
  Reject(name, absl::StrCat("must be from 0 to 1, got ", Quote(text)));
  return otherwise;
}

std::map<std::string, std::string> EnvironmentReader::Pairs(
    const std::string& name) {
  std::map<std::string, std::string> pairs;
  int number = 0;
  for (const std::string& entry : Split(Text(name))) {
    ++number;
    const std::vector<std::string> parts =
        absl::StrSplit(entry, absl::MaxSplits('=', 1));
    const std::string key(absl::StripAsciiWhitespace(parts[0]));
    std::string value;
    if (parts.size() == 2 && !key.empty() &&
        PercentDecode(absl::StripAsciiWhitespace(parts[1]), value)) {
      pairs[key] = value;
    } else {
      Reject(name, absl::StrCat("entry ", number,
                                " must be key=value, with %2C for a comma and "
                                "%25 for a percent sign in the value"));
    }
  }
  return pairs;
}

std::vector<std::string> EnvironmentReader::Split(const std::string& list) {
  std::vector<std::string> words;
  for (const absl::string_view word : absl::StrSplit(list, ',')) {
    const absl::string_view stripped = absl::StripAsciiWhitespace(word);
    if (!stripped.empty()) words.emplace_back(stripped);
  }
  return words;
}

void EnvironmentReader::RejectWord(
    const std::string& name, absl::string_view word,
    const std::vector<absl::string_view>& allowed, absl::string_view also) {
  Reject(name, absl::StrCat("must be one of ", absl::StrJoin(allowed, ", "),
                            also, ", got ", Quote(word)));
}

bool PercentDecode(absl::string_view text, std::string& decoded) {
  decoded.clear();
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded.push_back(text[i]);
      continue;
    }
    const absl::string_view digits = text.substr(i + 1, 2);
    if (digits.size() < 2 || !absl::ascii_isxdigit(digits[0]) ||
        !absl::ascii_isxdigit(digits[1])) {
      return false;
    }
    decoded += absl::HexStringToBytes(digits);
    i += 2;
  }
  return true;
}

}  // namespace baton::otel
