// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/channel/retry_abort.h"

#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "grpcpp/grpcpp.h"

namespace baton::rpc {

bool CanServerAbortRetriesOf(absl::string_view version) {
  constexpr std::pair<int, int> kFixed = {1, 82};
  const std::vector<absl::string_view> parts = absl::StrSplit(version, '.');
  std::pair<int, int> number;
  if (parts.size() < 2 || !absl::SimpleAtoi(parts[0], &number.first) ||
      !absl::SimpleAtoi(parts[1], &number.second)) {
    return true;
  }
  return number < kFixed;
}

bool CanServerAbortRetries() {
  // Of the library that is linked, and not of the headers.
  static const bool can_abort = CanServerAbortRetriesOf(grpc::Version());
  return can_abort;
}

}  // namespace baton::rpc
