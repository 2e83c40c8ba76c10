// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/rpc/grpc/status_details.h"

// Parses any `grpc-status-details-bin`. The result is a finite delay, and a
// reason and a domain that are not longer than the input. There is no domain
// without a reason.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  const baton::rpc::StatusDetails found = baton::rpc::ParseStatusDetails(
      absl::string_view(reinterpret_cast<const char*>(data), size));
  if (found.retry_delay.has_value() &&
      (*found.retry_delay < absl::ZeroDuration() ||
       *found.retry_delay > absl::Hours(24 * 366 * 10'000))) {
    std::abort();
  }
  if (found.reason.size() + found.domain.size() > size) std::abort();
  if (found.reason.empty() && !found.domain.empty()) std::abort();
  return 0;
}
