// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/config/service_config_attempts.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "baton/config/syntax/scalar_value.h"
#include "baton/policy/defaults.h"

namespace baton::config {
namespace {

namespace defaults = defaults;

// gRPC reduces a larger number to this one.
constexpr int kGrpcMaxAttempts = 5;
constexpr double kMinMultiplier = 1;
constexpr double kMaxMultiplier = 10;

std::optional<int> ImportMaxAttempts(const JsonObject& source) {
  const std::optional<int> attempts = source.Int("maxAttempts");
  if (!attempts && source.Find("maxAttempts") == nullptr) {
    // Published configs of client libraries that retry until the deadline.
    source.Note(
        "maxAttempts",
        absl::StrCat("is missing, and gRPC rejects such a config; the "
                     "policy makes ",
                     kGrpcMaxAttempts, " attempts, the most that gRPC makes"));
    return kGrpcMaxAttempts;
  }
  if (!attempts) return attempts;
  if (*attempts < 2) {
    source.Error("maxAttempts",
                 absl::StrCat("must be at least 2", source.Got("maxAttempts")));
    return std::nullopt;
  }
  if (*attempts > kGrpcMaxAttempts) {
    source.Note("maxAttempts", absl::StrCat("is reduced to ", kGrpcMaxAttempts,
                                            ", as in gRPC"));
  }
  return std::min(*attempts, kGrpcMaxAttempts);
}

// Returns the codes of a list. Leaves out the codes that no policy may have.
std::vector<v1::StatusCode::Code> ImportCodes(const JsonObject& source,
                                              const char* field) {
  std::vector<v1::StatusCode::Code> codes;
  int index = 0;
  for (const SyntaxNode& item : source.List(field)) {
    const std::string element = absl::StrCat(field, "[", index++, "]");
    const auto* code =
        AsEnum(item, Syntax::kJson, *v1::StatusCode::Code_descriptor());
    if (code == nullptr) {
      source.Error(element,
                   absl::StrCat("must be a status code, got ", Describe(item)));
    } else if (code->number() == v1::StatusCode::CANCELLED) {
      source.Note(element,
                  "CANCELLED is ignored: a server that answers it is never "
                  "asked again; Baton retries a stream that was reset with "
                  "this code like UNAVAILABLE");
    } else if (defaults::kNeverRetryableCodes.Contains(
                   static_cast<absl::StatusCode>(code->number()))) {
      source.Note(element, absl::StrCat(code->name(),
                                        " is ignored: the same request would "
                                        "fail again"));
    } else {
      codes.push_back(static_cast<v1::StatusCode::Code>(code->number()));
    }
  }
  return codes;
}

// Returns a duration that gRPC requires to be present and positive.
std::optional<absl::Duration> Positive(const JsonObject& source,
                                       const char* field) {
  const std::optional<absl::Duration> value = source.Duration(field);
  if (value && *value > absl::ZeroDuration()) return value;
  if (value || source.Find(field) == nullptr) {
    source.Error(field, absl::StrCat("is required and must be positive",
                                     source.Got(field)));
  }
  return std::nullopt;
}

void ImportBackoff(const JsonObject& source, v1::RetryOptions& retry) {
  const std::optional<absl::Duration> initial =
      Positive(source, "initialBackoff");
  const std::optional<absl::Duration> max = Positive(source, "maxBackoff");
  v1::BackoffOptions& backoff = *retry.mutable_backoff();
  if (initial && max) {
    if (*initial > *max) {
      source.Note("initialBackoff", "is reduced to maxBackoff, as in gRPC");
    }
    backoff.set_initial(absl::FormatDuration(std::min(*initial, *max)));
    backoff.set_max(absl::FormatDuration(*max));
  }
  const std::optional<double> multiplier = source.Number("backoffMultiplier");
  if (!multiplier || !(*multiplier > 0)) {
    source.Error("backoffMultiplier",
                 absl::StrCat("is required and must be positive",
                              source.Got("backoffMultiplier")));
    return;
  }
  const double allowed =
      std::clamp(*multiplier, kMinMultiplier, kMaxMultiplier);
  if (allowed != *multiplier) {
    source.Note("backoffMultiplier",
                absl::StrCat("is changed to ", allowed, ": must be 1 to 10",
                             source.Got("backoffMultiplier")));
  }
  backoff.set_multiplier(allowed);
  backoff.set_jitter(v1::BackoffOptions::PLUS_MINUS_20_PERCENT);
}

}  // namespace

void ImportRetryPolicy(const JsonObject& source, v1::MethodPolicy& policy) {
  source.NoteOthers({"maxAttempts", "initialBackoff", "maxBackoff",
                     "backoffMultiplier", "retryableStatusCodes",
                     "perAttemptRecvTimeout"});
  v1::RetryOptions& retry = *policy.mutable_retry();
  if (const std::optional<int> attempts = ImportMaxAttempts(source)) {
    retry.set_max_attempts(*attempts);
    retry.set_edge_grant(*attempts - 1);
  }
  ImportBackoff(source, retry);

  const auto timeout = source.Duration("perAttemptRecvTimeout");
  policy.mutable_deadline()->set_attempt_timeout(
      timeout ? absl::FormatDuration(*timeout) : "inf");
  if (timeout) {
    source.Note("perAttemptRecvTimeout",
                "gRPC also ends the last attempt after this time; Baton ends "
                "an attempt only if another one may follow");
  }
  if (timeout && *timeout == absl::ZeroDuration()) {
    source.Error(
        "perAttemptRecvTimeout",
        absl::StrCat("must be positive", source.Got("perAttemptRecvTimeout")));
  }

  const auto codes = ImportCodes(source, "retryableStatusCodes");
  for (const v1::StatusCode::Code code : codes) {
    retry.mutable_classifier()->add_retryable_codes(code);
    if (code == v1::StatusCode::ABORTED) {
      // gRPC has the same waits after all codes.
      *retry.mutable_contention()->mutable_backoff() = retry.backoff();
      retry.mutable_contention()->set_max_time("inf");
    }
  }
  if (source.List("retryableStatusCodes").empty()) {
    if (!timeout) {
      source.Error("retryableStatusCodes", "must name at least one code");
    }
  } else if (codes.empty()) {
    retry.set_max_attempts(1);
    source.Note("retryableStatusCodes",
                "no code is left, so there are no retries");
  }
}

void ImportHedgingPolicy(const JsonObject& source, bool assume_idempotent,
                         v1::MethodPolicy& policy) {
  source.NoteOthers({"maxAttempts", "hedgingDelay", "nonFatalStatusCodes"});
  const std::optional<int> attempts = ImportMaxAttempts(source);
  const auto delay = source.Duration("hedgingDelay");
  const auto codes = ImportCodes(source, "nonFatalStatusCodes");
  if (!assume_idempotent) {
    source.Note("",
                "is ignored: the server may execute every hedge, and these "
                "methods are not declared idempotent");
    return;
  }
  v1::HedgeOptions& hedge = *policy.mutable_hedge();
  if (attempts) {
    hedge.set_max_attempts(*attempts);
    policy.mutable_retry()->set_edge_grant(*attempts - 1);
  }
  hedge.set_delay(absl::FormatDuration(delay.value_or(absl::ZeroDuration())));
  hedge.set_max_extra_load_ratio(1);
  for (const v1::StatusCode::Code code : codes) {
    hedge.add_non_fatal_codes(code);
  }
  if (codes.empty()) {
    source.Note("nonFatalStatusCodes",
                "an empty list is not supported: after UNAVAILABLE, Baton "
                "sends the next hedge at once");
  }
}

}  // namespace baton::config
