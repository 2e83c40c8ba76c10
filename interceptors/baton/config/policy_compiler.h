// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_POLICY_COMPILER_H_
#define BATON_CONFIG_POLICY_COMPILER_H_

#include "baton/config/method_catalog.h"
#include "baton/config/policy_names.h"
#include "baton/config/syntax/diagnostics.h"
#include "baton/policy/policy.h"
#include "baton/v1/policy.pb.h"

namespace baton::config {

// Converts the entries of a policy file to a Policy, where each lookup by
// method is fast. Each name in the file gets a complete policy: its own values,
// the values of less specific entries, and the defaults. If the file does not
// set the idempotency of a method, the Policy has the idempotency from
// `catalog`. This also applies to methods that the file does not name.
//
// Reports each invalid value once, at the entry that sets it, even if several
// other entries inherit the value.
Policy CompilePolicy(const v1::Policy& source, const PolicyNames& names,
                     const MethodCatalog& catalog, const PositionMap& positions,
                     Diagnostics& diagnostics);

}  // namespace baton::config

#endif  // BATON_CONFIG_POLICY_COMPILER_H_
