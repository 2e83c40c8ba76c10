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

// Compiles a policy file for lookups. Each name gets a complete policy, merged
// from less specific entries and the defaults. If the file sets no idempotency,
// `catalog` provides it. A method that has an idempotency level in the catalog
// and no name in the file gets a policy as well.
//
// Reports each invalid value once, at the entry that sets it, even if several
// entries inherit it.
Policy CompilePolicy(const v1::Policy& source, const PolicyNames& names,
                     const MethodCatalog& catalog, const PositionMap& positions,
                     Diagnostics& diagnostics);

}  // namespace baton::config

#endif  // BATON_CONFIG_POLICY_COMPILER_H_
