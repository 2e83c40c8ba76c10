// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/driver/one_request.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "examples/stack/driver/setup.h"

namespace baton::stack {
namespace {

constexpr absl::Duration kAllTheTimeItTakes = absl::Seconds(60);
// Short, because only the number of calls matters, and there are 160 waits.
constexpr absl::Duration kShortBackoff = absl::Milliseconds(2);
constexpr uint32_t kRequest = 1;

}  // namespace

absl::StatusOr<int> CallsOfOneRequest(StackOptions options) {
  options.loop_timeout = kAllTheTimeItTakes;
  options.native_backoff = kShortBackoff;
  auto setup = Setup::Start(std::move(options));
  if (!setup.ok()) return setup.status();
  Faults faults;
  faults.set_fail_ratio(1);
  const absl::Status status = (*setup)->stack().SetFaults(faults);
  if (!status.ok()) return status;
  if ((*setup)->Get(kRequest, kAllTheTimeItTakes).ok()) {
    return absl::InternalError(
        "a request succeeded although the store failed every call");
  }
  return (*setup)->stack().tally(::shop::v1::LAYER_STORE).Calls(kRequest);
}

}  // namespace baton::stack
