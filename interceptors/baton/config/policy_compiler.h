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

// Makes of a policy file what lookups need: for each name the complete policy,
// with everything less specific and the defaults merged in, and with the
// idempotency that `catalog` knows where the file is silent; the same for each
// method that has a level in the catalog and no name in the file.
//
// What is wrong is reported at the entry that says it: a bad value is reported
// once, however many entries inherit it.
Policy CompilePolicy(const v1::Policy& source, const PolicyNames& names,
                     const MethodCatalog& catalog, const PositionMap& positions,
                     Diagnostics& diagnostics);

}  // namespace baton::config

#endif  // BATON_CONFIG_POLICY_COMPILER_H_
