// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_LATE_ATTEMPT_OPTIONS_H_
#define BATON_POLICY_LATE_ATTEMPT_OPTIONS_H_

#include "baton/base/export.h"

namespace BATON_EXPORT baton {

// The settings for late attempts: attempts that run longer than their method
// usually takes. Baton never cancels an attempt because it is late. It may
// start a second attempt beside it, and the first answer of the two counts.
struct LateAttemptOptions {
  // Whether a second attempt may start beside a late one. It starts only for an
  // idempotent call, only if an attempt that started later was answered
  // already, and only if the target drops cancelled work. docs/late-attempts.md
  // explains the rule.
  bool start_second_attempt = true;
};

}  // namespace baton

#endif  // BATON_POLICY_LATE_ATTEMPT_OPTIONS_H_
