// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_RPC_SUPPORT_PLANNED_CALL_H_
#define BATON_TESTS_RPC_SUPPORT_PLANNED_CALL_H_

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/time/time.h"
#include "baton/client_options.h"
#include "baton/deadline.h"
#include "baton/rpc/call/attempt.h"
#include "baton/rpc/call/call_ledger.h"
#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/call/plan/plan_call.h"
#include "baton/rpc/call/report/call_report_writer.h"
#include "baton/rpc/channel/channel_state.h"
#include "baton/rpc/channel/method_name.h"
#include "baton/rpc/grpc/attempt_context.h"
#include "baton/rpc/grpc/convert.h"
#include "grpcpp/client_context.h"
#include "tests/rpc/support/manual_runtime.h"

namespace baton::rpc {

// A unary call on a channel without sockets, with a manual runtime. A test
// drives the parts of the call by hand. Each test must use its own target,
// because the records of a target are shared by the process.
struct PlannedCall {
  PlannedCall(const std::string& target, ClientOptions options,
              absl::Duration timeout)
      : channel(std::make_shared<const ChannelState>(
            target, std::move(options), /*first_attempts_in_place=*/false,
            runtime)) {
    context.set_deadline(
        ToGrpcDeadline(Deadline::After(runtime.Now(), timeout)));
    plan = PlanCall(
        channel,
        MethodName("/shop.v1.Inventory/Get", channel->target().methods()),
        CallKind::kUnary, context,
        /*request=*/{});
    ledger.emplace(plan);
    report_writer.emplace(plan);
  }

  // Starts an attempt in the ledger and in the report. Sends nothing.
  std::shared_ptr<Attempt> Start(bool is_hedge = false) {
    auto attempt = std::make_shared<Attempt>();
    attempt->facts = ledger->StartAttempt(is_hedge);
    AttemptContextMetadata metadata(attempt->context);
    report_writer->OnAttemptStart(attempt->facts, metadata);
    return attempt;
  }

  MonotonicTime Now() const { return runtime.Now(); }

  ManualRuntime runtime;
  std::shared_ptr<const ChannelState> channel;
  grpc::ClientContext context;
  CallPlan plan;
  std::optional<CallLedger> ledger;
  std::optional<CallReportWriter> report_writer;
};

}  // namespace baton::rpc

#endif  // BATON_TESTS_RPC_SUPPORT_PLANNED_CALL_H_
