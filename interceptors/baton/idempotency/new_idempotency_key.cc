// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "baton/core/wire/idempotency_key_text.h"
#include "baton/idempotency/idempotency_key.h"
#include "baton/rpc/runtime/fork_count.h"

namespace baton {
namespace {

using Random = std::array<uint8_t, core::kIdempotencyKeyRandomBytes>;

// Random bytes of the operating system for one thread. One system call serves
// 16 keys.
class RandomPool {
 public:
  // Returns nullopt if the operating system gives no random bytes.
  std::optional<Random> Take() {
    const uint32_t forks = rpc::ForkCount();
    if (next_ == kKeys || forks != forks_) {
      if (getentropy(pool_.data(), sizeof(pool_)) != 0) return std::nullopt;
      next_ = 0;
      forks_ = forks;
    }
    const Random taken = pool_[next_];
    // No later read of the memory can reveal a key that was handed out.
    pool_[next_++].fill(0);
    return taken;
  }

 private:
  // The most that one call of getentropy() returns is 256 bytes.
  static constexpr std::size_t kKeys = 16;

  std::array<Random, kKeys> pool_{};
  std::size_t next_ = kKeys;
  uint32_t forks_ = 0;
};

}  // namespace

std::string NewIdempotencyKey() {
  static thread_local RandomPool pool;
  const std::optional<Random> random = pool.Take();
  if (!random.has_value()) return "";
  return core::EncodeIdempotencyKey(*random);
}

}  // namespace baton
