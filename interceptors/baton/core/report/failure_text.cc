// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/report/failure_text.h"

#include <cstddef>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "baton/core/report/printable_text.h"

namespace baton::core {
namespace {

// The maximum length of a text in a line, in bytes.
constexpr std::size_t kLongestText = 1024;

// Returns a text of a server, printable on one line.
std::string OfServer(absl::string_view text) {
  return PrintableText(text, kLongestText);
}

// Returns a text of a server in quotes.
std::string Quoted(absl::string_view text) {
  return absl::StrCat(
      "\"", absl::StrReplaceAll(OfServer(text), {{"\"", "\\\""}}), "\"");
}

}  // namespace

std::string FailureText(const AttemptFailure& failure) {
  std::string text;
  if (!failure.peer.empty()) {
    absl::StrAppend(&text, ", peer ", OfServer(failure.peer));
  }
  if (!failure.reason.empty()) {
    absl::StrAppend(&text, ", reason ", OfServer(failure.reason));
  }
  if (!failure.domain.empty()) {
    absl::StrAppend(&text, " of ", OfServer(failure.domain));
  }
  if (!failure.request_id.empty()) {
    absl::StrAppend(&text, ", request id ", OfServer(failure.request_id));
  }
  if (!failure.message.empty()) {
    absl::StrAppend(&text, ", message ", Quoted(failure.message));
  }
  return text;
}

}  // namespace baton::core
