// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_REPORT_PRINTABLE_TEXT_H_
#define BATON_CORE_REPORT_PRINTABLE_TEXT_H_

#include "baton/base/export.h"

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

// Text that leaves the process in log lines and telemetry. It can come from a
// peer, which can send any bytes. A receiver of OTLP rejects the whole batch
// for one string that is not UTF-8. A line break or a control character can
// forge log lines and change a terminal.
namespace baton::core {

// Returns whether the text is valid UTF-8 without control characters (C0, DEL,
// C1) and without line and paragraph separators.
BATON_EXPORT_PRIVATE bool IsPrintableText(absl::string_view text);

// Returns the text as printable text of at most `max_bytes` bytes. Each byte
// that is not part of a printable character becomes an escape sequence: "\n",
// "\r", "\t", or "\xff". Cuts a longer text between two characters. Returns a
// printable text that is short enough unchanged.
BATON_EXPORT_PRIVATE std::string PrintableText(absl::string_view text,
                                               std::size_t max_bytes);

// Returns the first `max_bytes` bytes of the text, or fewer, so that no
// character of UTF-8 is cut. Changes nothing else: the text may contain other
// bytes.
absl::string_view BeginningOf(absl::string_view text, std::size_t max_bytes);

}  // namespace baton::core

#endif  // BATON_CORE_REPORT_PRINTABLE_TEXT_H_
