// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/policy/policy.h"

#include <utility>

#include "absl/strings/str_cat.h"

namespace baton {
namespace {

// Returns "shop.v1.Inventory" for "/shop.v1.Inventory/Get". Returns "" for a
// name of another form.
absl::string_view ServiceOf(absl::string_view full_method) {
  if (full_method.empty() || full_method[0] != '/') return {};
  full_method.remove_prefix(1);
  const std::size_t slash = full_method.find('/');
  if (slash == absl::string_view::npos) return {};
  return full_method.substr(0, slash);
}

}  // namespace

// NOLINTNEXTLINE(performance-unnecessary-value-param): try_emplace() moves it.
void Policy::Set(Entries& entries, std::string name, MethodPolicy policy) {
  const auto [it, is_new] =
      entries.try_emplace(std::move(name), policies_.size());
  if (is_new) {
    policies_.push_back(std::move(policy));
  } else {
    policies_[it->second] = std::move(policy);
  }
}

void Policy::SetService(absl::string_view service, MethodPolicy policy) {
  Set(services_, std::string(service), std::move(policy));
}

void Policy::SetMethod(absl::string_view service, absl::string_view method,
                       MethodPolicy policy) {
  Set(methods_, absl::StrCat("/", service, "/", method), std::move(policy));
}

void Policy::DeclareIdempotency(absl::string_view service,
                                absl::string_view method,
                                Idempotency idempotency) {
  has_declarations_ = true;
  if (idempotency == Idempotency::kUnknown) return;
  declared_[absl::StrCat("/", service, "/", method)] = idempotency;
}

void Policy::ApplyDeclarations() {
  declared_methods_.clear();
  declared_policies_.clear();
  for (const auto& [name, idempotency] : declared_) {
    const MethodPolicy& entry = FindEntry(name);
    if (entry.idempotency != Idempotency::kUnknown) continue;
    declared_methods_.emplace(name, declared_policies_.size());
    declared_policies_.push_back(entry);
    declared_policies_.back().idempotency = idempotency;
  }
}

const MethodPolicy& Policy::Find(absl::string_view full_method) const {
  if (!declared_methods_.empty()) {
    const auto it = declared_methods_.find(full_method);
    if (it != declared_methods_.end()) return declared_policies_[it->second];
  }
  return FindEntry(full_method);
}

const MethodPolicy& Policy::FindEntry(absl::string_view full_method) const {
  // An empty table would still compute the hash of the name.
  if (!methods_.empty()) {
    const auto it = methods_.find(full_method);
    if (it != methods_.end()) return policies_[it->second];
  }
  if (services_.empty()) return everything_;
  const auto it = services_.find(ServiceOf(full_method));
  return it == services_.end() ? everything_ : policies_[it->second];
}

}  // namespace baton
