// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_DRIVER_STREAM_ATTEMPT_H_
#define BATON_RPC_STREAM_DRIVER_STREAM_ATTEMPT_H_

#include <atomic>
#include <memory>
#include <string>

#include "baton/rpc/call/attempt.h"
#include "baton/rpc/grpc/in_place/application_receive.h"
#include "baton/rpc/stream/driver/stream_owner.h"
#include "baton/rpc/stream/driver/stream_queue.h"
#include "grpcpp/client_context.h"
#include "grpcpp/grpcpp.h"
#include "grpcpp/impl/rpc_method.h"
#include "grpcpp/support/async_stream.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// How the call of an attempt is made.
struct StreamTarget {
  // Where attempts are made: the channel, from behind us on.
  std::shared_ptr<grpc::ChannelInterface> channel;
  // gRPC keeps a pointer to the name for as long as an attempt lives.
  std::shared_ptr<const std::string> method;
  grpc::internal::RpcMethod::RpcType type =
      grpc::internal::RpcMethod::BIDI_STREAMING;
};

// One try of a call that streams: a call of its own on the channel below us,
// of bytes, whatever its kind. Or it is the first attempt in place: then it is
// the application's own call, which the application's batches use.
//
// An operation keeps the attempt alive. There may be one of each kind at a
// time; they may be started from different threads.
class StreamAttempt final : public AnyAttempt,
                            public std::enable_shared_from_this<StreamAttempt> {
 public:
  StreamAttempt(std::shared_ptr<StreamOwner> owner, StreamTarget target);
  // In place.
  StreamAttempt(std::shared_ptr<StreamOwner> owner,
                grpc::ClientContext& application_context,
                ApplicationQueue queue);
  ~StreamAttempt();

  bool in_place() const { return application_call != nullptr; }
  // The context that has received the initial metadata.
  const grpc::ClientContext& headers() const {
    return has_own_headers_ && in_place() ? *own_context_ : context;
  }
  // A batch of the application receives the initial metadata. In place only.
  void NoteApplicationAsksForHeaders() { application_asks_ = true; }
  // Returns whether the attempt has received initial metadata through its own
  // operation, because the application had started none.
  bool has_own_headers() const { return has_own_headers_; }

  // Makes the call; `context` has to be ready. Its initial metadata goes out
  // with the first message, if `corked`; else at once, which counts as
  // something to be written. Reads the server's initial metadata, too, as soon
  // as they are there.
  void Start(StreamQueue& queue, bool corked);
  // Reads the status as soon as it is there, once. From then on gRPC drops
  // messages that are unread when the connection breaks.
  void AwaitEnd();

  // Ends the attempt like a call whose deadline has passed. In place only.
  void EndAtDeadline();

  void Write(const grpc::ByteBuffer& bytes, bool last);
  void WritesDone();
  void Read();
  // The same as Read() and AwaitEnd(), in one batch. In place only. The
  // response of a client stream must be received in this way: gRPC's own
  // retries forget the message of a batch with initial metadata, if the call
  // ends without headers and the status is received in another batch.
  void ReadWithEnd();
  // Has the server sent a status and nothing before it? Once kMetadata was
  // told.
  bool IsTrailersOnly();
  // Brings kHeaders when all that the server has sent together with its initial
  // metadata has been told of: a failure that comes without headers has empty
  // ones, and its status is told second.
  void AwaitHeaders();

  grpc::ByteBuffer message;
  grpc::Status status;

 private:
  using Stream =
      grpc::ClientAsyncReaderWriter<grpc::ByteBuffer, grpc::ByteBuffer>;

  class Operation final : public StreamOperation {
   public:
    explicit Operation(StreamEvent event) : event_(event) {}
    void OnEnd(bool ok) override;

    std::shared_ptr<StreamAttempt> attempt;  // while it runs

   private:
    const StreamEvent event_;
  };

  StreamAttempt(std::shared_ptr<StreamOwner> owner, StreamTarget target,
                std::unique_ptr<grpc::ClientContext> own_context);

  void* Begin(Operation& operation);
  // Starts `operation` on the application's own call.
  void Receive(ApplicationReceive wanted, Operation& operation);

  const std::shared_ptr<StreamOwner> owner_;
  const StreamTarget target_;
  const ApplicationQueue application_queue_;
  bool application_asks_ = false;
  bool asks_for_headers_ = false;
  bool reads_with_end_ = false;
  std::atomic<bool> has_own_headers_{false};
  // The context of a separate call. In place: gets initial metadata that the
  // application has not asked for, and exists only if Baton receives them.
  std::unique_ptr<grpc::ClientContext> own_context_;
  StreamQueue* queue_ = nullptr;
  // Lives in the arena of the context's call, and is gone first.
  std::unique_ptr<Stream> stream_;
  Operation written_{StreamEvent::kWritten};
  Operation metadata_{StreamEvent::kMetadata};
  Operation headers_{StreamEvent::kHeaders};
  Operation read_{StreamEvent::kRead};
  Operation ended_{StreamEvent::kEnded};
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_DRIVER_STREAM_ATTEMPT_H_
