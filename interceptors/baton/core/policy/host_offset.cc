// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/policy/host_offset.h"

#include <cstdint>

namespace baton::core {
namespace {

constexpr uint64_t kFnvBasis = 0xcbf29ce484222325;
constexpr uint64_t kFnvPrime = 0x100000001b3;

// FNV-1a. std::hash and absl::Hash may differ between builds and processes.
uint64_t Absorb(uint64_t hash, absl::string_view text) {
  for (const char byte : text) {
    hash = (hash ^ static_cast<unsigned char>(byte)) * kFnvPrime;
  }
  // Ends the text, so that "ab" + "c" differs from "a" + "bc".
  return (hash ^ 0xff) * kFnvPrime;
}

// Distributes the bits evenly, as SplitMix64 does. The upper bits of FNV differ
// little between similar names.
uint64_t Mix(uint64_t hash) {
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111eb;
  return hash ^ (hash >> 31);
}

bool IsUsable(absl::Duration period) {
  return period > absl::ZeroDuration() && period < absl::InfiniteDuration();
}

}  // namespace

absl::Duration HostOffset(absl::string_view host, absl::string_view name,
                          absl::Duration period) {
  if (!IsUsable(period)) return absl::ZeroDuration();
  const uint64_t hash = Mix(Absorb(Absorb(kFnvBasis, host), name));
  // The upper 32 bits: the product of a duration and an integer is exact.
  return period * static_cast<int64_t>(hash >> 32) / (int64_t{1} << 32);
}

absl::Time NextPeriodicRun(absl::Time now, absl::Duration period,
                           absl::Duration offset) {
  if (!IsUsable(period)) return absl::InfiniteFuture();
  const absl::Duration since_run = now - (absl::UnixEpoch() + offset);
  const absl::Time run =
      absl::UnixEpoch() + offset + absl::Floor(since_run, period);
  return run + period;
}

}  // namespace baton::core
