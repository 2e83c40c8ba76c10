// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/bootstrap/host_interval.h"

#include "baton/kit/host_jitter.h"

namespace baton::otel {

absl::Duration IntervalOnThisHost(absl::string_view name,
                                  absl::Duration configured) {
  if (configured < absl::Seconds(1)) return configured;
  const absl::Duration earlier = HostJitter(name, configured / 10);
  return configured - absl::Floor(earlier, absl::Milliseconds(1));
}

}  // namespace baton::otel
