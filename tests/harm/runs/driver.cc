// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/harm/runs/driver.h"

#include <cstddef>
#include <map>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "baton/client.h"
#include "tests/support/real_time.h"

namespace baton::harm {
namespace {

void CopyMetadata(
    const std::multimap<grpc::string_ref, grpc::string_ref>& source,
    Metadata& target) {
  for (const auto& [key, value] : source) {
    const std::string name(key.data(), key.size());
    if (!absl::StartsWith(name, "harm-")) continue;
    target.emplace(name, std::string(value.data(), value.size()));
  }
}

void SetOptions(const CallPlan& plan, grpc::ClientContext& context) {
  context.AddMetadata("harm-call", absl::StrCat(plan.id));
  if (plan.metadata) {
    context.AddMetadata("harm-text", "value");
    context.AddMetadata("harm-bytes-bin", std::string("\0\1\2", 3));
  }
  if (plan.deadline > 0) {
    context.set_deadline(FromNow(absl::Milliseconds(plan.deadline)));
  }
  if (plan.wait_for_ready.has_value()) {
    context.set_wait_for_ready(*plan.wait_for_ready);
  }
  if (plan.cancel_after == 0) context.TryCancel();
}

}  // namespace

testing::v1::CallRequest RequestNumber(const CallPlan& plan, int number) {
  testing::v1::CallRequest request;
  std::string payload = absl::StrCat(number, " ");
  payload.resize(static_cast<std::size_t>(plan.request_bytes), 'q');
  request.set_payload(payload);
  return request;
}

void RecordInitialMetadata(const DrivenCall& call) {
  call.outcome.events += 'm';
  call.outcome.metadata_at = absl::ToDoubleMilliseconds(call.watch.Elapsed());
}

void RecordMessage(const testing::v1::CallResponse& response,
                   CallOutcome& outcome) {
  outcome.events += 'r';
  const std::string& payload = response.payload();
  outcome.payloads.push_back(
      absl::StrCat(payload.size(), ":", payload.substr(0, 8)));
}

void RecordEndOfMessages(CallOutcome& outcome) { outcome.events += 'e'; }

void RecordEnd(const grpc::Status& status, const grpc::ClientContext& context,
               CallOutcome& outcome) {
  outcome.events += 'f';
  outcome.code = status.error_code();
  outcome.message = status.error_message();
  outcome.details = status.error_details();
  CopyMetadata(context.GetServerInitialMetadata(), outcome.initial_metadata);
  CopyMetadata(context.GetServerTrailingMetadata(), outcome.trailing_metadata);
}

bool ReadsMore(const DrivenCall& call) {
  const int limit = call.plan.stop_reading;
  return limit < 0 ||
         call.outcome.payloads.size() < static_cast<std::size_t>(limit);
}

void Drive(const DrivenCall& call) {
  call.outcome.id = call.plan.id;
  SetOptions(call.plan, call.context);

  switch (call.plan.api) {
    case Api::kSync:
      DriveSync(call);
      break;
    case Api::kQueue:
      DriveQueue(call);
      break;
    case Api::kCallback:
      DriveCallback(call);
      break;
    case Api::kGeneric:
      DriveGeneric(call);
      break;
  }
  call.outcome.took = absl::ToDoubleMilliseconds(call.watch.Elapsed());
  call.outcome.report = GetCallReport(call.context);
}

}  // namespace baton::harm
