// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_LOADER_H_
#define BATON_POLICY_LOADER_H_

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

// What a file is written in.
enum class PolicyFormat {
  // As the name of the file ends: .textproto and .txtpb are kText, .json is
  // kJson. Of a policy that is not in a file: kText.
  kByExtension,
  kText,           // text format of baton.v1.Policy
  kJson,           // JSON of baton.v1.Policy
  kServiceConfig,  // a gRPC service config; see service_config.h
};

// What the names of a policy are held against, and where the idempotency of
// methods comes from that the policy is silent about.
enum class DescriptorSource {
  kNone,
  // What is linked into this process: a method that a linked service does not
  // have is an error. A service that is not linked is none, for it may be
  // called through generic stubs; but if it is spelled nearly like one that
  // is, there is a note.
  kLinked,
  // `descriptor_set`: each service and method that is not in it is an error.
  kSet,
};

struct LoadPolicyOptions {
  PolicyFormat format = PolicyFormat::kByExtension;
  DescriptorSource descriptors = DescriptorSource::kLinked;
  // For kSet: the file that `protoc --descriptor_set_out` wrote.
  std::string descriptor_set_file;
  // For kServiceConfig: what it retries or hedges is known to be idempotent.
  bool assume_idempotent = false;
};

struct LoadedPolicy {
  Policy policy;
  // What its author should know, "FILE:LINE:COLUMN: path: message"; mostly
  // what could not be taken over exactly from a service config.
  std::vector<std::string> notes;
  std::shared_ptr<const config::PolicyOrigins> origins;
};

// Larger ones are refused.
inline constexpr int kMaxPolicyBytes = 4 << 20;

// Loads a policy. The error is INVALID_ARGUMENT with every mistake there is,
// one a line, as "FILE:LINE:COLUMN: path: what is wrong". `name` stands for
// FILE and needs not exist.
absl::StatusOr<LoadedPolicy> LoadPolicy(absl::string_view contents,
                                        absl::string_view name,
                                        const LoadPolicyOptions& options = {});

// The same from a file. A file that cannot be read is another error, with the
// reason.
absl::StatusOr<LoadedPolicy> LoadPolicyFile(
    const std::string& path, const LoadPolicyOptions& options = {});

}  // namespace baton

#endif  // BATON_POLICY_LOADER_H_
