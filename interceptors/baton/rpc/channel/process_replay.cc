// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/channel/process_replay.h"

namespace baton::rpc {

core::ReplayLimit& ProcessReplayLimit() {
  static auto* const limit = new core::ReplayLimit();
  return *limit;
}

}  // namespace baton::rpc
