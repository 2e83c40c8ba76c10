// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_TRACEVIEW_SERVER_GZIP_H_
#define BATON_TOOLS_TRACEVIEW_SERVER_GZIP_H_

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace baton::traceview {

// Decompresses a body with `Content-Encoding: gzip`. Returns RESOURCE_EXHAUSTED
// if the result is larger than `max_bytes`. Returns INVALID_ARGUMENT if the
// body is not gzip or is truncated.
absl::StatusOr<std::string> Gunzip(absl::string_view packed, size_t max_bytes);

}  // namespace baton::traceview

#endif  // BATON_TOOLS_TRACEVIEW_SERVER_GZIP_H_
