// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_POLICY_MERGE_H_
#define BATON_CONFIG_POLICY_MERGE_H_

#include "absl/strings/string_view.h"
#include "baton/v1/policy.pb.h"

namespace baton::config {

// Lays the more specific entry `from` over `into`, field by field: what `from`
// sets replaces what was there, lists and owners as a whole, and what it does
// not set stays. Names are left alone.
void MergeEntry(const v1::MethodPolicy& from, v1::MethodPolicy& into);

// Is the field at `path` ("retry.backoff.max") what it is because of `entry`?
// Lists are asked for as a whole or by element.
bool SetsField(const v1::MethodPolicy& entry, absl::string_view path);

}  // namespace baton::config

#endif  // BATON_CONFIG_POLICY_MERGE_H_
