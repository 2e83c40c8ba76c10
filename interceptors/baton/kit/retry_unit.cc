// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/kit/retry_unit.h"

#include "absl/strings/str_cat.h"
#include "baton/core/policy/field_checks.h"
#include "baton/core/policy/policy_validation.h"
#include "baton/core/policy/validation_errors.h"
#include "baton/kit/engine/unit_runner.h"
#include "baton/kit/engine/unit_text.h"
#include "baton/rpc/request/call_group.h"
#include "baton/rpc/runtime/runtime.h"

namespace baton {
namespace {

void CheckRetry(const char* field, const RetryOptions& retry,
                core::ValidationErrors& errors) {
  const core::ValidationErrors::Field in(errors, field);
  MethodPolicy policy;
  policy.retry = retry;
  core::ValidateMethodPolicy(policy, errors);
}

}  // namespace

RetryUnit::RetryUnit(RetryUnitOptions options)
    : options_(std::make_shared<const RetryUnitOptions>(std::move(options))) {}

absl::StatusOr<RetryUnit> RetryUnit::Create(RetryUnitOptions options) {
  core::ValidationErrors errors;
  if (options.name.empty()) errors.Add("name", "must not be empty");
  core::CheckDuration(errors, "total_time", options.total_time,
                      core::Zero::kNotAllowed, core::Infinite::kNotAllowed);
  CheckRetry("retry", options.retry, errors);
  CheckRetry("verify_retry", options.verify_retry, errors);
  if (absl::Status status = errors.ToStatus("unit options"); !status.ok()) {
    return status;
  }
  return RetryUnit(std::move(options));
}

grpc::Status RetryUnit::Run(const Body& body, UnitReport* report) const {
  if (const auto& outer = rpc::CurrentCallGroup(); outer != nullptr) {
    return kit::NestedStatus(absl::StrCat("unit '", options_->name, "'"),
                             outer->description());
  }
  kit::UnitRunner runner(*options_, rpc::Runtime::Process());
  grpc::Status status = runner.Run(body);
  if (report != nullptr) *report = runner.report();
  return status;
}

}  // namespace baton
