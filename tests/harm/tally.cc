// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/harm/tally.h"

#include <cinttypes>
#include <cstdio>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tests/harm/finding.h"

namespace baton::harm {

Tally::Tally(std::string options, int shown)
    : options_(std::move(options)), shown_(shown) {
  for (const FindingClass kind : kAllFindingClasses) {
    findings_[ToString(kind)] = 0;
  }
}

void Tally::OnPair() {
  const std::lock_guard<std::mutex> lock(mutex_);
  ++pairs_;
}

void Tally::OnFinding(uint64_t seed, const std::string& kind,
                      const std::string& text) {
  const std::lock_guard<std::mutex> lock(mutex_);
  bad_pairs_.insert(seed);
  if (++findings_[kind] > shown_ && shown_ > 0) return;
  std::printf("finding %s %s --replay=%" PRIx64 ": %s\n", kind.c_str(),
              options_.c_str(), seed, text.c_str());
  std::fflush(stdout);
}

void Tally::OnLimit(const std::string& name) {
  const std::lock_guard<std::mutex> lock(mutex_);
  ++limits_[name];
}

void Tally::OnUndecided() {
  const std::lock_guard<std::mutex> lock(mutex_);
  ++undecided_;
}

void Tally::OnError(uint64_t seed, const std::string& text) {
  const std::lock_guard<std::mutex> lock(mutex_);
  ++errors_;
  std::printf("harness error %s --replay=%" PRIx64 ": %s\n", options_.c_str(),
              seed, text.c_str());
  std::fflush(stdout);
}

void Tally::PrintSummary(double seconds) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::printf(
      "%d pairs in %.0f s, %d with findings, %d undecided, %d harness errors\n",
      pairs_, seconds, static_cast<int>(bad_pairs_.size()), undecided_,
      errors_);
  std::printf("findings: %s\n",
              absl::StrJoin(findings_, ", ", absl::PairFormatter(" ")).c_str());
  std::printf("named limits: %s\n",
              absl::StrJoin(limits_, ", ", absl::PairFormatter(" ")).c_str());
  std::fflush(stdout);
}

int Tally::findings() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  int sum = 0;
  for (const auto& [kind, count] : findings_) sum += count;
  return sum;
}

int Tally::errors() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return errors_;
}

}  // namespace baton::harm
