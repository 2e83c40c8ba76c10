// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_RUNNING_CALL_SESSION_H_
#define BATON_RPC_CALL_RUNNING_CALL_SESSION_H_

#include <optional>

#include "baton/decision.h"
#include "baton/monotonic_time.h"
#include "baton/rpc/call/call_ledger.h"
#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/call/captured_call.h"
#include "baton/rpc/call/report/call_report_writer.h"
#include "baton/rpc/call/running/running_attempts.h"
#include "grpcpp/client_context.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// The accounting of one call for which Baton makes attempts: its ledger, its
// report and its running attempts. Sends nothing. A unary call and a stream
// each add what differs. Runs code of the application: classifier and
// observers. Used on the call's strand.
class CallSession {
 public:
  CallSession(const CallSession&) = delete;
  CallSession& operator=(const CallSession&) = delete;

  const CapturedCall& captured() const { return captured_; }
  const CallPlan& plan() const { return captured_.plan; }
  grpc::ClientContext& context() const {
    return *captured_.application_context;
  }
  Deadline deadline() const { return plan().deadline.deadline; }
  MonotonicTime Now() const { return plan().runtime().Now(); }
  CallLedger& ledger() { return ledger_; }
  CallReportWriter& report_writer() { return report_writer_; }
  const CallReportWriter& report_writer() const { return report_writer_; }
  // The attempts in flight, except for one in place.
  RunningAttempts& running() { return running_; }

  // Returns whether a hedge is allowed, or a second attempt beside the newest
  // one. It is charged then, and must start.
  bool AdmitHedge(MonotonicTime now);
  bool AdmitSecond(MonotonicTime now);
  // See RunningAttempts.
  std::optional<Decision> OnAttemptTimeout(MonotonicTime now);
  std::optional<Decision> OnConnectTimeout(MonotonicTime now);

 protected:
  explicit CallSession(CapturedCall&& captured);
  virtual ~CallSession() = default;

  // Returns whether the channel with this number has a connection.
  virtual bool HasConnection(int channel_index) const = 0;

  CapturedCall& mutable_captured() { return captured_; }
  // Records the end of the call. Returns the status for the application.
  grpc::Status EndCall(grpc::Status status, const Decision& decision);

 private:
  bool NewestHasConnection() const;

  CapturedCall captured_;
  CallLedger ledger_;
  CallReportWriter report_writer_;
  RunningAttempts running_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_RUNNING_CALL_SESSION_H_
