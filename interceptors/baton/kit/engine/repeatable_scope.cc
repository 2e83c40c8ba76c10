// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/kit/engine/repeatable_scope.h"

#include <string>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "baton/mutex.h"

namespace baton::kit {

// Passes everything on to the group of the unit. Its calls count as calls that
// can be repeated. Thread-safe.
class RepeatableScope::Group final : public rpc::CallGroup {
 public:
  explicit Group(std::shared_ptr<rpc::CallGroup> unit)
      : unit_(std::move(unit)) {}

  const std::string& description() const override {
    return unit_->description();
  }
  absl::StatusOr<Terms> OnCallStarted(const Start& start) override {
    return unit_->OnCallStarted(start);
  }
  void OnCallEnded(const End& end) override {
    {
      const MutexLock lock(mutex_);
      outcome_unknown_ |= end.report.outcome_unknown;
      last_outcome_.reset();
      if (end.outcome != nullptr) last_outcome_ = *end.outcome;
    }
    unit_->OnCallEnded(
        {end.report, end.outcome, /*has_stable_key=*/true, end.channel});
  }

  bool outcome_unknown() {
    const MutexLock lock(mutex_);
    return outcome_unknown_;
  }
  std::optional<AttemptOutcome> last_outcome() {
    const MutexLock lock(mutex_);
    return last_outcome_;
  }

 private:
  const std::shared_ptr<rpc::CallGroup> unit_;

  Mutex mutex_;
  bool outcome_unknown_ ABSL_GUARDED_BY(mutex_) = false;
  std::optional<AttemptOutcome> last_outcome_ ABSL_GUARDED_BY(mutex_);
};

RepeatableScope::RepeatableScope()
    : group_(std::make_shared<Group>(rpc::CurrentCallGroup())),
      scope_(group_) {}

RepeatableScope::~RepeatableScope() = default;

bool RepeatableScope::outcome_unknown() const {
  return group_->outcome_unknown();
}

std::optional<AttemptOutcome> RepeatableScope::last_outcome() const {
  return group_->last_outcome();
}

}  // namespace baton::kit
