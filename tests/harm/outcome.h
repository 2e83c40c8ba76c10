// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_HARM_OUTCOME_H_
#define BATON_TESTS_HARM_OUTCOME_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "baton/call_report.h"
#include "grpcpp/support/status_code_enum.h"

namespace baton::harm {

using Metadata = std::multimap<std::string, std::string>;

// The record of one call, as the application saw it. Times are in milliseconds.
struct CallOutcome {
  int id = 0;
  grpc::StatusCode code = grpc::StatusCode::OK;
  std::string message;
  std::string details;
  std::vector<std::string> payloads;  // each with its size and first bytes
  int writes = 0;                     // successful writes
  // The events in their order: m (initial metadata), r (message), e (no more
  // messages), f (end).
  std::string events;
  Metadata initial_metadata;  // keys that start with "harm-"
  Metadata trailing_metadata;
  double took = 0;
  // The time of the first event with initial metadata. -1: no such event.
  double metadata_at = -1;
  std::optional<CallReport> report;  // only with Baton
};

// The record of one attempt, as a server saw it. Times are in milliseconds
// since the start of the run.
struct ServerFact {
  int call = 0;
  int number = 0;  // of the attempts of this call, from 1
  double arrived = 0;
  bool ended = false;
  bool cancelled = false;  // ended before the response was sent
  double ended_at = 0;
  int messages_read = 0;
  bool on_fallback = false;
};

// The record of one run of a scenario.
struct RunOutcome {
  std::vector<CallOutcome> calls;  // the earlier calls come first
  std::vector<ServerFact> facts;   // in the order of arrival
  // The requests that a server without a script has received.
  int raw_requests = 0;
  // The tokens that are missing in the process budget of the target.
  double tokens_used = 0;
  double stall = 0;   // the longest stall of the machine
  std::string error;  // The run failed for a reason of the harness.
};

// Returns the number of the attempt whose response the call got. 0: none.
int AnsweredBy(const CallOutcome& call);

// Returns the outcome in one line.
std::string Describe(const CallOutcome& call);
// Returns the outcome in some lines.
std::string Describe(const RunOutcome& run);

}  // namespace baton::harm

#endif  // BATON_TESTS_HARM_OUTCOME_H_
