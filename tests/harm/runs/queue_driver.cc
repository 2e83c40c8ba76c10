// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/testing/v1/scripted.grpc.pb.h"
#include "tests/harm/runs/driver.h"
#include "tests/harm/runs/pause.h"
#include "tests/support/calls/awaited_queue.h"

namespace baton::harm {
namespace {

using testing::v1::CallResponse;
using testing::v1::Scripted;

// The parts of a stream on a completion queue with one operation at a time.
template <typename Stream>
class QueuedStream {
 public:
  QueuedStream(const DrivenCall& call, AwaitedQueue& queue, Stream& stream)
      : call_(call), queue_(queue), stream_(stream) {}

  void Start() {
    Pause(call_.plan.prepare_delay);
    stream_.StartCall(queue_.tag());
    Pause(call_.plan.poll_delay);
    queue_.Await();
  }

  void WriteAll() {
    for (int i = 0; i < call_.plan.requests; ++i) {
      stream_.Write(RequestNumber(call_.plan, i), queue_.tag());
      if (!queue_.Await()) break;
      ++call_.outcome.writes;
    }
    stream_.WritesDone(queue_.tag());
    queue_.Await();
  }

  void ReadAll() {
    if (call_.plan.initial_metadata_first) {
      stream_.ReadInitialMetadata(queue_.tag());
      queue_.Await();
      RecordInitialMetadata(call_);
    }
    while (ReadsMore(call_)) {
      CallResponse response;
      stream_.Read(&response, queue_.tag());
      Pause(call_.plan.read_delay);
      if (!queue_.Await()) {
        RecordEndOfMessages(call_.outcome);
        return;
      }
      RecordMessage(response, call_.outcome);
    }
  }

  grpc::Status Finish() {
    grpc::Status status;
    stream_.Finish(&status, queue_.tag());
    queue_.Await();
    return status;
  }

 private:
  const DrivenCall& call_;
  AwaitedQueue& queue_;
  Stream& stream_;
};

template <typename Stream>
QueuedStream<Stream> On(const DrivenCall& call, AwaitedQueue& queue,
                        Stream& stream) {
  return QueuedStream<Stream>(call, queue, stream);
}

grpc::Status Unary(const DrivenCall& call, Scripted::Stub& stub,
                   AwaitedQueue& queue) {
  const auto reader = stub.PrepareAsyncCall(
      &call.context, RequestNumber(call.plan, 0), queue.get());
  Pause(call.plan.prepare_delay);
  reader->StartCall();
  if (call.plan.initial_metadata_first) {
    reader->ReadInitialMetadata(queue.tag());
    queue.Await();
    RecordInitialMetadata(call);
  }
  CallResponse response;
  grpc::Status status;
  reader->Finish(&response, &status, queue.tag());
  Pause(call.plan.poll_delay);
  queue.Await();
  if (status.ok()) RecordMessage(response, call.outcome);
  return status;
}

grpc::Status ClientStream(const DrivenCall& call, Scripted::Stub& stub,
                          AwaitedQueue& queue) {
  CallResponse response;
  const auto stream =
      stub.PrepareAsyncClientStream(&call.context, &response, queue.get());
  auto queued = On(call, queue, *stream);
  queued.Start();
  queued.WriteAll();
  const grpc::Status status = queued.Finish();
  if (status.ok()) RecordMessage(response, call.outcome);
  return status;
}

grpc::Status ServerStream(const DrivenCall& call, Scripted::Stub& stub,
                          AwaitedQueue& queue) {
  const auto stream = stub.PrepareAsyncServerStream(
      &call.context, RequestNumber(call.plan, 0), queue.get());
  auto queued = On(call, queue, *stream);
  queued.Start();
  queued.ReadAll();
  return queued.Finish();
}

grpc::Status Bidi(const DrivenCall& call, Scripted::Stub& stub,
                  AwaitedQueue& queue) {
  const auto stream = stub.PrepareAsyncBidi(&call.context, queue.get());
  auto queued = On(call, queue, *stream);
  queued.Start();
  queued.WriteAll();
  queued.ReadAll();
  return queued.Finish();
}

}  // namespace

void DriveQueue(const DrivenCall& call) {
  const auto stub = Scripted::NewStub(call.channel);
  AwaitedQueue queue;
  grpc::Status status;
  switch (call.plan.kind) {
    case Kind::kUnary:
      status = Unary(call, *stub, queue);
      break;
    case Kind::kClientStream:
      status = ClientStream(call, *stub, queue);
      break;
    case Kind::kServerStream:
      status = ServerStream(call, *stub, queue);
      break;
    case Kind::kBidi:
      status = Bidi(call, *stub, queue);
      break;
  }
  RecordEnd(status, call.context, call.outcome);
}

}  // namespace baton::harm
