// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_POLICY_LOADER_H_
#define BATON_POLICY_POLICY_LOADER_H_

#include "baton/base/export.h"

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "baton/policy/policy.h"

namespace baton::config {
struct PolicyOrigins;
}  // namespace baton::config

namespace BATON_EXPORT baton {

// The format of a policy.
enum class PolicyFormat {
  // The file name decides: .textproto and .txtpb mean kText, .json means kJson,
  // and other names are an error. LoadPolicy() ignores the name and uses kText.
  kByExtension,
  kText,           // text format of baton.v1.Policy
  kJson,           // JSON of baton.v1.Policy
  kServiceConfig,  // a gRPC service config: see docs/policy.md
};

// The protobuf descriptors with which Baton compares the names in a policy. If
// the policy does not set the idempotency of a method, Baton also takes it from
// the descriptors.
enum class DescriptorSource {
  kNone,
  // The descriptors that are linked into this process. If a linked service has
  // no method with a name in the policy, that is an error. A service that is
  // not linked is no error, because the process may call it through generic
  // stubs. If its name is similar to the name of a linked service, Baton adds a
  // note.
  kLinked,
  // The descriptors in `descriptor_set_file`. A service or method that is not
  // in this file is an error.
  kSet,
};

// The options of LoadPolicy() and LoadPolicyFile(). A value.
struct LoadPolicyOptions {
  // The format of the policy.
  PolicyFormat format = PolicyFormat::kByExtension;
  // The descriptors with which Baton compares the names of services and
  // methods.
  DescriptorSource descriptors = DescriptorSource::kLinked;
  // The file that `protoc --descriptor_set_out` wrote, for kSet.
  std::string descriptor_set_file;
  // Whether all methods that a service config retries or hedges count as
  // idempotent. Only for kServiceConfig.
  bool assume_idempotent = false;
};

// A valid policy, with notes about it and the source of each value. A value.
struct LoadedPolicy {
  // The policy, with all entries merged.
  Policy policy;
  // Notes for the author of the policy, as "FILE:LINE:COLUMN: path: message".
  // Most notes are about parts of a service config that Baton cannot represent
  // exactly.
  std::vector<std::string> notes;
  // The source of each value. ExplainMethod() and PolicyText() use it.
  std::shared_ptr<const config::PolicyOrigins> origins;
};

// The maximum size of a policy in bytes. A larger policy is invalid.
inline constexpr int kMaxPolicyBytes = 4 << 20;

// Loads a policy. If it is invalid, returns INVALID_ARGUMENT with all mistakes.
// Each mistake has a line "FILE:LINE:COLUMN: path: message". FILE is `name`,
// which need not be the name of an existing file.
absl::StatusOr<LoadedPolicy> LoadPolicy(absl::string_view contents,
                                        absl::string_view name,
                                        const LoadPolicyOptions& options = {});

// Loads a policy from a file. If the policy is invalid, returns the same error
// as LoadPolicy(). If Baton cannot read the file, the error has another code
// and names the reason.
absl::StatusOr<LoadedPolicy> LoadPolicyFile(
    const std::string& path, const LoadPolicyOptions& options = {});

}  // namespace baton

#endif  // BATON_POLICY_POLICY_LOADER_H_
