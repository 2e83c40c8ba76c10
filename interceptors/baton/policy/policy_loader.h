// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_POLICY_LOADER_H_
#define BATON_POLICY_POLICY_LOADER_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "baton/policy/policy.h"

namespace baton {

namespace config {

struct PolicyOrigins;

}  // namespace config

// The format of a policy.
enum class PolicyFormat {
  // The extension of the file decides: .textproto and .txtpb are kText, .json
  // is kJson. For a policy that is not in a file: kText.
  kByExtension,
  kText,           // text format of baton.v1.Policy
  kJson,           // JSON of baton.v1.Policy
  kServiceConfig,  // a gRPC service config, see service_config.h
};

// The descriptors that Baton checks the names of a policy against. They also
// provide the idempotency of methods if the policy sets none.
enum class DescriptorSource {
  kNone,
  // The services that are linked into this process. An unknown method of a
  // linked service is an error. An unknown service is not, because it may be
  // called through generic stubs. If its name is similar to a linked one, there
  // is a note.
  kLinked,
  // The file in `descriptor_set_file`. Each service and method that is not in
  // it is an error.
  kSet,
};

// The options of LoadPolicy() and LoadPolicyFile(). A value.
struct LoadPolicyOptions {
  // The format of the policy.
  PolicyFormat format = PolicyFormat::kByExtension;
  // The descriptors that the names of services and methods must match.
  DescriptorSource descriptors = DescriptorSource::kLinked;
  // The file that `protoc --descriptor_set_out` wrote, for kSet.
  std::string descriptor_set_file;
  // Whether the methods that a service config retries or hedges are known to be
  // idempotent. Only for kServiceConfig.
  bool assume_idempotent = false;
};

// A valid policy, and facts about its source. A value.
struct LoadedPolicy {
  // The policy, with all entries merged.
  Policy policy;
  // Facts that the author should know, as "FILE:LINE:COLUMN: path: message".
  // Most notes are about parts of a service config without an exact equivalent.
  std::vector<std::string> notes;
  // The source of each value, for ExplainMethod() and PolicyText().
  std::shared_ptr<const config::PolicyOrigins> origins;
};

// A larger policy is invalid.
inline constexpr int kMaxPolicyBytes = 4 << 20;

// Loads a policy. The error is INVALID_ARGUMENT with all mistakes, one on each
// line, as "FILE:LINE:COLUMN: path: message". `name` stands for FILE and need
// not exist.
absl::StatusOr<LoadedPolicy> LoadPolicy(absl::string_view contents,
                                        absl::string_view name,
                                        const LoadPolicyOptions& options = {});

// Loads a policy from a file. If the file cannot be read, the error has another
// code and names the reason.
absl::StatusOr<LoadedPolicy> LoadPolicyFile(
    const std::string& path, const LoadPolicyOptions& options = {});

}  // namespace baton

#endif  // BATON_POLICY_POLICY_LOADER_H_
