// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_BOOTSTRAP_SDK_LOG_H_
#define BATON_OTEL_BOOTSTRAP_SDK_LOG_H_

#include <cstdint>

#include "baton/otel/bootstrap/settings.h"

namespace baton::otel {

// Redirects the log of the SDK from standard output to standard error. Writes
// repetitions of a line less and less often, and limits length and number of
// lines: see sdk_log_lines.h.
void SendSdkLogToStandardError(SdkLogLevel level);

// Returns the number of errors that the SDK has reported since the redirection.
// It includes errors that the log level hides. This number is the only sign
// that an export failed: the flush function of the SDK succeeds as soon as it
// has called the exporters, and the HTTP exporters do not return the result.
int64_t SdkErrors();

}  // namespace baton::otel

#endif  // BATON_OTEL_BOOTSTRAP_SDK_LOG_H_
