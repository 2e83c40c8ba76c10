// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/bootstrap/bounded_work.h"

#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

namespace baton::otel {
namespace {

struct Progress {
  std::mutex mutex;
  std::condition_variable changed;
  std::size_t done = 0;   // guarded by mutex
  bool succeeded = true;  // guarded by mutex
};

}  // namespace

bool DoWithin(absl::Duration bound, std::vector<std::function<bool()>> work) {
  const auto progress = std::make_shared<Progress>();
  const std::size_t pieces = work.size();
  for (std::function<bool()>& piece : work) {
    std::thread([progress, piece = std::move(piece)]() mutable {
      const bool succeeded = piece();
      // Destroys the objects of the function before DoWithin() returns.
      piece = nullptr;
      std::lock_guard<std::mutex> lock(progress->mutex);
      ++progress->done;
      progress->succeeded &= succeeded;
      progress->changed.notify_all();
    }).detach();
  }
  std::unique_lock<std::mutex> lock(progress->mutex);
  return progress->changed.wait_for(lock, absl::ToChronoNanoseconds(bound),
                                    [&] { return progress->done == pieces; }) &&
         progress->succeeded;
}

}  // namespace baton::otel
