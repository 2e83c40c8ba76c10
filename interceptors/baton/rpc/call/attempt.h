// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_ATTEMPT_H_
#define BATON_RPC_CALL_ATTEMPT_H_

#include <memory>
#include <optional>

#include "baton/core/limits/process_budget.h"
#include "baton/decision.h"
#include "baton/monotonic_time.h"
#include "baton/retry_budget_header.h"
#include "grpcpp/client_context.h"
#include "grpcpp/generic/generic_stub.h"
#include "grpcpp/support/async_unary_call.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

class AttemptOwner;

// What was taken for an attempt beforehand: it goes back if it is not sent.
struct AttemptPayment {
  RetryCost cost = RetryCost::kTransient;
  // It is the probe of a closed health gate, since then, and whose.
  std::optional<MonotonicTime> probe;
  int place = 0;
};

// What is settled about an attempt when it starts.
struct AttemptFacts {
  // From 1.
  int number = 1;
  // Which of the fallback channels it goes to, from 1; 0: the call's own.
  int fallback = 0;
  RetryBudgetHeader header;
  MonotonicTime started_at;
  // None for the first, and for one that was not sent before.
  std::optional<AttemptPayment> payment;
  // The wait before it.
  absl::Duration waited = absl::ZeroDuration();
  WaitCause wait_cause = WaitCause::kNone;
};

// One try of a call, whatever its kind: a call of its own on the channel below
// us. Its context owns what the application is given, so the attempt whose
// answer that is lives as long as the outer context.
struct AnyAttempt {
  grpc::ClientContext context;
  AttemptFacts facts;
  // Since when it is the server that takes its time. Infinitely far away while
  // it is not, or when it has begun to answer.
  MonotonicTime awaited_since;
};

// One try of a unary call. The reader lives in the arena of the context's call,
// and is gone first.
struct Attempt : AnyAttempt {
  grpc::ByteBuffer response;
  grpc::Status status;
  std::unique_ptr<grpc::ClientAsyncResponseReader<grpc::ByteBuffer>> reader;

  // Who is told of its end, and itself: what keeps both alive while the
  // attempt runs. Let go of when it ends.
  std::shared_ptr<AttemptOwner> owner;
  std::shared_ptr<Attempt> self;
};

// What an attempt reports to.
class AttemptOwner {
 public:
  virtual ~AttemptOwner() = default;
  // The attempt's status, response and metadata are complete. Called exactly
  // once for every attempt that was started, on any thread.
  virtual void OnAttemptDone(std::shared_ptr<Attempt> attempt) = 0;
};

using RawStub = grpc::TemplatedGenericStub<grpc::ByteBuffer, grpc::ByteBuffer>;

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_ATTEMPT_H_
