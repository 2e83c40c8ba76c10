// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_TRACING_SPAN_PRINTER_H_
#define BATON_EXAMPLES_TRACING_SPAN_PRINTER_H_

#include <memory>
#include <ostream>

#include "opentelemetry/sdk/trace/exporter.h"

// Returns an exporter that prints each trace as a tree when its root span has
// ended. A real service uses an OTLP exporter and a backend instead.
std::unique_ptr<opentelemetry::sdk::trace::SpanExporter> NewSpanPrinter(
    std::ostream& out);

#endif  // BATON_EXAMPLES_TRACING_SPAN_PRINTER_H_
