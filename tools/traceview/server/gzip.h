// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_TRACEVIEW_SERVER_GZIP_H_
#define BATON_TOOLS_TRACEVIEW_SERVER_GZIP_H_

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace baton::traceview {

// Unpacks a body with `Content-Encoding: gzip`. RESOURCE_EXHAUSTED if there is
// more in it than `max_bytes`, INVALID_ARGUMENT if it is no gzip or cut short.
absl::StatusOr<std::string> Gunzip(absl::string_view packed, size_t max_bytes);

}  // namespace baton::traceview

#endif  // BATON_TOOLS_TRACEVIEW_SERVER_GZIP_H_
