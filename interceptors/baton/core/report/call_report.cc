// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/call_report.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "baton/core/report/failure_text.h"
#include "baton/core/report/printable_text.h"

namespace baton {
namespace {

// The maximum length of a name in a line, in bytes.
constexpr std::size_t kLongestName = 1024;

// A tenth of a millisecond is enough to compare a wait with its deadline.
std::string Rounded(absl::Duration duration) {
  return absl::FormatDuration(
      absl::Floor(duration + absl::Microseconds(50), absl::Microseconds(100)));
}

std::string Attempts(const CallReport& report) {
  const std::size_t count = report.attempts.size();
  return absl::StrCat(count, count == 1 ? " attempt" : " attempts");
}

absl::string_view KindWord(RetryBudgetHeader::Kind kind) {
  switch (kind) {
    case RetryBudgetHeader::Kind::kFirst:
      return "first";
    case RetryBudgetHeader::Kind::kRetry:
      return "retry";
    case RetryBudgetHeader::Kind::kHedge:
      return "hedge";
  }
  return "first";
}

// Returns why nothing started beside a late attempt, or "".
std::string Late(const AttemptReport& attempt, absl::string_view separator) {
  if (!attempt.late_stop_reason.has_value()) return "";
  return absl::StrCat(separator, "late: ", ToString(*attempt.late_stop_reason));
}

std::string AttemptsInBrackets(const CallReport& report) {
  std::string text = "[";
  absl::string_view separator;
  for (const AttemptReport& attempt : report.attempts) {
    if (attempt.wait_cause != WaitCause::kNone) {
      absl::StrAppend(&text, separator, ToString(attempt.wait_cause), " ",
                      Rounded(attempt.waited));
      separator = ", ";
    }
    absl::StrAppend(
        &text, separator,
        attempt.kind == RetryBudgetHeader::Kind::kHedge ? "hedge " : "",
        attempt.fallback > 0 ? absl::StrCat("fallback ", attempt.fallback, " ")
                             : "",
        absl::StatusCodeToString(attempt.code), " ", Rounded(attempt.lasted),
        Late(attempt, " "));
    separator = ", ";
  }
  if (report.last_wait_cause != WaitCause::kNone) {
    absl::StrAppend(&text, separator, ToString(report.last_wait_cause), " ",
                    Rounded(report.last_wait));
  }
  return absl::StrCat(text, "]");
}

// Returns the unusual facts about the call, each after `separator`.
std::string Remarks(const CallReport& report, absl::string_view separator) {
  std::string text;
  if (report.outcome_unknown) {
    absl::StrAppend(&text, separator, "outcome unknown");
  }
  if (report.primary_skipped) {
    absl::StrAppend(&text, separator, "primary unconnected");
  }
  if (report.needed_wait_cause != WaitCause::kNone) {
    absl::StrAppend(&text, separator, "no time for ",
                    ToString(report.needed_wait_cause), " ",
                    Rounded(report.needed_wait));
  }
  if (report.hedge_stop_reason.has_value()) {
    absl::StrAppend(&text, separator,
                    "no hedge: ", ToString(*report.hedge_stop_reason));
  }
  if (report.deadline_missing) {
    absl::StrAppend(&text, separator, "deadline missing");
  }
  if (report.deadline_capped) {
    absl::StrAppend(&text, separator, "deadline capped");
  }
  if (report.stalled > absl::ZeroDuration()) {
    absl::StrAppend(&text, separator, "process stalled ",
                    Rounded(report.stalled));
  }
  if (report.is_unlinked) absl::StrAppend(&text, separator, "unlinked");
  if (report.mode == Mode::kObserve) {
    absl::StrAppend(&text, separator, "observe only");
  }
  if (report.stop_reason == StopReason::kNotIdempotent) {
    absl::StrAppend(&text, separator, "idempotency ",
                    ToString(report.idempotency));
  }
  return text;
}

// Returns why the call was not retried, or "" if it succeeded.
std::string NoRetry(const CallReport& report) {
  if (report.stop_reason == StopReason::kSucceeded) return "";
  return absl::StrCat(", no retry: ", ToString(report.stop_reason));
}

// Returns the advice against a retry, or "".
std::string Advice(const AttemptReport& attempt) {
  if (!attempt.advice.has_value() ||
      attempt.advice->verdict != RetryAdvice::Verdict::kNo) {
    return "";
  }
  const absl::string_view reason = ToString(attempt.advice->reason);
  const std::string brackets =
      reason.empty() ? std::string() : absl::StrCat(" (", reason, ")");
  return absl::StrCat(", advised against", brackets, " for the ",
                      ToString(attempt.advice->scope));
}

// Returns the wait that the server requested, or "".
std::string RetryAfter(const AttemptReport& attempt) {
  if (!attempt.retry_after.has_value()) return "";
  return absl::StrCat(", retry after ", Rounded(*attempt.retry_after));
}

// Returns the texts of a failed attempt, or "".
std::string Failure(const AttemptReport& attempt) {
  if (attempt.failure == nullptr) return "";
  return core::FailureText(*attempt.failure);
}

std::string AttemptLine(std::size_t number, const AttemptReport& attempt) {
  std::string text = absl::StrCat("  #", number, " ", KindWord(attempt.kind),
                                  " at ", Rounded(attempt.started_after));
  if (attempt.wait_cause != WaitCause::kNone) {
    absl::StrAppend(&text, " (waited ", Rounded(attempt.waited), ", ",
                    ToString(attempt.wait_cause), ")");
  }
  if (attempt.fallback > 0) {
    absl::StrAppend(&text, " to fallback ", attempt.fallback);
  }
  absl::StrAppend(&text, ": ", absl::StatusCodeToString(attempt.code), " from ",
                  ToString(attempt.origin), " after ", Rounded(attempt.lasted),
                  attempt.never_sent ? ", never sent" : "", ", forwarded ",
                  attempt.forwarded_grant);
  if (attempt.forwarded_grant > 0) {
    absl::StrAppend(&text, ", used by callee ",
                    attempt.grant_used_by_callee.has_value()
                        ? absl::StrCat(*attempt.grant_used_by_callee)
                        : "not reported");
  }
  return absl::StrCat(text, Late(attempt, ", "), Advice(attempt),
                      RetryAfter(attempt), Failure(attempt), "\n");
}

}  // namespace

std::string OneLine(const CallReport& report) {
  return absl::StrCat(core::PrintableText(report.method, kLongestName), " ",
                      absl::StatusCodeToString(report.code), " after ",
                      Attempts(report), " in ", Rounded(report.lasted), ": ",
                      ToString(report.stop_reason), " ",
                      AttemptsInBrackets(report), " grant ", report.grant_used,
                      "/", report.grant, " ", ToString(report.owner), " hop ",
                      report.hop, " timeout ", Rounded(report.timeout), " ",
                      ToString(report.deadline_source), Remarks(report, ", "));
}

std::string MultiLine(const CallReport& report) {
  std::string text = absl::StrCat(
      core::PrintableText(report.method, kLongestName), " at ",
      core::PrintableText(report.target, kLongestName), "\n  ",
      absl::StatusCodeToString(report.code), " after ", Attempts(report),
      " in ", Rounded(report.lasted), NoRetry(report), "\n");
  for (std::size_t i = 0; i < report.attempts.size(); ++i) {
    absl::StrAppend(&text, AttemptLine(i + 1, report.attempts[i]));
  }
  if (report.last_wait_cause != WaitCause::kNone) {
    absl::StrAppend(&text, "  ended after another wait of ",
                    Rounded(report.last_wait), ", ",
                    ToString(report.last_wait_cause), "\n");
  }
  absl::StrAppend(&text, "  grant ", report.grant, ", used ", report.grant_used,
                  ", owner ", ToString(report.owner), ", hop ", report.hop,
                  "\n  timeout ", Rounded(report.timeout), " from ",
                  ToString(report.deadline_source), "\n");
  const std::string remarks = Remarks(report, "\n  ");
  if (!remarks.empty()) {
    absl::StrAppend(&text, remarks.substr(1), "\n");
  }
  if (report.stalled > absl::ZeroDuration()) {
    absl::StrAppend(&text,
                    "  This process ran nothing in that time. Look at this "
                    "client before you blame the server.\n");
  }
  if (!report.trace_id.empty()) {
    absl::StrAppend(&text, "  trace ",
                    core::PrintableText(report.trace_id, kLongestName), "\n");
  }
  return text;
}

}  // namespace baton
