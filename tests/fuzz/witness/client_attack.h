// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_FUZZ_WITNESS_CLIENT_ATTACK_H_
#define BATON_TESTS_FUZZ_WITNESS_CLIENT_ATTACK_H_

#include "absl/strings/string_view.h"
#include "tests/fuzz/witness/planted_defect.h"

namespace baton::fuzz {

// A hostile server answers the calls of a channel with Baton with HTTP/2 frames
// of its own. `input` is its script (see hostile_script.h and
// hostile_server.h). Beside it, a witness makes calls on another channel of the
// same process. Aborts unless each call of the witness is the same as without
// the hostile server: status, attempts, stop reason, process budget and
// breakers. The calls to the hostile server must end by their deadline, with at
// most as many attempts as their grant allows. All texts of telemetry, call log
// and reports must be printable.
//
// The first line of the input has one letter for each of six choices: the form
// of the hostile calls ("a" to "l"), the API of the witness ("a" to "d"), "h"
// for hedged calls, the number of calls ("1" to "3"), and "r" for a server that
// does not start with SETTINGS. The sixth letter "t" is for a channel with
// transparent retries. LinesForClient() spares the client some defects of gRPC.
//
// A process must always pass the same defect.
void AttackClient(absl::string_view input,
                  PlantedDefect planted = PlantedDefect::kNone);

}  // namespace baton::fuzz

#endif  // BATON_TESTS_FUZZ_WITNESS_CLIENT_ATTACK_H_
