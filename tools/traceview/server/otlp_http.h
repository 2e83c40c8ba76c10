// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_TRACEVIEW_SERVER_OTLP_HTTP_H_
#define BATON_TOOLS_TRACEVIEW_SERVER_OTLP_HTTP_H_

#include <cstddef>

#include "tools/traceview/server/http_message.h"
#include "tools/traceview/store/trace_store.h"

namespace baton::traceview {

// Handles a POST to /v1/traces according to OTLP/HTTP: Protocol Buffers or
// JSON, with or without gzip. The response has the encoding of the request.
HttpResponse ReceiveOtlp(const HttpRequest& request, size_t max_bytes,
                         TraceStore& store);

// Returns OTLP's response when `rejected` spans were invalid.
opentelemetry::proto::collector::trace::v1::ExportTraceServiceResponse
MakeExportResponse(int rejected);

}  // namespace baton::traceview

#endif  // BATON_TOOLS_TRACEVIEW_SERVER_OTLP_HTTP_H_
