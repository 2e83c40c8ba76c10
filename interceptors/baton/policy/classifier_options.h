// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_CLASSIFIER_OPTIONS_H_
#define BATON_POLICY_CLASSIFIER_OPTIONS_H_

#include "baton/base/export.h"

#include <optional>
#include <string>
#include <vector>

#include "baton/classifier.h"
#include "baton/policy/defaults.h"
#include "baton/policy/status_code_set.h"

namespace BATON_EXPORT baton {

// A rule for failures that a status code alone does not describe. A server may
// return the same code for throttling and for invalid input. A failure matches
// if all members match that are set. At least one of `reason`, `domain`,
// `trailer` and `message_contains` must be set. All texts match exactly, upper
// and lower case included. No text may be empty, except `trailer_value`.
struct FailureRule {
  // The `google.rpc.ErrorInfo.reason` in the details of the status, such as
  // "RATE_LIMIT_EXCEEDED". At most 256 bytes.
  std::optional<std::string> reason = std::nullopt;
  // kTransient, kThrottled, kContention or kPermanent.
  OutcomeClass outcome_class = OutcomeClass::kPermanent;
  // The `google.rpc.ErrorInfo.domain` beside the reason, such as
  // "pubsub.googleapis.com". At most 256 bytes.
  std::optional<std::string> domain = std::nullopt;
  // The key of a trailer of the response. At most 256 bytes: lower-case
  // letters, digits, '-', '_' and '.'. Must not begin with "grpc-".
  std::optional<std::string> trailer = std::nullopt;
  // A value of this trailer. At most 256 bytes. Not set: any value.
  std::optional<std::string> trailer_value = std::nullopt;
  // A part of the message of the status. At most 256 bytes. Baton searches the
  // first 1024 bytes of the message.
  std::optional<std::string> message_contains = std::nullopt;
};

// Tables of the errors of well-known services: docs/presets.md.
enum class ClassifierPreset { kNone, kCosmosDb, kDynamoDb, kGoogleAip, kHttp };

// The settings of StatusClassifier. A value.
struct ClassifierOptions {
  // The codes after which another attempt might succeed. The codes in
  // defaults::kNeverRetryableCodes of baton/policy/defaults.h are invalid here.
  StatusCodeSet retryable_codes = defaults::kRetryableCodes;
  // Rules for failures. A rule has precedence over the codes. If several rules
  // match, the first one applies. At most 32.
  std::vector<FailureRule> rules;
  // The table that classifies failures to which no rule applies. kNone: only
  // the codes classify them. Codes in `retryable_codes` are retried, although
  // the table may call them permanent.
  ClassifierPreset preset = ClassifierPreset::kNone;
  // The key of the trailer with the server's id of a request, for reports and
  // spans of failed attempts. At most 256 bytes: lower-case letters, digits,
  // '-', '_' and '.'. Must not begin with "grpc-". Not set: the trailer of the
  // preset, see docs/presets.md.
  std::optional<std::string> request_id_trailer = std::nullopt;
};

}  // namespace baton

#endif  // BATON_POLICY_CLASSIFIER_OPTIONS_H_
