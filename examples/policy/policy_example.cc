// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Loads a policy and shows the effective policy of some methods. Then shows the
// errors of an invalid policy file.

#include <iostream>
#include <memory>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "baton/policy.h"

namespace {

void Show(const baton::Policy& policy, const char* method) {
  const baton::MethodPolicy& found = policy.Find(method);
  std::cout << method << ": up to " << found.retry.max_attempts
            << " attempts within "
            << absl::FormatDuration(found.deadline.default_timeout)
            << ", retries " << found.retry.classifier.retryable_codes.ToString()
            << ", " << baton::ToString(found.idempotency) << "\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: policy_example GOOD_FILE BROKEN_FILE\n";
    return 2;
  }
  const absl::StatusOr<baton::LoadedPolicy> loaded =
      baton::LoadPolicyFile(argv[1]);
  if (!loaded.ok()) {
    std::cerr << loaded.status().message() << "\n";
    return 1;
  }
  Show(loaded->policy, "/shop.v1.Inventory/Get");
  Show(loaded->policy, "/shop.v1.Inventory/Reserve");

  // An invalid file does not change the policy in use.
  baton::PolicySource source(
      std::make_shared<const baton::Policy>(loaded->policy));
  const auto reloaded = baton::ReloadPolicyFile(argv[2], source);
  std::cout << reloaded.status().message() << "\n";
  Show(*source.Current(), "/shop.v1.Inventory/Get");
  return reloaded.ok() ? 1 : 0;
}
