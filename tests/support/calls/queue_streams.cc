// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/calls/queue_streams.h"

#include "baton/testing/v1/scripted.grpc.pb.h"
#include "grpcpp/generic/generic_stub.h"
#include "gtest/gtest.h"
#include "tests/support/calls/awaited_queue.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/message_bytes.h"

namespace baton {
namespace {

using testing::v1::CallResponse;
using testing::v1::Scripted;

template <typename Stream>
void ReadAll(Stream& stream, AwaitedQueue& queue, StreamResult& result) {
  for (;;) {
    CallResponse response;
    stream.Read(&response, queue.tag());
    if (!queue.Await()) return;
    result.payloads.push_back(response.payload());
  }
}

template <typename Stream>
void WriteAll(Stream& stream, AwaitedQueue& queue,
              const std::vector<std::string>& payloads, StreamResult& result) {
  for (const std::string& payload : payloads) {
    stream.Write(RequestOf(payload), queue.tag());
    if (!queue.Await()) break;
    ++result.written;
  }
  stream.WritesDone(queue.tag());
  queue.Await();
}

template <typename Stream>
void Finish(Stream& stream, AwaitedQueue& queue, StreamResult& result) {
  stream.Finish(&result.status, queue.tag());
  EXPECT_TRUE(queue.Await());
}

const char* MethodOf(StreamKind kind) {
  switch (kind) {
    case StreamKind::kServer:
      return "/baton.testing.v1.Scripted/ServerStream";
    case StreamKind::kClient:
      return "/baton.testing.v1.Scripted/ClientStream";
    case StreamKind::kBidi:
      return "/baton.testing.v1.Scripted/Bidi";
  }
  return "";
}

}  // namespace

StreamResult MakeQueueStream(StreamKind kind,
                             const std::shared_ptr<grpc::Channel>& channel,
                             grpc::ClientContext& context,
                             const std::vector<std::string>& payloads,
                             const std::function<void()>& after_start) {
  const auto stub = Scripted::NewStub(channel);
  StreamResult result;
  AwaitedQueue queue;
  switch (kind) {
    case StreamKind::kServer: {
      result.written = 1;
      const auto stream = stub->AsyncServerStream(
          &context, RequestOf(payloads.front()), queue.get(), queue.tag());
      after_start();
      queue.Await();
      ReadAll(*stream, queue, result);
      Finish(*stream, queue, result);
      break;
    }
    case StreamKind::kClient: {
      CallResponse response;
      const auto stream = stub->AsyncClientStream(&context, &response,
                                                  queue.get(), queue.tag());
      after_start();
      queue.Await();
      WriteAll(*stream, queue, payloads, result);
      Finish(*stream, queue, result);
      if (result.status.ok()) result.payloads.push_back(response.payload());
      break;
    }
    case StreamKind::kBidi: {
      const auto stream = stub->AsyncBidi(&context, queue.get(), queue.tag());
      after_start();
      queue.Await();
      WriteAll(*stream, queue, payloads, result);
      ReadAll(*stream, queue, result);
      Finish(*stream, queue, result);
      break;
    }
  }
  return result;
}

StreamResult MakeGenericStream(StreamKind kind,
                               const std::shared_ptr<grpc::Channel>& channel,
                               grpc::ClientContext& context,
                               const std::vector<std::string>& payloads,
                               const std::function<void()>& after_start) {
  grpc::GenericStub stub(channel);
  StreamResult result;
  AwaitedQueue queue;
  const auto stream = stub.PrepareCall(&context, MethodOf(kind), queue.get());
  stream->StartCall(queue.tag());
  after_start();
  queue.Await();
  for (const std::string& payload : payloads) {
    stream->Write(ToBytes(RequestOf(payload)), queue.tag());
    if (!queue.Await()) break;
    ++result.written;
    if (kind == StreamKind::kServer) break;
  }
  stream->WritesDone(queue.tag());
  queue.Await();
  for (;;) {
    grpc::ByteBuffer bytes;
    stream->Read(&bytes, queue.tag());
    if (!queue.Await()) break;
    CallResponse response;
    if (FromBytes(bytes, &response)) {
      result.payloads.push_back(response.payload());
    }
  }
  Finish(*stream, queue, result);
  return result;
}

}  // namespace baton
