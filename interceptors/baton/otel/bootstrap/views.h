// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_BOOTSTRAP_VIEWS_H_
#define BATON_OTEL_BOOTSTRAP_VIEWS_H_

#include <memory>
#include <vector>

#include "opentelemetry/sdk/metrics/view/view_registry.h"

namespace baton::otel {

// Returns the latency buckets of gRFC A66, in seconds. The SDK's default
// buckets are for milliseconds.
const std::vector<double>& LatencyBuckets();

// Returns views for Baton's histograms, with the latency buckets and gRFC A96's
// buckets for retries and hedges. Other instruments keep the SDK's defaults.
std::unique_ptr<opentelemetry::sdk::metrics::ViewRegistry> NewViews();

}  // namespace baton::otel

#endif  // BATON_OTEL_BOOTSTRAP_VIEWS_H_
