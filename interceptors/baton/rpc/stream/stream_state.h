// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_STREAM_STATE_H_
#define BATON_RPC_STREAM_STREAM_STATE_H_

#include <functional>
#include <memory>
#include <utility>

#include "baton/monotonic_time.h"
#include "baton/rpc/call/call_wait.h"
#include "baton/rpc/call/captured_call.h"
#include "baton/rpc/stream/driver/stream_attempt.h"
#include "baton/rpc/stream/driver/stream_driver.h"
#include "baton/rpc/stream/stream_attempts.h"
#include "baton/rpc/stream/stream_reader.h"
#include "baton/rpc/stream/stream_session.h"
#include "baton/rpc/stream/stream_writer.h"
#include "grpcpp/impl/rpc_method.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// The state of a stream, and its parts:
//
//   idle      nothing was sent: its metadata is corked
//   running   an attempt is in flight, or several copies of one
//   waiting   none is; the next one starts when the timer fires
//   finished  the outcome is settled
//
// The classes of the machine share this object: see StreamMachine. Used on the
// call's strand.
struct StreamState {
  enum class Phase { kIdle, kRunning, kWaiting, kFinished };

  // `captured` lacks what is sent. `used` must outlive this object.
  StreamState(CapturedCall&& captured, grpc::internal::RpcMethod::RpcType type,
              StreamDriver& used)
      : driver(used),
        session(std::move(captured), type),
        may_hedge(session.plan().MayHedge()),
        wait(session.captured()),
        writer(session.plan(), driver.buffers()),
        attempts(reader, writer) {}

  bool idle() const { return phase == Phase::kIdle; }
  bool running() const { return phase == Phase::kRunning; }
  bool waiting() const { return phase == Phase::kWaiting; }
  bool finished() const { return phase == Phase::kFinished; }
  bool committed() const { return winner != nullptr; }
  // Whether the current attempt is the first one, in place.
  bool InPlaceRuns() const {
    return running() && attempts.attempt() != nullptr &&
           attempts.attempt()->in_place();
  }
  bool MayHaveOthers() const { return may_hedge || attempts.has_others(); }
  // Whether the call waits for the server, and not for the client.
  bool AwaitsResponse() const {
    return writer.closed() && !committed() && !reader.has_metadata();
  }
  MonotonicTime Now() const { return session.plan().runtime().Now(); }
  // Returns a function that brings this event to the owner, if it still exists.
  std::function<void()> Bringing(void (StreamOwner::*event)()) const {
    return [weak = owner, event] {
      if (const auto alive = weak.lock()) (alive.get()->*event)();
    };
  }
  void WatchParent() { wait.WatchParent(Bringing(&StreamOwner::OnParentEnd)); }

  StreamDriver& driver;
  // Receives the events of attempts. Baton creates no attempt after it has
  // expired.
  std::weak_ptr<StreamOwner> owner;
  InPlaceStream in_place;
  Phase phase = Phase::kIdle;
  StreamSession session;
  const bool may_hedge;
  CallWait wait;
  StreamWriter writer;
  StreamReader reader;
  StreamAttempts attempts;
  std::shared_ptr<StreamAttempt> failed;  // before the wait
  // The attempt of the commit, and whether it has ended.
  std::shared_ptr<StreamAttempt> winner;
  bool winner_ended = false;
  bool cancelled = false;  // by the application, and the attempt ends soon
  grpc::Status status;     // once finished
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_STREAM_STATE_H_
