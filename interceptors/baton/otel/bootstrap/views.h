// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_BOOTSTRAP_VIEWS_H_
#define BATON_OTEL_BOOTSTRAP_VIEWS_H_

#include <memory>
#include <vector>

#include "opentelemetry/sdk/metrics/view/view_registry.h"

namespace baton::otel {

// The buckets that gRFC A66 has for times, in seconds; those of the SDK are
// for milliseconds.
const std::vector<double>& LatencyBuckets();

// Those, and gRFC A96's for retries and hedges, for our histograms. All other
// instruments are as the SDK has them.
std::unique_ptr<opentelemetry::sdk::metrics::ViewRegistry> NewViews();

}  // namespace baton::otel

#endif  // BATON_OTEL_BOOTSTRAP_VIEWS_H_
