// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_FUZZ_WITNESS_SERVER_ATTACK_H_
#define BATON_TESTS_FUZZ_WITNESS_SERVER_ATTACK_H_

#include "absl/strings/string_view.h"
#include "tests/fuzz/witness/planted_defect.h"

namespace baton::fuzz {

// A hostile peer writes HTTP/2 frames to a complete server with Baton. `input`
// is its script (see hostile_script.h). A witness makes calls beside it. Aborts
// unless each call of the witness is the same as without the hostile peer:
// status, attempts, stop reason, metadata, grants and span name. No request may
// raise a limit, the server may neither crash nor hang, and all texts of its
// telemetry must be printable.
//
// The first line of the input has one letter for each of four choices: the API
// of the witness's handlers ("a" to "d"), "r" for a raw start without preface,
// the end of the connection ("f", "r" or "h"), and "s" for the server that
// strips the header of all callers. The peer's own steps:
//
//   A    waits until the server has read all bytes so far
//   B    ends the connection and opens another one
//   E    half-closes the connection
//   O    the witness makes a call
//   Z    sends the bytes so far in their own packet
//
// A process must always pass the same defect.
void AttackServer(absl::string_view input,
                  PlantedDefect planted = PlantedDefect::kNone);

}  // namespace baton::fuzz

#endif  // BATON_TESTS_FUZZ_WITNESS_SERVER_ATTACK_H_
