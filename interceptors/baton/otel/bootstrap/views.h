// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_BOOTSTRAP_VIEWS_H_
#define BATON_OTEL_BOOTSTRAP_VIEWS_H_

#include <memory>
#include <vector>

#include "opentelemetry/sdk/metrics/view/view_registry.h"

namespace baton::otel {

// Returns the histogram buckets for latencies from gRFC A66, in seconds. The
// default buckets of the SDK are for milliseconds.
const std::vector<double>& LatencyBuckets();

// Returns the views for Baton's histograms. Latencies use LatencyBuckets().
// Numbers of retries and hedges use the buckets of gRFC A96. All other
// instruments keep the defaults of the SDK.
std::unique_ptr<opentelemetry::sdk::metrics::ViewRegistry> NewViews();

}  // namespace baton::otel

#endif  // BATON_OTEL_BOOTSTRAP_VIEWS_H_
