// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/running/call_session.h"

#include <utility>

#include "absl/status/status.h"
#include "baton/rpc/call/error_text.h"
#include "baton/rpc/grpc/convert.h"

namespace baton::rpc {

CallSession::CallSession(CapturedCall&& captured)
    : captured_(std::move(captured)),
      ledger_(captured_.plan),
      report_writer_(captured_.plan),
      running_(captured_.plan, ledger_, report_writer_) {}

bool CallSession::NewestHasConnection() const {
  return HasConnection(running_.newest().facts.fallback);
}

bool CallSession::AdmitHedge(MonotonicTime now) {
  return running_.AdmitHedge(now, NewestHasConnection());
}

bool CallSession::AdmitSecond(MonotonicTime now) {
  return running_.AdmitSecond(now, NewestHasConnection());
}

std::optional<Decision> CallSession::OnAttemptTimeout(MonotonicTime now) {
  return running_.OnAttemptTimeout(now, NewestHasConnection());
}

std::optional<Decision> CallSession::OnConnectTimeout(MonotonicTime now) {
  const int channel_index = running_.newest().facts.fallback;
  return running_.OnConnectTimeout(
      now, [&] { return HasConnection(channel_index); });
}

grpc::Status CallSession::EndCall(grpc::Status status,
                                  const Decision& decision) {
  const absl::StatusCode code = FromGrpcCode(status.error_code());
  ledger_.OnCallEnd(code);
  report_writer_.SetHedgeStopReason(running_.hedge_stop_reason());
  report_writer_.EndCall(code, decision, ledger_.progress());
  return !status.ok() && plan().channel->options().explain_errors
             ? Explained(std::move(status), report_writer_.Report())
             : status;
}

}  // namespace baton::rpc
