// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_BOOTSTRAP_SDK_LOG_H_
#define BATON_OTEL_BOOTSTRAP_SDK_LOG_H_

#include "baton/otel/bootstrap/settings.h"

namespace baton::otel {

// Has the SDK say what it has to say on the standard error: by itself it
// writes to the standard output, in between the program's own words.
void SendSdkLogToStandardError(SdkLogLevel level);

}  // namespace baton::otel

#endif  // BATON_OTEL_BOOTSTRAP_SDK_LOG_H_
