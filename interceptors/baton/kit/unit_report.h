// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_KIT_UNIT_REPORT_H_
#define BATON_KIT_UNIT_REPORT_H_

#include "baton/base/export.h"

#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "baton/stop_reason.h"

namespace BATON_EXPORT baton {

// The record of one execution of a RetryUnit. A value.
struct UnitReport {
  // The name of the unit.
  std::string name;
  // The runs of the body, including the first.
  int runs = 0;
  // The runs of the function that verifies the outcome.
  int verifications = 0;
  // The code of the status that the application receives.
  absl::StatusCode code = absl::StatusCode::kOk;
  // The reason why there was no further run.
  StopReason stop_reason = StopReason::kSucceeded;
  // Whether the unit failed and may still have taken effect.
  bool outcome_unknown = false;
  // The method that prevented a replay, because it may have run and cannot run
  // again: "/shop.v1.Orders/Charge". Empty if there was none.
  std::string blocked_by;
  // The extra runs that the unit was allowed to make.
  int grant = 0;
  // The part of `grant` that was used.
  int grant_used = 0;
  // The time from the start of the unit to its end.
  absl::Duration lasted = absl::ZeroDuration();
};

}  // namespace baton

#endif  // BATON_KIT_UNIT_REPORT_H_
