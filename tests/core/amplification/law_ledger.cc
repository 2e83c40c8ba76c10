// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/amplification/law_ledger.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace baton::amplification {

int AmplificationLedger::OpenDomain(int granted) {
  granted_.push_back(granted);
  at_sites_.resize(granted_.size() * sites_, 0);
  return domains() - 1;
}

void AmplificationLedger::OnAttempt(int domain, int site) {
  ++attempts_;
  const int granted = granted_[static_cast<std::size_t>(domain)];
  const int count = ++at_sites_[static_cast<std::size_t>(domain) * sites_ +
                                static_cast<std::size_t>(site)];
  int& worst = worst_[static_cast<std::size_t>(granted)];
  worst = std::max(worst, count);
  if (count > 1 + granted && !broken()) {
    violation_ = absl::StrCat("attempt ", count, " at call site ", site,
                              " of a request that was granted ", granted);
  }
}

void AmplificationLedger::OnCall(int used, int granted) {
  if (used > granted && !broken()) {
    violation_ = absl::StrCat("a call that was granted ", granted,
                              " accounts for ", used);
  }
}

void AmplificationLedger::OnSwitchedOff(int forwarded) {
  if (forwarded > 0 && !broken()) {
    violation_ = absl::StrCat("a call whose retries are switched off forwards ",
                              forwarded);
  }
}

int AmplificationLedger::AttemptsAt(int site) const {
  int sum = 0;
  for (std::size_t i = static_cast<std::size_t>(site); i < at_sites_.size();
       i += sites_) {
    sum += at_sites_[i];
  }
  return sum;
}

int AmplificationLedger::Worst(int granted) const {
  return worst_[static_cast<std::size_t>(granted)];
}

}  // namespace baton::amplification
