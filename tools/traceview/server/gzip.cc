// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/traceview/server/gzip.h"

#include <zlib.h>

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace baton::traceview {

absl::StatusOr<std::string> Gunzip(absl::string_view packed, size_t max_bytes) {
  constexpr int kGzipHeader = 16;
  constexpr size_t kPart = size_t{64} << 10;
  z_stream stream = {};
  if (inflateInit2(&stream, MAX_WBITS + kGzipHeader) != Z_OK) {
    return absl::InternalError("cannot start the gzip decompression");
  }
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());

  std::string unpacked;
  int result = Z_OK;
  // One byte more than allowed, to distinguish "full" from "too large".
  while (result == Z_OK && unpacked.size() <= max_bytes) {
    const size_t old = unpacked.size();
    const size_t room = std::min(kPart, max_bytes + 1 - old);
    unpacked.resize(old + room);
    stream.next_out = reinterpret_cast<Bytef*>(&unpacked[old]);
    stream.avail_out = static_cast<uInt>(room);
    result = inflate(&stream, Z_NO_FLUSH);
    unpacked.resize(old + room - stream.avail_out);
  }
  inflateEnd(&stream);
  if (unpacked.size() > max_bytes) {
    return absl::ResourceExhaustedError(
        absl::StrCat("the decompressed body exceeds ", max_bytes, " bytes"));
  }
  if (result != Z_STREAM_END) {
    return absl::InvalidArgumentError("the body is not gzip, or is truncated");
  }
  return unpacked;
}

}  // namespace baton::traceview
