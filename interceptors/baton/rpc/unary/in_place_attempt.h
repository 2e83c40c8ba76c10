// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_UNARY_IN_PLACE_ATTEMPT_H_
#define BATON_RPC_UNARY_IN_PLACE_ATTEMPT_H_

#include <cstdint>
#include <memory>
#include <optional>

#include "baton/monotonic_time.h"
#include "baton/rpc/call/attempt.h"
#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/grpc/application_metadata.h"
#include "baton/rpc/grpc/call_style.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/runtime/runtime.h"
#include "baton/rpc/runtime/timer_heap.h"

namespace baton::rpc {

// The first attempt of a unary call, if it rides on the application's own call:
// that one goes out as it is, and nothing but our header tells it from a bare
// one. It is when it comes back that its answer can be kept from the
// application, and that of a later attempt be put in its place. So a call that
// needs no second attempt costs no second call.
//
// Used on the call's strand.
class InPlaceAttempt {
 public:
  // Can the batch, the first of a call, carry an attempt? It must be all of the
  // call, and its answer one that can be replaced.
  static bool Fits(InterceptorBatchMethods& batch, CallStyle style);
  // Returns whether the first attempt of the plan can be in place. It cannot if
  // the application's own call was created with other properties than the
  // attempt needs, or if a hedge may follow. A timer of Baton ends the call at
  // the deadline of the plan, so only the deadline that the server learns is
  // such a property.
  static bool Fits(const CallPlan& plan);

  // `batch` fits, and `message` was its GetRecvMessage() before it was sent.
  // `runtime` must outlive it.
  InPlaceAttempt(InterceptorBatchMethods& batch, void* message,
                 grpc_call* application_call, const AttemptFacts& facts,
                 bool is_sync, Runtime& runtime);
  ~InPlaceAttempt() { StopTimer(); }
  InPlaceAttempt(const InPlaceAttempt&) = delete;
  InPlaceAttempt& operator=(const InPlaceAttempt&) = delete;

  const AttemptFacts& facts() const { return facts_; }
  // The application's message, and where gRPC notes that it has come; nullptr
  // if it notes that nowhere. Valid as long as the batch.
  void* message() const { return message_; }
  bool* received_note() const { return received_note_; }

  // The changes to the application's metadata that belong to this attempt.
  MetadataChanges& metadata_changes() { return metadata_changes_; }

  // The lane that delivers the end of the attempt: the application's completion
  // queue, or nullopt for a synchronous call.
  std::optional<uint64_t> queue() const { return queue_; }

  // The time at which the per-attempt timeout expires. A connection that the
  // channel gets later makes it expire later.
  MonotonicTime times_out_at() const { return times_out_at_; }
  void SetTimeout(MonotonicTime at) { times_out_at_ = at; }
  // Whether the channel was known to have a connection.
  bool was_connected() const { return was_connected_; }
  void SetConnected(bool connected) {
    was_connected_ = connected;
    started_connected_ = connected;
  }
  // Records that the channel got its connection only after the start of the
  // attempt.
  void SetConnectedLater() { was_connected_ = true; }
  // Whether the channel had a connection at the start of the attempt. If not,
  // the time of the attempt includes the time of connecting.
  bool started_connected() const { return started_connected_; }

  // Runs `on_timer` at `at`, on the thread of all timers. Takes the place of
  // what was set before; infinitely far away is nothing.
  void SetTimer(MonotonicTime at, TimerHeap::Function on_timer);
  void StopTimer();

  // It comes back soon, with this status unless it had one already.
  void EndWith(grpc_status_code code, const char* message) {
    application_call_.EndWith(code, message);
  }

 private:
  Runtime& runtime_;
  const AttemptFacts facts_;
  void* const message_;
  bool* const received_note_;
  const std::optional<uint64_t> queue_;
  MonotonicTime times_out_at_ = MonotonicTime::InfiniteFuture();
  bool was_connected_ = true;
  bool started_connected_ = true;
  MetadataChanges metadata_changes_;
  ApplicationCall application_call_;
  std::optional<Runtime::TimerId> timer_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_UNARY_IN_PLACE_ATTEMPT_H_
