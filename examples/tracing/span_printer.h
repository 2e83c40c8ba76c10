// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_TRACING_SPAN_PRINTER_H_
#define BATON_EXAMPLES_TRACING_SPAN_PRINTER_H_

#include <memory>
#include <ostream>

#include "opentelemetry/sdk/trace/exporter.h"

// An exporter that prints each trace as a tree once its root has ended. A
// service has one for OTLP in its place, and a backend to look at.
std::unique_ptr<opentelemetry::sdk::trace::SpanExporter> NewSpanPrinter(
    std::ostream& out);

#endif  // BATON_EXAMPLES_TRACING_SPAN_PRINTER_H_
