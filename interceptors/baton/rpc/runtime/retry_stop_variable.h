// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_RUNTIME_RETRY_STOP_VARIABLE_H_
#define BATON_RPC_RUNTIME_RETRY_STOP_VARIABLE_H_

#include "absl/strings/string_view.h"

namespace baton::rpc {

// The meaning of a value of the environment variable BATON_STOP_ALL_RETRIES.
enum class RetryStopSetting {
  kOff,
  kOn,
  kInvalid,  // counts as on
};

// Returns the meaning of `value`. An empty value is off.
RetryStopSetting ParseRetryStopSetting(absl::string_view value);

// Reads the environment variable BATON_STOP_ALL_RETRIES, once per process, and
// stops all retries of the process if it is set. Writes a line to the standard
// error if it is set or invalid. An invalid value also stops the retries: a
// user who sets the variable wants to stop them, and a process without retries
// does no harm. Thread-safe.
void ReadRetryStopVariable();

}  // namespace baton::rpc

#endif  // BATON_RPC_RUNTIME_RETRY_STOP_VARIABLE_H_
