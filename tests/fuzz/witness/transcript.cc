// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/fuzz/witness/transcript.h"

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <set>

#include "absl/strings/str_cat.h"
#include "baton/client.h"

namespace baton::fuzz {
namespace {

std::string Line(const AttemptReport& attempt) {
  std::string line =
      absl::StrCat("attempt kind ", static_cast<int>(attempt.kind), " code ",
                   static_cast<int>(attempt.code), " origin ",
                   static_cast<int>(attempt.origin), " wait cause ",
                   static_cast<int>(attempt.wait_cause), " forwarded ",
                   attempt.forwarded_grant, " used ",
                   attempt.grant_used_by_callee.value_or(-1));
  if (attempt.failure != nullptr) {
    absl::StrAppend(&line, " message ", attempt.failure->message, " reason ",
                    attempt.failure->reason);
  }
  return line + "\n";
}

}  // namespace

std::string Transcript(const grpc::ClientContext& context,
                       const grpc::Status& status) {
  std::string text =
      absl::StrCat("status ", static_cast<int>(status.error_code()), " ",
                   status.error_message(), "\n");
  std::set<std::string> trailers;
  for (const auto& [key, value] : context.GetServerTrailingMetadata()) {
    trailers.insert(absl::StrCat(std::string(key.data(), key.size()), "=",
                                 std::string(value.data(), value.size())));
  }
  for (const std::string& trailer : trailers) {
    absl::StrAppend(&text, "trailer ", trailer, "\n");
  }
  const std::optional<CallReport> report = GetCallReport(context);
  if (!report.has_value()) return text + "no report\n";
  absl::StrAppend(&text, "code ", static_cast<int>(report->code), " stop ",
                  ToString(report->stop_reason), " grant ", report->grant,
                  " used ", report->grant_used, " hop ", report->hop,
                  " unknown ", report->outcome_unknown, "\n");
  for (const AttemptReport& attempt : report->attempts) text += Line(attempt);
  return text;
}

void RequireSame(const std::string& alone, const std::string& beside,
                 const std::string& what) {
  if (alone == beside) return;
  std::fprintf(stderr,
               "broken: the witness lost something: %s\n--- alone\n%s\n"
               "--- beside the hostile peer\n%s\n",
               what.c_str(), alone.c_str(), beside.c_str());
  std::abort();
}

}  // namespace baton::fuzz
