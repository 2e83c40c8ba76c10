// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_CLASSIFIER_FIELDS_H_
#define BATON_CONFIG_CLASSIFIER_FIELDS_H_

#include "baton/policy/classifier_options.h"

// The part of policy_fields.h for `retry.classifier`.
namespace baton::config {

template <typename Io>
void VisitFields(Io& io, FailureRule& rule) {
  io.Optional("reason", rule.reason, &Io::String);
  io.Enum("outcome_class", rule.outcome_class);
  io.Optional("domain", rule.domain, &Io::String);
  io.Optional("trailer", rule.trailer, &Io::String);
  io.Optional("trailer_value", rule.trailer_value, &Io::String);
  io.Optional("message_contains", rule.message_contains, &Io::String);
}

template <typename Io>
void VisitFields(Io& io, ClassifierOptions& options) {
  io.Codes("retryable_codes", options.retryable_codes);
  io.List("rules", options.rules);
  io.Enum("preset", options.preset);
  io.Optional("request_id_trailer", options.request_id_trailer, &Io::String);
}

}  // namespace baton::config

#endif  // BATON_CONFIG_CLASSIFIER_FIELDS_H_
