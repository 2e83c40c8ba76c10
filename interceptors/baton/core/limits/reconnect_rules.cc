// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/reconnect_rules.h"

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "baton/core/policy/field_checks.h"
#include "baton/core/policy/validation_errors.h"
#include "baton/policy/defaults.h"

namespace baton::core {

absl::Status ValidateReconnect(const ReconnectOptions& options) {
  ValidationErrors errors;
  const ValidationErrors::Field field(errors, "reconnect");
  if (options.min_interval < defaults::kReconnectIntervalLimit ||
      options.min_interval == absl::InfiniteDuration()) {
    AddRangeError(
        errors, "min_interval",
        absl::StrCat("finite and at least ",
                     absl::FormatDuration(defaults::kReconnectIntervalLimit)),
        absl::FormatDuration(options.min_interval));
  }
  if (options.max_interval < options.min_interval ||
      options.max_interval == absl::InfiniteDuration()) {
    AddRangeError(errors, "max_interval",
                  absl::StrCat("finite and at least min_interval (",
                               absl::FormatDuration(options.min_interval), ")"),
                  absl::FormatDuration(options.max_interval));
  }
  CheckDuration(errors, "max_outage", options.max_outage, Zero::kAllowed,
                Infinite::kNotAllowed);
  return errors.ToStatus("options");
}

MonotonicTime NextReconnect(const ReconnectOptions& options,
                            MonotonicTime outage_began,
                            MonotonicTime give_up_at, MonotonicTime now,
                            UniformSource& uniform) {
  const double draw = uniform.Next();
  MonotonicTime next = now + options.min_interval +
                       draw * (options.max_interval - options.min_interval);
  const MonotonicTime last = give_up_at - (1 - draw / 2) * options.min_interval;
  if (last < next && last >= now + options.min_interval / 2) next = last;
  return next <= outage_began + options.max_outage
             ? next
             : MonotonicTime::InfiniteFuture();
}

}  // namespace baton::core
