// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_SERVER_SERVER_SETTINGS_H_
#define BATON_RPC_SERVER_SERVER_SETTINGS_H_

#include <memory>
#include <string>
#include <utility>

#include "baton/policy/policy.h"
#include "baton/server_options.h"

namespace baton::rpc {

// The settings that apply to one request. The policy that is current when the
// request arrives replaces the options of the server that it has a section for.
// A value. The options must outlive it.
class ServerSettings {
 public:
  explicit ServerSettings(const ServerOptions& options)
      : options_(&options),
        policy_(options.policy_source == nullptr
                    ? nullptr
                    : options.policy_source->Current()) {}

  const InboundGrantOptions& inbound_grant() const {
    return policy_ != nullptr && policy_->inbound_grant.has_value()
               ? *policy_->inbound_grant
               : options_->inbound_grant;
  }
  // Returns the options of the application if both the application and the
  // policy have set some. The strictest setting of both counts. Otherwise
  // returns null.
  const InboundGrantOptions* other_inbound_grant() const {
    const InboundGrantOptions& own = options_->inbound_grant;
    return &own == &inbound_grant() || own == InboundGrantOptions() ? nullptr
                                                                    : &own;
  }
  const RetryRatioLimitOptions& retry_ratio_limit() const {
    return policy_ != nullptr && policy_->retry_ratio_limit.has_value()
               ? *policy_->retry_ratio_limit
               : options_->retry_ratio_limit;
  }
  const ExpiredRequestOptions& expired_requests() const {
    return policy_ != nullptr && policy_->expired_requests.has_value()
               ? *policy_->expired_requests
               : options_->expired_requests;
  }
  const CancelledRequestOptions& cancelled_requests() const {
    return policy_ != nullptr && policy_->cancelled_requests.has_value()
               ? *policy_->cancelled_requests
               : options_->cancelled_requests;
  }
  // Returns how the server treats the idempotency keys of a method.
  const ReplayOptions& ReplayOf(const std::string& method) const {
    const auto found = options_->replay_by_method.find(method);
    if (found != options_->replay_by_method.end()) return found->second;
    return policy_ != nullptr && policy_->request_replay.has_value()
               ? *policy_->request_replay
               : options_->replay;
  }

 private:
  const ServerOptions* options_;
  std::shared_ptr<const Policy> policy_;  // null without a source
};

}  // namespace baton::rpc

#endif  // BATON_RPC_SERVER_SERVER_SETTINGS_H_
