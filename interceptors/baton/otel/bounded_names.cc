// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/bounded_names.h"

#include <algorithm>
#include <memory>

#include "absl/hash/hash.h"
#include "baton/core/report/printable_text.h"

namespace baton::otel {
namespace {

constexpr std::size_t kMostNames = 100000;

}  // namespace

BoundedNames::BoundedNames(std::size_t most)
    : most_(std::min(most, kMostNames)), slots_(2 * most_ + 1) {}

BoundedNames::~BoundedNames() {
  for (auto& slot : slots_) delete slot.load(std::memory_order_relaxed);
}

std::optional<absl::string_view> BoundedNames::Keep(absl::string_view name) {
  if (name.size() > kLongest) return std::nullopt;
  std::unique_ptr<const std::string> mine;
  std::size_t index = absl::Hash<absl::string_view>()(name) % slots_.size();
  // The loop ends at an empty slot at the latest. The table always has some.
  while (true) {
    const std::string* found = slots_[index].load(std::memory_order_acquire);
    if (found == nullptr) {
      if (mine == nullptr) {
        if (taken_.load(std::memory_order_relaxed) >= most_) {
          return std::nullopt;
        }
        if (!core::IsPrintableText(name)) return std::nullopt;
        if (taken_.fetch_add(1) >= most_) {
          taken_.fetch_sub(1);
          return std::nullopt;
        }
        mine = std::make_unique<const std::string>(name);
      }
      if (slots_[index].compare_exchange_strong(found, mine.get(),
                                                std::memory_order_acq_rel)) {
        return *mine.release();
      }
    }
    if (*found == name) {
      // Another thread has added the same name first.
      if (mine != nullptr) taken_.fetch_sub(1);
      return *found;
    }
    index = (index + 1) % slots_.size();
  }
}

}  // namespace baton::otel
