// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_HARM_RULES_H_
#define BATON_TESTS_HARM_RULES_H_

#include <string>
#include <vector>

#include "tests/harm/outcome.h"
#include "tests/harm/scenario.h"

namespace baton::harm {

// Returns why the server has seen too many requests of the call, or "". `facts`
// has all attempts of this call in the order of arrival.
//
// A request may follow another one only if the other one has failed with a
// code that permits a retry, or if it runs and the call is hedged or has an
// explicit per-attempt timeout. It may also run if the report names a second
// attempt beside a late one. A call that is not idempotent reaches a server
// once.
std::string ExtraRequest(const Scenario& scenario, const CallPlan& plan,
                         const CallOutcome& call,
                         const std::vector<ServerFact>& facts);

// Returns the name of the policy's limit that explains why the call was not
// served, or ended later or differently. Returns "" if there is none, or if the
// call report does not name it.
std::string ExcusingLimit(const Scenario& scenario, const CallPlan& plan,
                          const CallOutcome& bare, const CallOutcome& call);

// Returns whether the call failed because a request of another call made the
// server cut the connection, in the tested run only. On bare gRPC that request
// never reached the server.
bool WasCutByAnotherCall(const Scenario& scenario, const CallOutcome& call,
                         const RunOutcome& bare, const RunOutcome& tested);

// Returns how much later than on bare gRPC an application may pause, in
// milliseconds. A documented limit: a unary call that may be retried gets its
// initial metadata at its end, and the application may pause after them.
double PauseAfterMetadata(const Scenario& scenario, const CallPlan& plan);

// Returns whether connections break in the scenario. Two runs may then end
// differently, and a server reports attempts as cancelled that no client has
// cancelled.
bool ConnectionsBreak(const Scenario& scenario);

// Returns the call that took the longest. The earlier calls of the scenario do
// not count. `run` must have a call that counts.
const CallOutcome& LastOf(const Scenario& scenario, const RunOutcome& run);

}  // namespace baton::harm

#endif  // BATON_TESTS_HARM_RULES_H_
