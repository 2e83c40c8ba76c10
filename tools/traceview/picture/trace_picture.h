// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_TRACEVIEW_PICTURE_TRACE_PICTURE_H_
#define BATON_TOOLS_TRACEVIEW_PICTURE_TRACE_PICTURE_H_

#include <string>

#include "tools/traceview/store/trace_store.h"

namespace baton::traceview {

// One request as an SVG, for documents: a lane for each service, from left to
// right its time, with the attempts of whoever retried, the waits between them,
// and what each service was asked. The same trace is the same picture, byte by
// byte. Of a large one, the first dozen services and a few hundred bars.
std::string TracePicture(const StoredTrace& trace);

}  // namespace baton::traceview

#endif  // BATON_TOOLS_TRACEVIEW_PICTURE_TRACE_PICTURE_H_
