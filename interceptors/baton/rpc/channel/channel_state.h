// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CHANNEL_CHANNEL_STATE_H_
#define BATON_RPC_CHANNEL_CHANNEL_STATE_H_

#include <atomic>
#include <cassert>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "baton/call_observer.h"
#include "baton/client_options.h"
#include "baton/core/limits/seen_servers.h"
#include "baton/mutex.h"
#include "baton/policy/core_retries.h"
#include "baton/policy/policy.h"
#include "baton/rpc/channel/connection_outage.h"
#include "baton/rpc/channel/fallback_channel.h"
#include "baton/rpc/channel/recent_connection.h"
#include "baton/rpc/channel/target_record.h"
#include "baton/rpc/runtime/runtime.h"

namespace baton::rpc {

// Returns the retries of gRPC core that the options ask for: `core_retries`, or
// its default.
CoreRetries WantedCoreRetries(const ClientOptions& options);

// The state that all calls of one channel share. Owned by the channel and by
// each call in flight. Thread-safe.
class ChannelState {
 public:
  // The function first_attempts_in_place() returns the argument of the same
  // name. `runtime` must outlive this object and all calls of the channel.
  ChannelState(std::string target_name, ClientOptions options,
               bool first_attempts_in_place = false,
               Runtime& runtime = Runtime::Process());

  // Returns the current policy. If the policy is new, first gives its settings
  // to the process budget of the target. A reload therefore need not notify the
  // channels.
  std::shared_ptr<const Policy> CurrentPolicy() const;

  // Notes a call that starts while all retries of the process are stopped.
  // Counts and reports the first such call of a channel whose retries of gRPC
  // core do not stop.
  void NoteStoppedCall() const;

  Runtime& runtime() const { return runtime_; }
  const std::string& target_name() const { return target_name_; }
  const ClientOptions& options() const { return options_; }
  // Returns what gRPC core really does.
  CoreRetries core_retries() const { return *options_.core_retries; }
  // Returns one factory for the telemetry and the observers of the options.
  // Returns nullptr if there are none.
  CallObserverFactory* observers() const { return observers_.get(); }
  // Returns whether the first attempt of a call may use the application's own
  // call. This requires a channel without other interceptors. An interceptor
  // after Baton could delay the end of that call beyond its deadline. Such an
  // interceptor might also see the call twice.
  bool first_attempts_in_place() const { return first_attempts_in_place_; }
  // Returns the record that all channels of the process to the same target
  // share.
  TargetRecord& target() const { return *target_; }
  // The servers that have answered the channel. Another channel to the same
  // target may be connected to other ones.
  core::SeenServers& servers() const { return servers_; }
  // The time without a connection, which all calls of this channel share.
  ConnectionOutage& outage() const { return outage_; }
  RecentConnection& recent_connection() const { return recent_connection_; }
  // Returns the number of fallback channels.
  int fallbacks() const { return static_cast<int>(fallbacks_.size()); }
  // Returns the fallback channel with this channel index. The first has index
  // 1.
  FallbackChannel& fallback(int channel_index) const {
    assert(1 <= channel_index && channel_index <= fallbacks());
    return *fallbacks_[static_cast<std::size_t>(channel_index - 1)];
  }

 private:
  Runtime& runtime_;
  const std::string target_name_;
  // policy_source is never null. core_retries is set, to what gRPC core really
  // does.
  const ClientOptions options_;
  const bool first_attempts_in_place_;
  const std::shared_ptr<CallObserverFactory> observers_;
  const std::shared_ptr<TargetRecord> target_;
  mutable ConnectionOutage outage_;
  mutable RecentConnection recent_connection_;
  mutable core::SeenServers servers_;
  const std::vector<std::unique_ptr<FallbackChannel>> fallbacks_;
  // The policy that last configured the target. The pointer keeps this policy
  // alive, so that no other policy can have the same address.
  mutable Mutex mutex_;
  mutable std::shared_ptr<const Policy> kept_ ABSL_GUARDED_BY(mutex_);
  mutable std::atomic<const Policy*> configured_for_;
  // Whether NoteStoppedCall() has reported this channel.
  mutable std::atomic<bool> is_noted_{false};
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CHANNEL_CHANNEL_STATE_H_
