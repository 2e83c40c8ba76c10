// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_BOOTSTRAP_HOST_INTERVAL_H_
#define BATON_OTEL_BOOTSTRAP_HOST_INTERVAL_H_

#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace baton::otel {

// Returns the interval of this host for the exports `name`. The interval is
// shorter than `configured` by HostJitter() of a tenth of it. Hosts that were
// started together therefore soon export at different times. The SDK has no
// setting for the time of the first export. Intervals below one second stay
// unchanged. The result is in whole milliseconds.
absl::Duration IntervalOnThisHost(absl::string_view name,
                                  absl::Duration configured);

}  // namespace baton::otel

#endif  // BATON_OTEL_BOOTSTRAP_HOST_INTERVAL_H_
