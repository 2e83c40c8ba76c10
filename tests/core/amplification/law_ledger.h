// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_AMPLIFICATION_LAW_LEDGER_H_
#define BATON_TESTS_CORE_AMPLIFICATION_LAW_LEDGER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace baton::law {

// Counts the attempts that one request causes at each call site, and compares
// them with the law.
//
// A domain is what one minted grant G covers: in it each call site may see
// 1 + G attempts for each one that it would see without retries. Where nobody
// knows of a grant (a service that drops the header) a domain ends, and the
// next server below that mints one begins another.
class LawLedger {
 public:
  explicit LawLedger(std::size_t sites) : sites_(sites) {}

  // A domain in which `granted` was minted. Returns its number.
  int OpenDomain(int granted);

  // An attempt was sent at a call site.
  void OnAttempt(int domain, int site);

  // The left side of the law for one call, with what it was granted.
  void OnCall(int used, int granted);

  // The attempts at a site in all domains together.
  int AttemptsAt(int site) const;
  int64_t attempts() const { return attempts_; }
  int domains() const { return static_cast<int>(granted_.size()); }

  // The largest number of attempts at any site of any domain that was granted
  // `granted`.
  int Worst(int granted) const;

  bool broken() const { return !violation_.empty(); }
  // The first violation in words; empty if there was none.
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

}  // namespace baton::law

#endif  // BATON_TESTS_CORE_AMPLIFICATION_LAW_LEDGER_H_
