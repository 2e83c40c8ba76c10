// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "baton/client.h"
#include "baton/core/policy/policy_validation.h"
#include "baton/idempotency/idempotency_key.h"
#include "baton/rpc/call/plan/policy_overrides.h"
#include "baton/rpc/call/served_call.h"
#include "baton/rpc/grpc/context_access.h"
#include "baton/rpc/request/context_extension.h"

namespace baton {

absl::Status SetCallOverrides(grpc::ClientContext* context,
                              CallOverrides overrides) {
  MethodPolicy policy;
  // The policy of the method may declare it. If it does not, the call is not
  // hedged.
  policy.idempotency = Idempotency::kIdempotent;
  // The policy of the method or the request sets the grant, which also limits
  // the attempts.
  policy.retry.edge_grant = defaults::kEdgeGrantLimit;
  core::ValidationErrors errors;
  core::ValidateMethodPolicy(rpc::WithOverrides(policy, overrides), errors);
  if (overrides.timeout.has_value() &&
      *overrides.timeout <= absl::ZeroDuration()) {
    errors.Add("timeout",
               absl::StrCat("must be positive, got ",
                            absl::FormatDuration(*overrides.timeout)));
  }
  if (overrides.idempotency_key.has_value()) {
    if (const absl::Status valid =
            ValidateIdempotencyKey(*overrides.idempotency_key);
        !valid.ok()) {
      errors.Add("idempotency_key",
                 absl::StripPrefix(valid.message(), "idempotency-key: "));
    }
  }
  if (absl::Status status = errors.ToStatus("call overrides"); !status.ok()) {
    return status;
  }
  rpc::ContextExtension::FindOrAttach(*context).SetOverrides(
      std::move(overrides));
  return absl::OkStatus();
}

std::optional<CallReport> GetCallReport(const grpc::ClientContext& context) {
  for (const auto& interceptor : rpc::InterceptorsOf(context)) {
    const auto* const source =
        dynamic_cast<const rpc::ReportSource*>(interceptor.get());
    if (source == nullptr) continue;
    if (std::optional<CallReport> report = source->Report()) return report;
  }
  const rpc::ContextExtension* const extension =
      rpc::ContextExtension::Find(context);
  if (extension == nullptr) return std::nullopt;
  return extension->report();
}

}  // namespace baton
