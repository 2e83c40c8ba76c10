// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_POLICY_ORIGINS_H_
#define BATON_CONFIG_POLICY_ORIGINS_H_

#include <string>

#include "baton/config/method_catalog.h"
#include "baton/config/policy_names.h"
#include "baton/config/syntax/diagnostics.h"
#include "baton/v1/policy.pb.h"

namespace baton::config {

// The source of each value of a loaded policy. ExplainMethod() and PolicyText()
// read it.
struct PolicyOrigins {
  std::string file;
  v1::Policy source;
  PolicyNames names;
  PositionMap positions;
  MethodCatalog catalog;
};

}  // namespace baton::config

#endif  // BATON_CONFIG_POLICY_ORIGINS_H_
