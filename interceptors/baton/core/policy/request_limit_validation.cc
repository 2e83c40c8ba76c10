// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/policy/request_limit_validation.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/core/policy/field_checks.h"

namespace baton::core {
namespace {

void CheckRatio(absl::string_view name, double ratio, absl::Duration window,
                ValidationErrors& errors) {
  if (!(ratio > 0 && ratio <= 1)) {
    AddRangeError(errors, name, "above 0 and at most 1", absl::StrCat(ratio));
  }
  CheckDuration(errors, "window", window, Zero::kNotAllowed,
                Infinite::kNotAllowed);
}

}  // namespace

void ValidateRetryRatioLimit(const RetryRatioLimitOptions& options,
                             ValidationErrors& errors) {
  const ValidationErrors::Field field(errors, "retry_ratio_limit");
  CheckRatio("max_ratio", options.max_ratio, options.window, errors);
  if (options.min_requests < 1) {
    AddRangeError(errors, "min_requests", "at least 1",
                  absl::StrCat(options.min_requests));
  }
  CheckNumber(errors, "min_success_ratio", options.min_success_ratio, 0, 1);
}

void ValidateExpiredRequests(const ExpiredRequestOptions& options,
                             ValidationErrors& errors) {
  const ValidationErrors::Field field(errors, "expired_requests");
  CheckDuration(errors, "min_remaining", options.min_remaining, Zero::kAllowed,
                Infinite::kNotAllowed);
  CheckRatio("max_rejected_ratio", options.max_rejected_ratio, options.window,
             errors);
}

}  // namespace baton::core
