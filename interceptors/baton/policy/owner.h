// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_OWNER_H_
#define BATON_POLICY_OWNER_H_

#include "absl/strings/string_view.h"

namespace baton {

// Which layer spends the grant that a request came with.
enum class OwnerMode {
  // This one; the layers below get none. The default: with it, the edge is the
  // one layer that retries, and it sees every kind of failure.
  kKeep,
  // The layer nearest to the failure: the whole grant goes along with the
  // first attempt, and what comes back unused may be spent here.
  kDelegate,
  // `split_keep` of it stays here and the rest goes along. What stayed is spent
  // even when the rest is said to be used up.
  kSplit,
};

struct Owner {
  OwnerMode mode = OwnerMode::kKeep;
  // Only for kSplit: 1 to 8, what this layer keeps for its own attempts.
  int split_keep = 0;
};

// "keep", "delegate", "split".
absl::string_view ToString(OwnerMode mode);

}  // namespace baton

#endif  // BATON_POLICY_OWNER_H_
