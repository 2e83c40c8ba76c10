// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/kit/engine/blocking_wait.h"

#include <memory>
#include <optional>

#include "absl/base/thread_annotations.h"
#include "baton/mutex.h"
#include "baton/policy/retry_stop.h"
#include "baton/rpc/grpc/parent_watch.h"

namespace baton::kit {
namespace {

// Shared with the timer and the watch, which may outlive the wait.
class Wakeup {
 public:
  void Set(WaitEnd end) {
    const MutexLock lock(mutex_);
    if (!end_.has_value()) end_ = end;
    changed_.NotifyAll();
  }
  WaitEnd Wait() {
    const MutexLock lock(mutex_);
    while (!end_.has_value()) changed_.Wait(mutex_);
    return *end_;
  }

 private:
  Mutex mutex_;
  CondVar changed_;
  std::optional<WaitEnd> end_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace

WaitEnd WaitUntil(rpc::Runtime& runtime, MonotonicTime until,
                  const rpc::RequestRecord* request) {
  const auto wakeup = std::make_shared<Wakeup>();
  rpc::ParentWatch watch;
  if (request != nullptr) {
    watch.Start(request->call(),
                [wakeup] { wakeup->Set(WaitEnd::kRequestEnded); });
  }
  const rpc::Runtime::TimerId timer =
      runtime.Schedule(until, [wakeup] { wakeup->Set(WaitEnd::kTime); });
  RetryStopWatch retry_stop_watch;
  retry_stop_watch.Start([wakeup] { wakeup->Set(WaitEnd::kRetriesStopped); });
  const WaitEnd end = wakeup->Wait();
  runtime.Cancel(timer);
  return end;
}

}  // namespace baton::kit
