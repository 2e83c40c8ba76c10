// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/stream_attempt.h"

#include <utility>

#include "baton/rpc/grpc/attempt_creation.h"
#include "baton/rpc/grpc/trailers_only.h"

namespace baton::rpc {

using StreamFactory =
    grpc::internal::ClientAsyncReaderWriterFactory<grpc::ByteBuffer,
                                                   grpc::ByteBuffer>;

StreamAttempt::StreamAttempt(std::shared_ptr<StreamOwner> owner,
                             StreamTarget target)
    : owner_(std::move(owner)), target_(std::move(target)) {}

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

void StreamAttempt::AwaitEnd() { stream_->Finish(&status, Begin(ended_)); }

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

void StreamAttempt::Read() { stream_->Read(&message, Begin(read_)); }

}  // namespace baton::rpc
