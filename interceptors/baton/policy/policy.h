// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_POLICY_H_
#define BATON_POLICY_POLICY_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "baton/policy/inbound_grant_options.h"
#include "baton/policy/method_policy.h"
#include "baton/policy/process_budget_options.h"
#include "baton/policy/stream_options.h"

namespace baton {

// The configuration of one process: a policy for each method, the budget of
// each target, and the use of inbound `retry-budget` headers.
//
// Usually loaded from a file. The loader merges and validates it. In code:
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
// Must not change once it is in use. Any thread may then read it.
class Policy {
 public:
  // Returns the policy of methods that no entry names, and of methods without a
  // name.
  MethodPolicy& everything() { return everything_; }
  // Returns the same policy for reading.
  const MethodPolicy& everything() const { return everything_; }

  // Sets the policy of a service. `service` is the full name, including the
  // package. A second entry for the same name replaces the first.
  void SetService(absl::string_view service, MethodPolicy policy);
  // Sets the policy of a method, as SetService() does for a service.
  void SetMethod(absl::string_view service, absl::string_view method,
                 MethodPolicy policy);

  // Returns the most specific entry for a method. `full_method` is the name in
  // gRPC's form, "/shop.v1.Inventory/Get". Allocates nothing, and takes the
  // same time for any number of entries. The result is valid as long as the
  // policy.
  const MethodPolicy& Find(absl::string_view full_method) const;

  // Calls `visit` with "" and everything(), then with the name of each entry,
  // "shop.v1.Inventory" or "/shop.v1.Inventory/Get", in no particular order.
  template <typename Visit>
  void ForEach(Visit visit) const {
    visit(absl::string_view(), everything_);
    for (const auto& [name, index] : services_) visit(name, policies_[index]);
    for (const auto& [name, index] : methods_) visit(name, policies_[index]);
  }

  // The tokens for retries to each target.
  ProcessBudgetOptions process_budget;
  // The use of the `retry-budget` header of inbound requests, on a server.
  InboundGrantOptions inbound_grant;
  // The limit on all replay buffers of the process together.
  ProcessReplayOptions process_replay;

 private:
  // Indexes of `policies_`. If the tables held the policies themselves, a table
  // of thousands would not stay in the cache of the processor.
  using Entries = absl::flat_hash_map<std::string, std::size_t>;

  void Set(Entries& entries, std::string name, MethodPolicy policy);

  MethodPolicy everything_;
  Entries services_;  // by full name
  Entries methods_;   // by "/service/method"
  std::vector<MethodPolicy> policies_;
};

}  // namespace baton

#endif  // BATON_POLICY_POLICY_H_
