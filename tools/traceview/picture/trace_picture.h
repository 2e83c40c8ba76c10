// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_TRACEVIEW_PICTURE_TRACE_PICTURE_H_
#define BATON_TOOLS_TRACEVIEW_PICTURE_TRACE_PICTURE_H_

#include <string>

#include "tools/traceview/store/trace_store.h"

namespace baton::traceview {

// Returns one request as an SVG for documents. Each service has a lane, with
// the time from left to right. A lane shows the attempts of calls with retries,
// the waits between them, and the received requests. The same trace always
// gives the same bytes. Draws at most 12 services and 400 bars.
std::string TracePicture(const StoredTrace& trace);

}  // namespace baton::traceview

#endif  // BATON_TOOLS_TRACEVIEW_PICTURE_TRACE_PICTURE_H_
