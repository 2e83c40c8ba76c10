// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_FUZZ_WITNESS_HOSTILE_SCRIPT_H_
#define BATON_TESTS_FUZZ_WITNESS_HOSTILE_SCRIPT_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

// The language of hostile peers. A script is text with one step per line, so
// that seeds are readable and each mutation is a script again:
//
//   retry-budget=g=9,n=0     a field for the next frame of headers
//   :path=/a\x/b             "\" and a character: a control or high byte
//   details-bin=#text        "#" sends the value of a "-bin" field in base64
//   H1h                      HEADERS of stream 1 with the usual fields
//   M1eabc                   DATA with the message "abc", ends the stream
//
// Lines that start with a capital letter are steps. All others are fields. The
// letters are F (any frame), H, R (HEADERS without the usual fields), C
// (CONTINUATION), D, M, S (RST_STREAM), G (GOAWAY), P (PING), W
// (WINDOW_UPDATE), T (SETTINGS), Y (PRIORITY), U (PUSH_PROMISE), L (wrong
// length of the next frame) and X (raw bytes). The peer itself carries out the
// other letters.
namespace baton::fuzz {

using Fields = std::vector<std::pair<std::string, std::string>>;

// A step of a hostile peer: bytes to send, or an action.
struct HostileStep {
  std::string bytes;
  // The letter and the argument of an action. 0 for bytes.
  char action = 0;
  char argument = 0;
};

// Splits the script into its lines, with a maximum number of lines and bytes.
std::vector<absl::string_view> ScriptLines(absl::string_view script);

// Returns the lines, changed so that they spare a client two defects of gRPC
// 1.51. Both abort the process, with Baton and without (see docs/client.md,
// "Aborts of gRPC"):
// - With gRPC's own retries, a stream ends without `grpc-status`. Only if
//   `with_status`.
// - The headers of a response break off, and the application uses a reactor.
std::vector<std::string> LinesForClient(
    const std::vector<absl::string_view>& lines, bool with_status);

// Returns the steps of these lines. In them, the stream "." has the id
// `stream`. Each HEADERS frame starts with those pseudo fields among `usual`
// that the script does not set, and ends with its other fields.
std::vector<HostileStep> ReadScript(const std::vector<absl::string_view>& lines,
                                    const Fields& usual, uint32_t stream);

// Returns the fields in HPACK: literal, never indexed, without compression.
std::string HpackLiterals(const Fields& fields);

// Returns the usual fields of a request with this path.
Fields UsualRequest(const std::string& path);
// Returns the usual fields at the start of a response.
Fields UsualResponse();

}  // namespace baton::fuzz

#endif  // BATON_TESTS_FUZZ_WITNESS_HOSTILE_SCRIPT_H_
