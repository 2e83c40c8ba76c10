// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_TRACEVIEW_PICTURE_OWNERS_TEXT_H_
#define BATON_TOOLS_TRACEVIEW_PICTURE_OWNERS_TEXT_H_

#include <string>

#include "tools/traceview/store/trace_store.h"

namespace baton::traceview {

// Returns which services owned the retries of a request, and how many they
// made: once for each service. Empty if there were no retries with a grant.
std::string OwnersText(const StoredTrace& trace);

}  // namespace baton::traceview

#endif  // BATON_TOOLS_TRACEVIEW_PICTURE_OWNERS_TEXT_H_
