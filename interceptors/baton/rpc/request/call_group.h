// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_REQUEST_CALL_GROUP_H_
#define BATON_RPC_REQUEST_CALL_GROUP_H_

#include <memory>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "baton/attempt_outcome.h"
#include "baton/call_overrides.h"
#include "baton/call_report.h"
#include "baton/deadline.h"
#include "baton/rpc/channel/channel_state.h"
#include "grpcpp/client_context.h"

namespace baton::rpc {

// A group of calls that the application repeats as a whole. The group sets what
// each of its calls may do, and learns how each of them ends. Owned by the code
// of the kit and by the calls of the group. Thread-safe.
class CallGroup {
 public:
  // A call that starts. Valid only during OnCallStarted().
  struct Start {
    const std::string& method;
    // The overrides of the call. Null if the application has set none.
    const CallOverrides* overrides = nullptr;
    // Whether the application has declared that the call carries the same
    // idempotency key in each repetition.
    bool has_stable_key = false;
  };

  // The limits of one call of the group.
  struct Terms {
    // Whether the call makes one attempt only, and forwards no grant.
    bool single_attempt = false;
    // The grant of the call. nullopt: the grant of its request, or its own.
    std::optional<int> grant;
    // The earlier repetitions of the group that have sent this call.
    int earlier_attempts = 0;
    // Ends the call, if it is earlier than the deadline of the call.
    Deadline deadline;
  };

  // The end of a call. Valid only during OnCallEnded().
  struct End {
    const CallReport& report;
    // The outcome of the last attempt. Null if no attempt has ended.
    const AttemptOutcome* outcome = nullptr;
    bool has_stable_key = false;
    const std::shared_ptr<const ChannelState>& channel;
  };

  virtual ~CallGroup() = default;
  // Returns what the group is, for error messages: "unit 'checkout'".
  virtual const std::string& description() const = 0;
  // Admits a call to the group. If it returns an error, Baton ends the call
  // with this error and sends nothing.
  virtual absl::StatusOr<Terms> OnCallStarted(const Start& start) = 0;
  // Called once for each call that was admitted. Must be short.
  virtual void OnCallEnded(const End& end) = 0;
};

// Whether a call belongs to a group. A value.
struct CallMembership {
  std::shared_ptr<CallGroup> group;  // null: the call belongs to none
  bool has_stable_key = false;
};

// Returns the membership of the call of `context`. The application can attach a
// group to the context. Otherwise the call belongs to the current group of this
// thread, if there is one. Must run on the thread that creates the call.
CallMembership MembershipOf(const grpc::ClientContext& context);

// Returns the current group of this thread. Null if there is none.
const std::shared_ptr<CallGroup>& CurrentCallGroup();

// Makes `group` the current group of this thread, from its constructor to its
// destructor. The destructor restores the previous group. If `group` is null,
// the thread has no group meanwhile. Lives on the stack.
class CallGroupScope {
 public:
  explicit CallGroupScope(std::shared_ptr<CallGroup> group);
  ~CallGroupScope();
  CallGroupScope(const CallGroupScope&) = delete;
  CallGroupScope& operator=(const CallGroupScope&) = delete;

 private:
  std::shared_ptr<CallGroup> other_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_REQUEST_CALL_GROUP_H_
