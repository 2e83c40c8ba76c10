// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/harm/outcome.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"

namespace baton::harm {
namespace {

std::string Describe(const Metadata& metadata) {
  return absl::StrJoin(metadata, ",", absl::PairFormatter("="));
}

}  // namespace

int AnsweredBy(const CallOutcome& call) {
  const auto found = call.trailing_metadata.find("harm-step");
  int number = 0;
  if (found == call.trailing_metadata.end() ||
      !absl::SimpleAtoi(found->second, &number)) {
    return 0;
  }
  return number;
}

std::string Describe(const CallOutcome& call) {
  return absl::StrFormat(
      "code %d \"%s\"%s, %d messages, %d written, events %s, {%s} {%s}, "
      "%.1f ms",
      call.code, call.message, call.details.empty() ? "" : ", details",
      call.payloads.size(), call.writes, call.events,
      Describe(call.initial_metadata), Describe(call.trailing_metadata),
      call.took);
}

std::string Describe(const RunOutcome& run) {
  std::string text;
  for (const CallOutcome& call : run.calls) {
    absl::StrAppend(&text, "  call ", call.id, ": ", Describe(call), "\n");
    if (call.report.has_value()) {
      absl::StrAppend(&text, "    ", OneLine(*call.report), "\n");
    }
  }
  for (const ServerFact& fact : run.facts) {
    absl::StrAppendFormat(
        &text, "  server: call %d attempt %d%s at %.1f, %s at %.1f, read %d\n",
        fact.call, fact.number, fact.on_fallback ? " (fallback)" : "",
        fact.arrived,
        !fact.ended ? "runs" : (fact.cancelled ? "cancelled" : "ended"),
        fact.ended_at, fact.messages_read);
  }
  absl::StrAppendFormat(&text,
                        "  raw requests %d, tokens %.1f, stall %.1f ms%s%s\n",
                        run.raw_requests, run.tokens_used, run.stall,
                        run.error.empty() ? "" : ", error: ", run.error);
  return text;
}

}  // namespace baton::harm
