// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_AMPLIFICATION_LAW_LEDGER_H_
#define BATON_TESTS_CORE_AMPLIFICATION_LAW_LEDGER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace baton::amplification {

// Counts the attempts that one request causes at each call site, and checks the
// amplification bound.
//
// A domain is the part of the request that one grant G covers. In a domain each
// call site may see 1 + G attempts for each attempt without retries. A domain
// ends at a service that drops the header. The next server that creates a grant
// starts another domain.
class AmplificationLedger {
 public:
  explicit AmplificationLedger(std::size_t sites) : sites_(sites) {}

  // Opens a domain with the grant `granted`. Returns its number.
  int OpenDomain(int granted);

  // Counts an attempt at a call site.
  void OnAttempt(int domain, int site);

  // Checks that one call used no more than it was granted.
  void OnCall(int used, int granted);

  // Checks that an attempt forwarded nothing, because its call's retries are
  // switched off.
  void OnSwitchedOff(int forwarded);

  // Returns the attempts at a site in all domains together.
  int AttemptsAt(int site) const;
  int64_t attempts() const { return attempts_; }
  int domains() const { return static_cast<int>(granted_.size()); }

  // Returns the largest number of attempts at any site of any domain with the
  // grant `granted`.
  int Worst(int granted) const;

  bool broken() const { return !violation_.empty(); }
  // Describes the first violation. Empty if there was none.
  const std::string& violation() const { return violation_; }

 private:
  static constexpr int kGrants = 10;

  const std::size_t sites_;
  std::vector<int> granted_;   // by domain
  std::vector<int> at_sites_;  // by domain and site
  int worst_[kGrants] = {};    // by granted
  int64_t attempts_ = 0;
  std::string violation_;
};

}  // namespace baton::amplification

#endif  // BATON_TESTS_CORE_AMPLIFICATION_LAW_LEDGER_H_
