// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/harm/runs/pause.h"

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace baton::harm {

void Pause(int milliseconds) {
  if (milliseconds <= 0) return;
  std::mutex mutex;
  std::condition_variable never;
  std::unique_lock<std::mutex> lock(mutex);
  never.wait_for(lock, std::chrono::milliseconds(milliseconds),
                 [] { return false; });
}

}  // namespace baton::harm
