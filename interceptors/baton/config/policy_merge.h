// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_POLICY_MERGE_H_
#define BATON_CONFIG_POLICY_MERGE_H_

#include "absl/strings/string_view.h"
#include "baton/v1/policy.pb.h"

namespace baton::config {

// Merges the more specific entry `from` into `into`, field by field. A field
// that `from` sets replaces the old one. Lists and owners are replaced as a
// whole. All other fields stay. Names are not merged.
void MergeEntry(const v1::MethodPolicy& from, v1::MethodPolicy& into);

// Returns whether `entry` sets the field at `path` ("retry.backoff.max"). The
// path may name a whole list or one element.
bool SetsField(const v1::MethodPolicy& entry, absl::string_view path);

}  // namespace baton::config

#endif  // BATON_CONFIG_POLICY_MERGE_H_
