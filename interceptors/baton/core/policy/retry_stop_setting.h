// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_POLICY_RETRY_STOP_SETTING_H_
#define BATON_CORE_POLICY_RETRY_STOP_SETTING_H_

#include "absl/strings/string_view.h"

namespace baton::core {

// The meaning of a value of the environment variable BATON_STOP_ALL_RETRIES.
enum class RetryStopSetting {
  kOff,
  kOn,
  kInvalid,  // counts as on
};

// Returns the meaning of `value`. An empty value is off.
RetryStopSetting ParseRetryStopSetting(absl::string_view value);

}  // namespace baton::core

#endif  // BATON_CORE_POLICY_RETRY_STOP_SETTING_H_
