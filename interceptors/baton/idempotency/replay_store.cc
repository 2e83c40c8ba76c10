// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/idempotency/replay_store.h"

#include "absl/strings/str_cat.h"

namespace baton {

std::string ReplayKey::ToText() const {
  return absl::StrCat(method.size(), ":", method, caller.size(), ":", caller,
                      key);
}

}  // namespace baton
