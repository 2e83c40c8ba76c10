// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/kit/engine/blocking_wait.h"

#include <memory>

#include "absl/base/thread_annotations.h"
#include "baton/mutex.h"
#include "baton/rpc/grpc/parent_watch.h"

namespace baton::kit {
namespace {

// Shared with the timer and the watch, which may outlive the wait.
class Wakeup {
 public:
  enum class Cause { kNone, kTime, kRequestEnded };

  void Set(Cause cause) {
    const MutexLock lock(mutex_);
    if (cause_ == Cause::kNone) cause_ = cause;
    changed_.NotifyAll();
  }
  Cause Wait() {
    const MutexLock lock(mutex_);
    while (cause_ == Cause::kNone) changed_.Wait(mutex_);
    return cause_;
  }

 private:
  Mutex mutex_;
  CondVar changed_;
  Cause cause_ ABSL_GUARDED_BY(mutex_) = Cause::kNone;
};

}  // namespace

bool WaitUntil(rpc::Runtime& runtime, MonotonicTime until,
               const rpc::RequestRecord* request) {
  const auto wakeup = std::make_shared<Wakeup>();
  rpc::ParentWatch watch;
  if (request != nullptr) {
    watch.Start(request->call(),
                [wakeup] { wakeup->Set(Wakeup::Cause::kRequestEnded); });
  }
  const rpc::Runtime::TimerId timer =
      runtime.Schedule(until, [wakeup] { wakeup->Set(Wakeup::Cause::kTime); });
  const Wakeup::Cause cause = wakeup->Wait();
  runtime.Cancel(timer);
  return cause == Wakeup::Cause::kTime;
}

}  // namespace baton::kit
