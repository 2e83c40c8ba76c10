// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_POLICY_EXPLANATION_H_
#define BATON_POLICY_POLICY_EXPLANATION_H_

#include "baton/base/export.h"

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "baton/policy/policy_loader.h"

namespace BATON_EXPORT baton {

// A field in the effective policy of a method.
struct ExplainedField {
  std::string path;    // "retry.backoff.max"
  std::string value;   // in text format, or "not set"
  std::string origin;  // "default", "descriptor", "methods[1] at 12:5"
};

// Returns every field of the effective policy of a method, with its value and
// the source of the value. The order is the order of policy.proto.
// `full_method` is the name in gRPC's form, "/shop.v1.Inventory/Get". Returns
// INVALID_ARGUMENT if the name has another form. Also returns it if the
// descriptors of the policy show that there is no such method.
absl::StatusOr<std::vector<ExplainedField>> ExplainMethod(
    const LoadedPolicy& loaded, absl::string_view full_method);

// A row of the table that classifies the failures of a method.
struct ExplainedFailure {
  std::string source;         // "rules[0]", "COSMOS_DB" (the preset), "codes"
  std::string failure;        // "reason \"X\"", "HTTP 429", "ABORTED"
  std::string outcome_class;  // "throttled"
};

// Returns the classes of failures that servers return, in the order in which
// Baton looks for them: the rules of the method's policy, the names and HTTP
// codes of its preset, and the status codes of gRPC. Returns the errors of
// ExplainMethod().
absl::StatusOr<std::vector<ExplainedFailure>> ExplainFailures(
    const LoadedPolicy& loaded, absl::string_view full_method);

// Returns the policy in text format. LoadPolicy() can read this text.
std::string PolicyText(const LoadedPolicy& loaded);

// Returns the number of entries in the `methods` list of the policy.
int MethodEntries(const LoadedPolicy& loaded);

}  // namespace baton

#endif  // BATON_POLICY_POLICY_EXPLANATION_H_
