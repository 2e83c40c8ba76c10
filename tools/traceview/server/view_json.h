// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_TRACEVIEW_SERVER_VIEW_JSON_H_
#define BATON_TOOLS_TRACEVIEW_SERVER_VIEW_JSON_H_

#include <string>

#include "absl/strings/string_view.h"
#include "tools/traceview/store/trace_store.h"

// What the page reads. Times are in microseconds; those of one trace are
// relative to its start. Text that is not UTF-8 is mended.
namespace baton::traceview {

// The list, or what is new in it. `instance` tells one run of the server from
// another, whose revisions mean nothing here.
std::string ChangesJson(const StoreChanges& changes, const StoreLimits& limits,
                        absl::string_view instance);

// One trace, with all that the view knows of it.
std::string TraceJson(const StoredTrace& trace);

}  // namespace baton::traceview

#endif  // BATON_TOOLS_TRACEVIEW_SERVER_VIEW_JSON_H_
