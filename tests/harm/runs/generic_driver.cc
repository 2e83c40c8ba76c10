// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "grpcpp/generic/generic_stub.h"
#include "tests/harm/runs/driver.h"
#include "tests/harm/runs/pause.h"
#include "tests/support/calls/awaited_queue.h"
#include "tests/support/calls/message_bytes.h"
#include "tests/support/signal.h"

namespace baton::harm {
namespace {

using testing::v1::CallResponse;

constexpr const char* kMethods[] = {"/baton.testing.v1.Scripted/Call",
                                    "/baton.testing.v1.Scripted/ClientStream",
                                    "/baton.testing.v1.Scripted/ServerStream",
                                    "/baton.testing.v1.Scripted/Bidi"};

const char* MethodOf(const CallPlan& plan) {
  return kMethods[static_cast<int>(plan.kind)];
}

void RecordBytes(const grpc::ByteBuffer& bytes, CallOutcome& outcome) {
  CallResponse response;
  if (!FromBytes(bytes, &response)) response.set_payload("not a message");
  RecordMessage(response, outcome);
}

grpc::Status Unary(const DrivenCall& call, AwaitedQueue& queue) {
  grpc::GenericStub stub(call.channel);
  const auto reader =
      stub.PrepareUnaryCall(&call.context, MethodOf(call.plan),
                            ToBytes(RequestNumber(call.plan, 0)), queue.get());
  Pause(call.plan.prepare_delay);
  reader->StartCall();
  grpc::ByteBuffer response;
  grpc::Status status;
  reader->Finish(&response, &status, queue.tag());
  Pause(call.plan.poll_delay);
  queue.Await();
  if (status.ok()) RecordBytes(response, call.outcome);
  return status;
}

grpc::Status CallbackUnary(const DrivenCall& call) {
  grpc::GenericStub stub(call.channel);
  const grpc::ByteBuffer request = ToBytes(RequestNumber(call.plan, 0));
  grpc::ByteBuffer response;
  grpc::Status result;
  Signal ended;
  stub.UnaryCall(&call.context, MethodOf(call.plan), grpc::StubOptions(),
                 &request, &response, [&](grpc::Status status) {
                   Pause(call.plan.poll_delay);
                   result = std::move(status);
                   ended.Give();
                 });
  while (!ended.Await()) {
  }
  if (result.ok()) RecordBytes(response, call.outcome);
  return result;
}

void Write(const DrivenCall& call, AwaitedQueue& queue,
           grpc::GenericClientAsyncReaderWriter& stream) {
  const int requests = StreamsRequests(call.plan.kind) ? call.plan.requests : 1;
  for (int i = 0; i < requests; ++i) {
    stream.Write(ToBytes(RequestNumber(call.plan, i)), queue.tag());
    if (!queue.Await()) break;
    ++call.outcome.writes;
  }
  stream.WritesDone(queue.tag());
  queue.Await();
}

grpc::Status Stream(const DrivenCall& call, AwaitedQueue& queue) {
  grpc::GenericStub stub(call.channel);
  const auto stream =
      stub.PrepareCall(&call.context, MethodOf(call.plan), queue.get());
  Pause(call.plan.prepare_delay);
  stream->StartCall(queue.tag());
  Pause(call.plan.poll_delay);
  queue.Await();
  Write(call, queue, *stream);
  if (call.plan.initial_metadata_first) {
    stream->ReadInitialMetadata(queue.tag());
    queue.Await();
    RecordInitialMetadata(call);
  }
  for (;;) {
    grpc::ByteBuffer bytes;
    stream->Read(&bytes, queue.tag());
    Pause(call.plan.read_delay);
    if (!queue.Await()) break;
    RecordBytes(bytes, call.outcome);
  }
  RecordEndOfMessages(call.outcome);
  grpc::Status status;
  stream->Finish(&status, queue.tag());
  queue.Await();
  return status;
}

}  // namespace

void DriveGeneric(const DrivenCall& call) {
  AwaitedQueue queue;
  grpc::Status status;
  if (call.plan.kind != Kind::kUnary) {
    status = Stream(call, queue);
  } else if (call.plan.initial_metadata_first) {
    status = CallbackUnary(call);
  } else {
    status = Unary(call, queue);
  }
  RecordEnd(status, call.context, call.outcome);
}

}  // namespace baton::harm
