// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CHANNEL_CHANNEL_STATE_H_
#define BATON_RPC_CHANNEL_CHANNEL_STATE_H_

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "baton/call_observer.h"
#include "baton/client_options.h"
#include "baton/policy/policy.h"
#include "baton/rpc/channel/fallback_channel.h"
#include "baton/rpc/channel/target_record.h"

namespace baton::rpc {

// What all calls of one channel share; every call in flight keeps it alive.
// Thread-safe.
class ChannelState {
 public:
  // `first_attempts_ride`: see below.
  ChannelState(std::string target_name, ClientOptions options,
               bool first_attempts_ride = false);

  // The policy as of now. Sees to it that the target's budget is the one that
  // the policy wants, so that a reload needs nobody to tell the channels.
  std::shared_ptr<const Policy> CurrentPolicy() const;

  const std::string& target_name() const { return target_name_; }
  const ClientOptions& options() const { return options_; }
  // All that the options want to watch its calls; nullptr if nobody does.
  CallObserverFactory* observers() const { return observers_.get(); }
  // May the first attempt of a call be the application's own call? Only where
  // there is no other interceptor: one below ours might not let that call come
  // back in time, or see it twice.
  bool first_attempts_ride() const { return first_attempts_ride_; }
  // Shared with all channels of the process to the same target.
  TargetRecord& target() const { return *target_; }
  // How many fallback channels there are, and the one at this place, from 1.
  int fallbacks() const { return static_cast<int>(fallbacks_.size()); }
  FallbackChannel& fallback(int place) const {
    return *fallbacks_[static_cast<std::size_t>(place - 1)];
  }

 private:
  const std::string target_name_;
  const ClientOptions options_;  // its policy_source is never null
  const bool first_attempts_ride_;
  const std::shared_ptr<CallObserverFactory> observers_;
  const std::shared_ptr<TargetRecord> target_;
  const std::vector<std::unique_ptr<FallbackChannel>> fallbacks_;
  // The policy that the target was last configured for. Kept alive, so that its
  // address is no other's.
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const Policy> kept_;  // guarded by mutex_
  mutable std::atomic<const Policy*> configured_for_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CHANNEL_CHANNEL_STATE_H_
