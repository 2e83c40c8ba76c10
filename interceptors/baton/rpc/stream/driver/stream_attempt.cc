// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/driver/stream_attempt.h"

#include <utility>

#include "baton/rpc/grpc/attempt_creation.h"
#include "baton/rpc/grpc/trailers_only.h"

namespace baton::rpc {

using StreamFactory =
    grpc::internal::ClientAsyncReaderWriterFactory<grpc::ByteBuffer,
                                                   grpc::ByteBuffer>;

StreamAttempt::StreamAttempt(std::shared_ptr<StreamOwner> owner,
                             StreamTarget target)
    : StreamAttempt(std::move(owner), std::move(target),
                    std::make_unique<grpc::ClientContext>()) {}

StreamAttempt::StreamAttempt(std::shared_ptr<StreamOwner> owner,
                             StreamTarget target,
                             std::unique_ptr<grpc::ClientContext> own_context)
    : AnyAttempt(*own_context),
      owner_(std::move(owner)),
      target_(std::move(target)),
      own_context_(std::move(own_context)) {}

StreamAttempt::StreamAttempt(std::shared_ptr<StreamOwner> owner,
                             grpc::ClientContext& application_context,
                             ApplicationQueue queue)
    : AnyAttempt(application_context),
      owner_(std::move(owner)),
      application_queue_(queue) {
  // A thread that plucks looks only for its own answer.
  if (queue.kind != QueueKind::kPlucked) {
    answer_queue = reinterpret_cast<uint64_t>(queue.queue);
  }
  application_call =
      std::make_unique<ApplicationCall>(application_context.c_call());
}

StreamAttempt::~StreamAttempt() = default;

void StreamAttempt::Operation::OnEnd(bool ok) {
  // By the time its owner knows, the operation can be started again.
  const std::shared_ptr<StreamAttempt> ended = std::move(attempt);
  ended->owner_->OnStreamEvent(ended, event_, ok);
}

void* StreamAttempt::Begin(Operation& operation) {
  operation.attempt = shared_from_this();
  return queue_->Add(&operation);
}

void StreamAttempt::Start(StreamQueue& queue, bool corked) {
  queue_ = &queue;
  context.set_initial_metadata_corked(corked);
  const grpc::internal::RpcMethod method(target_.method->c_str(), target_.type);
  {
    const AttemptCreation creation(context);
    stream_.reset(StreamFactory::Create(target_.channel.get(), queue.get(),
                                        method, &context, /*start=*/false,
                                        /*tag=*/nullptr));
  }
  stream_->StartCall(corked ? nullptr : Begin(written_));
  stream_->ReadInitialMetadata(Begin(metadata_));
}

void StreamAttempt::Receive(ApplicationReceive wanted, Operation& operation) {
  operation.attempt = shared_from_this();
  // gRPC delivers a message only after an operation for initial metadata.
  if (!application_asks_ && !std::exchange(asks_for_headers_, true)) {
    own_context_ = std::make_unique<grpc::ClientContext>();
    wanted.metadata_to = own_context_.get();
  }
  StartReceive(
      application_call->get(), application_queue_, wanted,
      [this, &operation, headers = wanted.metadata_to != nullptr](bool ok) {
        if (headers) has_own_headers_ = true;
        // The first event may end the life of this object, unless a second one
        // follows.
        const bool ends_too = reads_with_end_ && &operation == &read_;
        operation.OnEnd(ok);
        if (ends_too) ended_.OnEnd(true);
      });
}

void StreamAttempt::AwaitEnd() {
  if (!in_place()) return stream_->Finish(&status, Begin(ended_));
  ApplicationReceive wanted;
  wanted.trailers_to = &context;
  wanted.status = &status;
  Receive(wanted, ended_);
}

void StreamAttempt::EndAtDeadline() {
  application_call->EndWith(GRPC_STATUS_DEADLINE_EXCEEDED, "Deadline Exceeded");
}

bool StreamAttempt::IsTrailersOnly() {
  return stream_ != nullptr && rpc::IsTrailersOnly(context);
}

void StreamAttempt::Write(const grpc::ByteBuffer& bytes, bool last) {
  grpc::WriteOptions options;
  if (last) options.set_last_message();
  stream_->Write(bytes, options, Begin(written_));
}

void StreamAttempt::WritesDone() { stream_->WritesDone(Begin(written_)); }

void StreamAttempt::AwaitHeaders() {
  headers_.attempt = shared_from_this();
  if (!queue_->Echo(&headers_, context.c_call())) headers_.OnEnd(true);
}

void StreamAttempt::ReadWithEnd() {
  reads_with_end_ = true;
  ended_.attempt = shared_from_this();
  ApplicationReceive wanted;
  wanted.message = &message;
  wanted.trailers_to = &context;
  wanted.status = &status;
  Receive(wanted, read_);
}

void StreamAttempt::Read() {
  if (!in_place()) return stream_->Read(&message, Begin(read_));
  ApplicationReceive wanted;
  wanted.message = &message;
  Receive(wanted, read_);
}

}  // namespace baton::rpc
