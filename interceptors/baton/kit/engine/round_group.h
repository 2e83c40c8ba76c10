// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_KIT_ENGINE_ROUND_GROUP_H_
#define BATON_KIT_ENGINE_ROUND_GROUP_H_

#include <memory>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "baton/deadline.h"
#include "baton/mutex.h"
#include "baton/rpc/channel/channel_state.h"
#include "baton/rpc/request/call_group.h"
#include "baton/stop_reason.h"

namespace baton::kit {

// The calls of one round of a batch. They retry under their own policies, with
// the rest of the grant of the batch. Owned by the round and its calls.
// Thread-safe.
class RoundGroup final : public rpc::CallGroup {
 public:
  // `round` is the number of the round, from 1.
  RoundGroup(std::string description, Deadline deadline, int round, int grant);

  const std::string& description() const override { return description_; }
  absl::StatusOr<Terms> OnCallStarted(const Start& start) override;
  void OnCallEnded(const End& end) override;

  // The ends of the calls until now.
  struct Result {
    int grant_used = 0;  // the largest use of any call
    bool outcome_unknown = false;
    // The reason why the last call made no further attempt.
    StopReason stop_reason = StopReason::kNotRetryable;
    // The channel of the last call. Null if no call with Baton has ended.
    std::shared_ptr<const rpc::ChannelState> channel;
  };
  Result result();

 private:
  const std::string description_;
  Terms terms_;  // Constant after construction.

  Mutex mutex_;
  Result result_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace baton::kit

#endif  // BATON_KIT_ENGINE_ROUND_GROUP_H_
