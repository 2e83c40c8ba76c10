// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_CALLS_SCRIPTED_CALL_H_
#define BATON_TESTS_SUPPORT_CALLS_SCRIPTED_CALL_H_

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "baton/testing/v1/scripted.pb.h"
#include "grpcpp/generic/async_generic_service.h"
#include "grpcpp/grpcpp.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/seen_attempt.h"
#include "tests/support/real_time.h"

namespace baton {

// A call at a ScriptedServer, from the wait for it to its end. Not
// thread-safe: the server guards it. Each operation puts its tag into the
// server's queue, and the server passes the tag back.
class ScriptedCall {
 public:
  struct Tag {
    ScriptedCall* call;
    bool is_end;  // The end of the call, not of an operation.
  };

  enum class Next {
    kWait,       // Wait for its tags.
    kArrived,    // Like kWait, and start to wait for another call.
    kNeedsStep,  // Arrived() is complete: call Begin().
    kDelete,     // No tags in the queue are left.
  };

  // Waits for a call. The first tag reports its arrival.
  ScriptedCall(grpc::AsyncGenericService* service,
               grpc::ServerCompletionQueue* queue);

  ScriptedCall(const ScriptedCall&) = delete;
  ScriptedCall& operator=(const ScriptedCall&) = delete;

  // Handles a tag from the queue. `queue_open` tells whether the queue accepts
  // operations. If not, the call starts nothing more and waits for its end.
  Next OnTag(const Tag& tag, bool ok, bool queue_open);

  // Returns the attempt as it arrived. Called when a step is needed.
  SeenAttempt Arrived() const;

  // Executes the step. If `released`, ignores Held().
  void Begin(int number, ScriptStep step, bool released);

  // Lets a held call continue.
  void Release();

  int number() const { return number_; }
  bool over() const { return over_; }
  // Returns whether the call is over and has no tags in the queue.
  bool done() const { return over_ && !in_operation_; }
  // Returns the fields that Arrived() does not have. Called after the end.
  SeenAttempt Ended() const;
  // Returns the peer whose connection the step cuts, once. "" for none.
  std::string TakePeerToCut() { return std::exchange(peer_to_cut_, ""); }

 private:
  enum class Stage {
    kArriving,
    kReading,
    kUndecided,
    kSendingHeaders,
    kReadingMore,
    kEchoing,
    kHolding,
    kWriting,
    kFinishing,
  };

  void Start(Stage stage);
  Next OnOperationDone(bool ok);
  void OnMessage(bool ok);
  // The stages after the headers, in their order.
  void Echo();
  void ReadMore();
  void HoldOrWrite();
  void WriteOrFinish();
  void Finish();

  Stage stage_ = Stage::kArriving;
  Tag operation_tag_{this, false};
  Tag end_tag_{this, true};
  bool in_operation_ = true;
  bool queue_open_ = true;
  bool over_ = false;
  bool cancelled_ = false;
  bool has_request_ = false;
  bool released_ = false;
  int number_ = 0;
  ScriptStep step_;
  testing::v1::CallRequest request_;
  std::vector<std::string> payloads_;
  bool half_closed_ = false;
  std::size_t written_ = 0;
  std::string peer_to_cut_;
  absl::Duration time_left_;
  absl::optional<Stopwatch> arrived_;
  grpc::GenericServerContext context_;
  grpc::ByteBuffer request_bytes_;
  grpc::GenericServerAsyncReaderWriter stream_{&context_};
};

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_CALLS_SCRIPTED_CALL_H_
