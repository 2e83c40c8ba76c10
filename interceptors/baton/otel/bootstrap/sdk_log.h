// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_BOOTSTRAP_SDK_LOG_H_
#define BATON_OTEL_BOOTSTRAP_SDK_LOG_H_

#include <cstdint>

#include "baton/otel/bootstrap/settings.h"

namespace baton::otel {

// Has the SDK say what it has to say on the standard error: by itself it
// writes to the standard output, in between the program's own words. What it
// says again and again is written more and more seldom.
void SendSdkLogToStandardError(SdkLogLevel level);

// How many errors the SDK has had since, said or not. It is the only place
// where one learns of exports that have failed: to the SDK a flush has
// succeeded once exporters were asked, and those that go out over HTTP know no
// more.
int64_t SdkErrors();

}  // namespace baton::otel

#endif  // BATON_OTEL_BOOTSTRAP_SDK_LOG_H_
