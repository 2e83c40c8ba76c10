// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_REPORT_FAILURE_TEXT_H_
#define BATON_CORE_REPORT_FAILURE_TEXT_H_

#include <string>

#include "baton/attempt_outcome.h"

namespace baton::core {

// Returns what is known of a failed attempt, without line breaks. Each part
// begins with ", ": `, peer ipv4:10.0.0.1:443, reason BUSY of shop.example.com,
// request id 7c1, message "try later"`.
std::string FailureText(const AttemptFailure& failure);

}  // namespace baton::core

#endif  // BATON_CORE_REPORT_FAILURE_TEXT_H_
