// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_KIT_ENGINE_UNIT_GROUP_H_
#define BATON_KIT_ENGINE_UNIT_GROUP_H_

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "baton/core/decision/unit_rules.h"
#include "baton/deadline.h"
#include "baton/mutex.h"
#include "baton/rpc/channel/channel_state.h"
#include "baton/rpc/request/call_group.h"

namespace baton::kit {

// The number of runs that have sent a call, by method.
using RunsByMethod = std::map<std::string, int>;

// The calls of one run of a unit. Each of them makes one attempt, and forwards
// no grant. Owned by the run, its calls, and UnitAttempt objects of the
// application. Thread-safe.
class UnitGroup final : public rpc::CallGroup {
 public:
  // A member that has ended, with its channel.
  struct Member {
    core::UnitMember end;
    std::shared_ptr<const rpc::ChannelState> channel;
  };

  // The result of the run, when its body has returned.
  struct Result {
    std::vector<Member> members;
    // Not OK if the application misused the unit in this run.
    absl::Status misuse;
  };

  // `description` is "unit 'checkout'". `earlier` are the runs before this one.
  UnitGroup(std::string description, Deadline deadline, RunsByMethod earlier);

  const std::string& description() const override { return description_; }
  absl::StatusOr<Terms> OnCallStarted(const Start& start) override;
  void OnCallEnded(const End& end) override;

  // Ends the run: later calls are rejected. Must run after the body.
  Result Close();
  // Returns the runs before this one and this run.
  RunsByMethod runs();

 private:
  absl::Status Misuse(const std::string& method, const std::string& problem)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const std::string description_;
  const Deadline deadline_;
  const RunsByMethod earlier_;

  Mutex mutex_;
  std::vector<Member> members_ ABSL_GUARDED_BY(mutex_);
  // The calls that have started and not ended, by method.
  std::map<std::string, int> running_ ABSL_GUARDED_BY(mutex_);
  RunsByMethod started_ ABSL_GUARDED_BY(mutex_);
  absl::Status misuse_ ABSL_GUARDED_BY(mutex_);
  bool closed_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace baton::kit

#endif  // BATON_KIT_ENGINE_UNIT_GROUP_H_
