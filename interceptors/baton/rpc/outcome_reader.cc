// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/outcome_reader.h"

#include <string>

#include "absl/container/inlined_vector.h"
#include "absl/strings/string_view.h"
#include "baton/core/pushback.h"
#include "baton/core/retry_advice.h"
#include "baton/rpc/convert.h"
#include "baton/rpc/status_details.h"

namespace baton::rpc {
namespace {

using Metadata = std::multimap<grpc::string_ref, grpc::string_ref>;
using Values = absl::InlinedVector<absl::string_view, 2>;

Values ValuesOf(const Metadata& metadata, absl::string_view key) {
  Values values;
  const auto range =
      metadata.equal_range(grpc::string_ref(key.data(), key.size()));
  for (auto entry = range.first; entry != range.second; ++entry) {
    values.emplace_back(entry->second.data(), entry->second.size());
  }
  return values;
}

}  // namespace

core::AttemptOutcome ReadOutcome(const grpc::Status& status,
                                 const grpc::ClientContext& attempt,
                                 core::AttemptOrigin origin) {
  core::AttemptOutcome outcome;
  outcome.code = FromGrpcCode(status.error_code());
  outcome.origin = origin;

  const Metadata& trailers = attempt.GetServerTrailingMetadata();
  if (!trailers.empty()) {
    outcome.pushback =
        core::ParsePushback(ValuesOf(trailers, core::kPushbackKey));
    outcome.advice =
        core::DecodeRetryAdvice(ValuesOf(trailers, core::kRetryAdviceKey));
  }
  if (status.ok()) return outcome;

  StatusDetails details = ParseStatusDetails(status.error_details());
  outcome.retry_info_delay = details.retry_delay;
  outcome.error_reason = std::move(details.reason);
  return outcome;
}

}  // namespace baton::rpc
