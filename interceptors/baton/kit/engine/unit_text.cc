// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/kit/engine/unit_text.h"

#include "absl/strings/str_cat.h"
#include "baton/stop_reason.h"

namespace baton::kit {

grpc::Status UnitStatus(grpc::Status status, const UnitReport& report) {
  if (status.ok() || (report.runs < 2 && !report.outcome_unknown)) {
    return status;
  }
  std::string text =
      absl::StrCat(status.error_message(), " (unit '", report.name,
                   "': ", report.runs, report.runs == 1 ? " run" : " runs",
                   ", no replay: ", ToString(report.stop_reason));
  if (report.outcome_unknown) absl::StrAppend(&text, ", outcome unknown");
  if (report.outcome_unknown && !report.blocked_by.empty()) {
    absl::StrAppend(&text, ", because ", report.blocked_by,
                    " may have taken effect and cannot run again");
  }
  text += ")";
  return grpc::Status(status.error_code(), text, status.error_details());
}

grpc::Status NestedStatus(const std::string& inner, const std::string& outer) {
  return grpc::Status(
      grpc::StatusCode::FAILED_PRECONDITION,
      absl::StrCat(inner, " was started inside ", outer,
                   ", and their repetitions would multiply; make its calls in "
                   "the body of ",
                   outer, ", or start it after the end of ", outer));
}

}  // namespace baton::kit
