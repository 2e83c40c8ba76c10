// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/testing/v1/scripted.grpc.pb.h"
#include "tests/harm/runs/driver.h"
#include "tests/harm/runs/pause.h"

namespace baton::harm {
namespace {

using testing::v1::CallResponse;
using testing::v1::Scripted;

template <typename Stream>
void WriteAll(const DrivenCall& call, Stream& stream) {
  for (int i = 0; i < call.plan.requests; ++i) {
    if (!stream.Write(RequestNumber(call.plan, i))) break;
    ++call.outcome.writes;
  }
  stream.WritesDone();
}

template <typename Stream>
void ReadAll(const DrivenCall& call, Stream& stream) {
  if (call.plan.initial_metadata_first) {
    stream.WaitForInitialMetadata();
    RecordInitialMetadata(call);
  }
  Pause(call.plan.poll_delay);
  for (;;) {
    Pause(call.plan.read_delay);
    CallResponse response;
    if (!stream.Read(&response)) break;
    RecordMessage(response, call.outcome);
  }
  RecordEndOfMessages(call.outcome);
}

grpc::Status Unary(const DrivenCall& call, Scripted::Stub& stub) {
  CallResponse response;
  const grpc::Status status =
      stub.Call(&call.context, RequestNumber(call.plan, 0), &response);
  if (status.ok()) RecordMessage(response, call.outcome);
  return status;
}

grpc::Status ClientStream(const DrivenCall& call, Scripted::Stub& stub) {
  CallResponse response;
  const auto stream = stub.ClientStream(&call.context, &response);
  WriteAll(call, *stream);
  Pause(call.plan.poll_delay);
  const grpc::Status status = stream->Finish();
  if (status.ok()) RecordMessage(response, call.outcome);
  return status;
}

grpc::Status ServerStream(const DrivenCall& call, Scripted::Stub& stub) {
  const auto stream =
      stub.ServerStream(&call.context, RequestNumber(call.plan, 0));
  ReadAll(call, *stream);
  return stream->Finish();
}

grpc::Status Bidi(const DrivenCall& call, Scripted::Stub& stub) {
  const auto stream = stub.Bidi(&call.context);
  WriteAll(call, *stream);
  ReadAll(call, *stream);
  return stream->Finish();
}

}  // namespace

void DriveSync(const DrivenCall& call) {
  const auto stub = Scripted::NewStub(call.channel);
  grpc::Status status;
  switch (call.plan.kind) {
    case Kind::kUnary:
      status = Unary(call, *stub);
      break;
    case Kind::kClientStream:
      status = ClientStream(call, *stub);
      break;
    case Kind::kServerStream:
      status = ServerStream(call, *stub);
      break;
    case Kind::kBidi:
      status = Bidi(call, *stub);
      break;
  }
  RecordEnd(status, call.context, call.outcome);
}

}  // namespace baton::harm
