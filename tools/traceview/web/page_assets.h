// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_TRACEVIEW_WEB_PAGE_ASSETS_H_
#define BATON_TOOLS_TRACEVIEW_WEB_PAGE_ASSETS_H_

#include <cstddef>

#include "absl/strings/string_view.h"

namespace baton::traceview {

// A file of the page, embedded in the program. Never destroyed.
struct PageAsset {
  const char* path;  // "/app.js"
  const char* content_type;
  const char* content;
  size_t size;
};

// Returns nullptr if the page has no such file.
const PageAsset* FindPageAsset(absl::string_view path);

}  // namespace baton::traceview

#endif  // BATON_TOOLS_TRACEVIEW_WEB_PAGE_ASSETS_H_
