// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_TRACEVIEW_SERVER_VIEW_JSON_H_
#define BATON_TOOLS_TRACEVIEW_SERVER_VIEW_JSON_H_

#include <string>

#include "absl/strings/string_view.h"
#include "tools/traceview/store/trace_store.h"

// The JSON for the page. Times are in microseconds. The times inside a trace
// are relative to its first span. Invalid UTF-8 is replaced.
namespace baton::traceview {

// Returns the list, or its changes. `instance` identifies the run of the
// server. Revisions of other runs are not valid.
std::string ChangesJson(const StoreChanges& changes, const StoreLimits& limits,
                        absl::string_view instance);

// Returns one trace with all its details.
std::string TraceJson(const StoredTrace& trace);

}  // namespace baton::traceview

#endif  // BATON_TOOLS_TRACEVIEW_SERVER_VIEW_JSON_H_
