// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/policy/owner.h"

namespace baton {

absl::string_view ToString(OwnerMode mode) {
  switch (mode) {
    case OwnerMode::kKeep:
      return "keep";
    case OwnerMode::kDelegate:
      return "delegate";
    case OwnerMode::kSplit:
      return "split";
  }
  return "keep";
}

}  // namespace baton
