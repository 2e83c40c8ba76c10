// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_POLICY_MERGE_H_
#define BATON_CONFIG_POLICY_MERGE_H_

#include "absl/strings/string_view.h"
#include "baton/v1/policy.pb.h"

namespace baton::config {

// Merges `from` into `into`, field by field. `from` is the more specific entry,
// so each field that it sets replaces the field in `into`. A list or an owner
// is replaced as a whole. All other fields of `into` stay. Names are not
// merged.
void MergeEntry(const v1::MethodPolicy& from, v1::MethodPolicy& into);

// Returns whether `entry` sets the field at `path`, for example
// "retry.backoff.max". The path may also name a whole list or one element of a
// list.
bool SetsField(const v1::MethodPolicy& entry, absl::string_view path);

}  // namespace baton::config

#endif  // BATON_CONFIG_POLICY_MERGE_H_
