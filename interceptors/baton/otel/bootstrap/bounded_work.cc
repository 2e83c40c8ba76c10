// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/bootstrap/bounded_work.h"

#include <cstddef>
#include <memory>
#include <thread>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "baton/mutex.h"

namespace baton::otel {
namespace {

struct Progress {
  Mutex mutex;
  CondVar changed;
  std::size_t done ABSL_GUARDED_BY(mutex) = 0;
  bool succeeded ABSL_GUARDED_BY(mutex) = true;
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
      const MutexLock lock(progress->mutex);
      ++progress->done;
      progress->succeeded &= succeeded;
      progress->changed.NotifyAll();
    }).detach();
  }
  const MutexLock lock(progress->mutex);
  const auto all_done = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(progress->mutex) {
    return progress->done == pieces;
  };
  return progress->changed.WaitFor(
             progress->mutex, absl::ToChronoNanoseconds(bound), all_done) &&
         progress->succeeded;
}

}  // namespace baton::otel
