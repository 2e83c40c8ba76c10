// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_ATTEMPT_H_
#define BATON_RPC_CALL_ATTEMPT_H_

#include <cstdint>
#include <memory>
#include <optional>

#include "baton/attempt_outcome.h"
#include "baton/core/limits/process_budget.h"
#include "baton/decision.h"
#include "baton/monotonic_time.h"
#include "baton/retry_budget_header.h"
#include "baton/rpc/grpc/application_metadata.h"
#include "grpcpp/client_context.h"
#include "grpcpp/generic/generic_stub.h"
#include "grpcpp/support/async_unary_call.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

class AttemptOwner;

// The charge for an attempt. If the attempt is not sent, CallLedger refunds the
// charge.
struct AttemptPayment {
  RetryCost cost = RetryCost::kTransient;
};

// The properties of an attempt. They are fixed at its start.
struct AttemptFacts {
  // Number of the attempt in its call, from 1.
  int number = 1;
  // The number of the fallback channel that the attempt uses. 1 is the first
  // fallback channel. 0 means the primary channel.
  int fallback = 0;
  RetryBudgetHeader header;
  MonotonicTime started_at;
  // Not set if no earlier attempt of the call was sent. The attempt is then
  // free.
  std::optional<AttemptPayment> payment;
  // The duration of the wait before this attempt, and its cause.
  absl::Duration waited = absl::ZeroDuration();
  WaitCause wait_cause = WaitCause::kNone;
  // The age at which the attempt is late. Infinite: it is never late.
  absl::Duration late_after = absl::InfiniteDuration();
  // Whether the attempt started beside a late one.
  bool is_second = false;
};

// An attempt of a call of any kind. It is a gRPC call on a channel that begins
// after Baton in the interceptor chain. If this attempt wins, the application
// reads metadata that `context` owns. A winning attempt therefore lives as long
// as the application context. The context of an attempt in place is the
// application context itself.
struct AnyAttempt {
  // `used` must outlive this object. It may be a part of this object.
  explicit AnyAttempt(grpc::ClientContext& used) : context(used) {}

  grpc::ClientContext& context;
  AttemptFacts facts;
  // The start of the per-attempt timeout: since this time the call has waited
  // only for the server. InfiniteFuture() while the client is still sending,
  // and after the response has begun.
  MonotonicTime awaited_since;
  // Whether the channel was known to have a connection while the attempt was
  // in flight. Without one, gRPC cannot have sent the request.
  bool was_connected = false;
  // Whether the channel had a connection when the attempt started. If not, the
  // time of the attempt includes the time of connecting.
  bool started_connected = false;
  // Set if the attempt uses the application's own call.
  std::unique_ptr<ApplicationCall> application_call;
  // The lane that delivers its answer then: the application's queue.
  std::optional<uint64_t> answer_queue;

  // Ends the attempt soon, unless it has ended.
  void Cancel() {
    if (application_call == nullptr) return context.TryCancel();
    application_call->EndWith(GRPC_STATUS_CANCELLED, "another attempt follows");
  }
};

// An attempt of a unary call. The memory of `reader` belongs to the call of
// `own_context`. `reader` must therefore be destroyed first.
struct Attempt : AnyAttempt {
  Attempt() : AnyAttempt(own_context) {}

  grpc::ClientContext own_context;
  grpc::ByteBuffer response;
  grpc::Status status;
  std::unique_ptr<grpc::ClientAsyncResponseReader<grpc::ByteBuffer>> reader;

  // The object that receives the end of the attempt, and the attempt itself.
  // While the attempt runs, these pointers keep both alive. Cleared when the
  // attempt ends.
  std::shared_ptr<AttemptOwner> owner;
  std::shared_ptr<Attempt> self;

  // Whether the owner also gets the initial metadata when they arrive. While
  // they are awaited, the attempt keeps itself alive by the second pointer.
  bool reads_metadata = false;
  std::shared_ptr<Attempt> self_for_metadata;
};

// An attempt that failed, while the call waits for the next one. The call ends
// with it if it makes no further attempt. Only the status is set if the attempt
// was in place, and nothing if it has timed out.
struct FailedAttempt {
  std::shared_ptr<Attempt> attempt;
  std::optional<grpc::Status> status;
};

// The end of an attempt, for the decision that follows it. Lives during one
// decision, and refers to its parts.
struct EndedAttempt {
  const AttemptFacts& facts;
  const AttemptOutcome& outcome;
  const AttemptDetails& details;
};

// Receives the end of attempts. The call implements it.
class AttemptOwner {
 public:
  virtual ~AttemptOwner() = default;
  // Called exactly once for each started attempt, on any thread. At this time,
  // status, response and metadata of the attempt are complete.
  virtual void OnAttemptDone(std::shared_ptr<Attempt> attempt) = 0;
  // Called at most once for an attempt with `reads_metadata`, on any thread,
  // possibly after OnAttemptDone(). The initial metadata are complete.
  virtual void OnAttemptMetadata(std::shared_ptr<Attempt> attempt) = 0;
};

using RawStub = grpc::TemplatedGenericStub<grpc::ByteBuffer, grpc::ByteBuffer>;

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_ATTEMPT_H_
