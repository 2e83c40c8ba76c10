// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_SERVER_FIELDS_H_
#define BATON_CONFIG_SERVER_FIELDS_H_

#include "baton/idempotency/replay_options.h"
#include "baton/policy/inbound_grant_options.h"
#include "baton/policy/request_limit_options.h"

namespace baton::config {

// The fields of the sections that replace options of a server. policy_fields.h
// explains VisitFields().

template <typename Io>
void VisitFields(Io& io, InboundGrantOptions& options) {
  io.Enum("trust", options.trust);
  io.Int("max_grant", options.max_grant);
  io.Optional("when_absent", options.when_absent, &Io::Int);
  io.Strings("trusted_identities", options.trusted_identities);
}

template <typename Io>
void VisitFields(Io& io, ReplayOptions& options) {
  io.Duration("keep_for", options.keep_for);
  io.Enum("outcome_unknown", options.outcome_unknown);
  io.Enum("store_failure", options.store_failure);
}

template <typename Io>
void VisitFields(Io& io, RetryRatioLimitOptions& options) {
  io.Number("max_ratio", options.max_ratio);
  io.Duration("window", options.window);
  io.Int("min_requests", options.min_requests);
  io.Number("min_success_ratio", options.min_success_ratio);
}

template <typename Io>
void VisitFields(Io& io, ExpiredRequestOptions& options) {
  io.Enum("mode", options.mode);
  io.Duration("min_remaining", options.min_remaining);
  io.Number("max_rejected_ratio", options.max_rejected_ratio);
  io.Duration("window", options.window);
}

template <typename Io>
void VisitFields(Io& io, CancelledRequestOptions& options) {
  io.Enum("mode", options.mode);
  io.Bool("dropped_by_application", options.dropped_by_application);
}

}  // namespace baton::config

#endif  // BATON_CONFIG_SERVER_FIELDS_H_
