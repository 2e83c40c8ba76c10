// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/grpc/status_details.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "baton/internal/status_details.pb.h"

namespace baton::rpc {
namespace {

// The range of google.protobuf.Duration, about ten thousand years.
constexpr int64_t kMaxSeconds = 315'576'000'000;
constexpr int32_t kMaxNanos = 999'999'999;

// The name of the type follows the last slash. The host before it is ignored.
bool IsType(const std::string& type_url, absl::string_view type) {
  return absl::EndsWith(type_url, absl::StrCat("/", type)) || type_url == type;
}

std::optional<absl::Duration> ReadDelay(const std::string& value) {
  internal::RetryInfo info;
  if (!info.ParseFromString(value) || !info.has_retry_delay()) {
    return std::nullopt;
  }
  const int64_t seconds = info.retry_delay().seconds();
  const int32_t nanos = info.retry_delay().nanos();
  if (seconds < 0 || seconds > kMaxSeconds || nanos < 0 || nanos > kMaxNanos) {
    return std::nullopt;
  }
  return absl::Seconds(seconds) + absl::Nanoseconds(nanos);
}

// Reads reason and domain. Ignores a domain without a reason.
void ReadErrorInfo(const std::string& value, StatusDetails& found) {
  internal::ErrorInfo info;
  if (!info.ParseFromString(value) || info.reason().empty()) return;
  found.reason = std::move(*info.mutable_reason());
  found.domain = std::move(*info.mutable_domain());
}

}  // namespace

StatusDetails ParseStatusDetails(absl::string_view details) {
  StatusDetails found;
  if (details.empty() || details.size() > kMaxStatusDetailsBytes) return found;

  internal::Status status;
  if (!status.ParseFromArray(details.data(),
                             static_cast<int>(details.size()))) {
    return found;
  }
  for (const internal::Any& detail : status.details()) {
    if (!found.retry_delay &&
        IsType(detail.type_url(), "google.rpc.RetryInfo")) {
      found.retry_delay = ReadDelay(detail.value());
    } else if (found.reason.empty() &&
               IsType(detail.type_url(), "google.rpc.ErrorInfo")) {
      ReadErrorInfo(detail.value(), found);
    }
  }
  return found;
}

grpc::Status WithRetryInfo(const grpc::Status& status, absl::Duration delay) {
  const std::string& details = status.error_details();
  internal::Status known;
  if (status.ok() || ParseStatusDetails(details).retry_delay.has_value() ||
      !known.ParseFromString(details)) {
    return status;
  }
  internal::RetryInfo info;
  absl::Duration rest;
  info.mutable_retry_delay()->set_seconds(std::min(
      absl::IDivDuration(delay, absl::Seconds(1), &rest), kMaxSeconds));
  info.mutable_retry_delay()->set_nanos(static_cast<int32_t>(
      absl::ToInt64Nanoseconds(std::min(rest, absl::Nanoseconds(kMaxNanos)))));
  internal::Status added;
  if (details.empty()) {
    added.set_code(status.error_code());
    added.set_message(status.error_message());
  }
  internal::Any& detail = *added.add_details();
  detail.set_type_url("type.googleapis.com/google.rpc.RetryInfo");
  detail.set_value(info.SerializeAsString());
  // The concatenation of two serialized messages is their merged message.
  return grpc::Status(status.error_code(), status.error_message(),
                      details + added.SerializeAsString());
}

grpc::Status WithErrorInfo(grpc::StatusCode code, const std::string& message,
                           absl::string_view reason) {
  internal::ErrorInfo info;
  info.set_reason(std::string(reason));
  info.set_domain("baton");
  internal::Status details;
  details.set_code(code);
  details.set_message(message);
  internal::Any& detail = *details.add_details();
  detail.set_type_url("type.googleapis.com/google.rpc.ErrorInfo");
  detail.set_value(info.SerializeAsString());
  return grpc::Status(code, message, details.SerializeAsString());
}

}  // namespace baton::rpc
