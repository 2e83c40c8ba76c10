// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/decision/call_grant.h"

#include <algorithm>
#include <cassert>

#include "baton/retry_budget_header.h"

namespace baton::core {

CallGrant::CallGrant(int granted, Owner owner, bool callee_participates)
    : granted_(std::clamp(granted, 0, kMaxGrant)),
      owner_(owner),
      callee_participates_(callee_participates) {}

int CallGrant::used() const {
  return std::max(attempts_admitted() - 1, 0) + grant_used_by_callees_;
}

bool CallGrant::CanStartAttempt() const {
  return attempts_admitted() == 0 || used() + 1 <= granted_;
}

bool CallGrant::KeepsSomeGrant() const {
  return use_ == GrantUse::kByOwner && owner_.mode == OwnerMode::kSplit &&
         has_forwarded_ &&
         std::max(attempts_admitted() - 1, 0) < owner_.kept_grant;
}

void CallGrant::ReleaseAttempt() { reserved_ = std::max(reserved_ - 1, 0); }

int CallGrant::ToForward() const {
  if (!callee_participates_) return 0;
  const int left = std::max(granted_ - used(), 0);
  switch (use_) {
    case GrantUse::kByOwner:
      break;
    case GrantUse::kForwardNotIdempotent:
    case GrantUse::kForwardNoTime:
    case GrantUse::kPassOn:
      return left;
    case GrantUse::kSwitchedOff:
      return 0;
  }
  switch (owner_.mode) {
    case OwnerMode::kKeep:
      return 0;
    case OwnerMode::kDelegate:
      return left;
    case OwnerMode::kSplit: {
      const int retries_made = attempts_ - 1;
      const int kept = std::max(owner_.kept_grant - retries_made, 0);
      return std::max(left - kept, 0);
    }
  }
  return 0;
}

int CallGrant::StartAttempt() {
  ReleaseAttempt();
  ++attempts_;
  const int forwarded = ToForward();
  grant_used_by_callees_ += forwarded;
  has_forwarded_ |= forwarded > 0;
  return forwarded;
}

void CallGrant::EndAttempt(int forwarded,
                           std::optional<int> grant_used_by_callee) {
  const int used =
      std::clamp(grant_used_by_callee.value_or(forwarded), 0, forwarded);
  grant_used_by_callees_ -= forwarded - used;
}

void CallGrant::UndoAttempt(int forwarded) {
  assert(attempts_ > 0 && forwarded <= grant_used_by_callees_);
  --attempts_;
  grant_used_by_callees_ -= forwarded;
}

}  // namespace baton::core
