// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_POLICY_H_
#define BATON_POLICY_POLICY_H_

#include "baton/base/export.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "baton/idempotency/replay_options.h"
#include "baton/policy/idempotency.h"
#include "baton/policy/inbound_grant_options.h"
#include "baton/policy/method_policy.h"
#include "baton/policy/process_budget_options.h"
#include "baton/policy/request_limit_options.h"
#include "baton/policy/retry_breaker_options.h"
#include "baton/policy/stream_options.h"

namespace BATON_EXPORT baton {

// The policy of one process: a policy for each method, the process budget for
// each target, and the use of incoming `retry-budget` headers.
//
// An application usually loads the policy from a file. The loader also merges
// and validates it. To create it in code:
//
//   Policy policy;
//   policy.everything().deadline.default_timeout = absl::Seconds(5);
//
//   MethodPolicy get = policy.everything();        // each entry is complete
//   get.idempotency = Idempotency::kNoSideEffects;
//   policy.SetMethod("shop.v1.Inventory", "Get", get);
//
//   if (absl::Status status = Validate(policy); !status.ok()) ...
//
// Do not change the policy after its first use. Any thread may then read it.
class Policy {
 public:
  // Returns the policy of all methods without a more specific entry, and of
  // calls without a method name.
  MethodPolicy& everything() { return everything_; }
  // Returns the same policy, read-only.
  const MethodPolicy& everything() const { return everything_; }

  // Sets the policy of a service. `service` is the full name with the package.
  // If the service already has an entry, the new policy replaces it.
  void SetService(absl::string_view service, MethodPolicy policy);
  // Sets the policy of a method, as SetService() does for a service.
  void SetMethod(absl::string_view service, absl::string_view method,
                 MethodPolicy policy);

  // Sets the idempotency that the proto of a method declares. It applies if the
  // most specific entry for the method does not set `idempotency`, from the
  // next ApplyDeclarations() on. kUnknown declares nothing.
  void DeclareIdempotency(absl::string_view service, absl::string_view method,
                          Idempotency idempotency);
  // Applies the declarations to the current entries. A PolicySource does this
  // with its copy, so that later changes of entries reach all methods.
  void ApplyDeclarations();
  // Returns whether the declarations of protos are known. If not, a channel
  // adds the declarations that are linked into the process.
  bool has_declarations() const { return has_declarations_; }
  // Sets the result of has_declarations(), for a policy without any.
  void set_has_declarations() { has_declarations_ = true; }

  // Returns the most specific entry for a method. `full_method` is the name in
  // gRPC's form, "/shop.v1.Inventory/Get". Allocates no memory. Takes the same
  // time for any number of entries. The result is valid as long as the policy.
  const MethodPolicy& Find(absl::string_view full_method) const;

  // Calls `visit(name, policy)` for everything() with the name "", and for each
  // entry. The name of an entry is "shop.v1.Inventory" or
  // "/shop.v1.Inventory/Get". The order of the entries is unspecified.
  template <typename Visit>
  void ForEach(Visit visit) const {
    visit(absl::string_view(), everything_);
    for (const auto& [name, index] : services_) visit(name, policies_[index]);
    for (const auto& [name, index] : methods_) visit(name, policies_[index]);
  }

  // Stops all retries and hedges of the process while the policy is in use: see
  // retry_stop.h.
  bool stop_all_retries = false;
  // The process budget of each target: the tokens for retries to the target.
  ProcessBudgetOptions process_budget;
  // Whether the retry breakers of each target and method block retries.
  RetryBreakerOptions retry_breaker;
  // How servers use the `retry-budget` header of incoming requests. Not set:
  // ServerOptions::inbound_grant decides.
  std::optional<InboundGrantOptions> inbound_grant;
  // The limit on what all calls of the process keep for later attempts.
  ProcessReplayOptions process_replay;
  // How servers treat the idempotency keys of their requests. Not set:
  // ServerOptions::replay decides.
  std::optional<ReplayOptions> request_replay;
  // The limit of servers on retries. Not set, here and in the two fields below:
  // the option of the same name in ServerOptions decides.
  std::optional<RetryRatioLimitOptions> retry_ratio_limit;
  // Requests that arrive at servers with too little time.
  std::optional<ExpiredRequestOptions> expired_requests;
  // Requests that are cancelled before their handler starts.
  std::optional<CancelledRequestOptions> cancelled_requests;

 private:
  // Indexes of `policies_`. The tables do not contain the policies themselves,
  // so that a table with thousands of entries fits into the cache of the
  // processor.
  using Entries = absl::flat_hash_map<std::string, std::size_t>;

  void Set(Entries& entries, std::string name, MethodPolicy policy);
  const MethodPolicy& FindEntry(absl::string_view full_method) const;

  MethodPolicy everything_;
  Entries services_;  // by full name
  Entries methods_;   // by "/service/method"
  std::vector<MethodPolicy> policies_;

  // The declarations, by "/service/method".
  absl::flat_hash_map<std::string, Idempotency> declared_;
  bool has_declarations_ = false;
  // The entries of methods whose declaration applies: indexes of
  // `declared_policies_`.
  Entries declared_methods_;
  std::vector<MethodPolicy> declared_policies_;
};

}  // namespace baton

#endif  // BATON_POLICY_POLICY_H_
