// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_UNARY_HELD_BATCHES_H_
#define BATON_RPC_UNARY_HELD_BATCHES_H_

#include <memory>

#include "baton/rpc/call/attempt.h"
#include "baton/rpc/grpc/interception.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// The batches of a hijacked unary call that wait for their part of the answer.
// An application can ask for initial metadata by itself, so there are two at
// most.
//
// A batch that goes on its way may end the call's context at once, and all
// that this belongs to with it but for what the caller keeps alive. Used on the
// call's strand.
class HeldBatches {
 public:
  // In its PRE_RECV stage. It is not touched after it went on its way.
  void Hold(InterceptorBatchMethods* batch);
  // One that comes back with an answer, in its POST_RECV stage. `message` is
  // what its GetRecvMessage() was on the way out, `received_note` what
  // ReceivedNoteOf() says.
  void HoldCompleted(InterceptorBatchMethods* batch, void* message,
                     bool* received_note);
  // Its answer is not the application's.
  void DiscardCompleted();
  // Nobody is there to answer any more.
  void Forget();

  bool want_metadata() const { return metadata_ != nullptr; }
  bool want_message() const { return message_ != nullptr; }

  // Reads the response into the application's message; only if that is wanted.
  grpc::Status ReadMessage(grpc::ByteBuffer& response);

  // Answers the batch that wants only initial metadata, now or when it comes,
  // although the attempt still runs.
  void GiveMetadataOf(std::shared_ptr<Attempt> attempt);
  // Answers the batch that wants only initial metadata, if there is one.
  void CompleteMetadata(Attempt* winner);
  // Answers them all, the one that wants the message after it was read, or with
  // a status that is not OK. `winner` is the attempt whose answer it is, or
  // null if there is none (cancelled before the first, say) or the batch came
  // back with it; it must outlive the outer context, which is given references
  // into it.
  void CompleteAll(Attempt* winner, const grpc::Status& status);

 private:
  void Fill(Attempt* winner, const grpc::Status& status,
            InterceptorBatchMethods& batch);

  // Wants the message and the status, maybe initial metadata too.
  InterceptorBatchMethods* message_ = nullptr;
  InterceptorBatchMethods* metadata_ = nullptr;
  std::shared_ptr<Attempt> metadata_from_;
  // Only of a batch that came back with an answer.
  void* completed_message_ = nullptr;
  bool* received_note_ = nullptr;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_UNARY_HELD_BATCHES_H_
