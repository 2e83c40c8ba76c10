// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_BOOTSTRAP_SDK_LOG_H_
#define BATON_OTEL_BOOTSTRAP_SDK_LOG_H_

#include <cstdint>

#include "baton/otel/bootstrap/settings.h"

namespace baton::otel {

// Redirects the SDK's log from standard output to standard error. Writes a
// repeated line less and less often.
void SendSdkLogToStandardError(SdkLogLevel level);

// Returns the number of errors that the SDK has reported since the redirection,
// written or not. Only this number shows that an export failed. The SDK's flush
// succeeds as soon as it has called the exporters, and the HTTP exporters do
// not return the result.
int64_t SdkErrors();

}  // namespace baton::otel

#endif  // BATON_OTEL_BOOTSTRAP_SDK_LOG_H_
