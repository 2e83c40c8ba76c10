// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/calls/stream_forms.h"

#include "baton/testing/v1/scripted.grpc.pb.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/callback_streams.h"
#include "tests/support/calls/queue_streams.h"

namespace baton {
namespace {

using testing::v1::CallResponse;
using testing::v1::Scripted;

template <typename Reader>
void ReadAll(Reader& reader, StreamResult& result) {
  CallResponse response;
  while (reader.Read(&response)) result.payloads.push_back(response.payload());
}

template <typename Writer>
void WriteAll(Writer& writer, const std::vector<std::string>& payloads,
              StreamResult& result) {
  for (const std::string& payload : payloads) {
    if (!writer.Write(RequestOf(payload))) break;
    ++result.written;
  }
  writer.WritesDone();
}

}  // namespace

StreamResult MakeStreamCall(StreamKind kind,
                            const std::shared_ptr<grpc::Channel>& channel,
                            grpc::ClientContext& context,
                            const std::vector<std::string>& payloads,
                            const std::function<void()>& after_start) {
  const auto stub = Scripted::NewStub(channel);
  StreamResult result;
  switch (kind) {
    case StreamKind::kServer: {
      result.written = 1;
      const auto stream =
          stub->ServerStream(&context, RequestOf(payloads.front()));
      after_start();
      ReadAll(*stream, result);
      result.status = stream->Finish();
      break;
    }
    case StreamKind::kClient: {
      CallResponse response;
      const auto stream = stub->ClientStream(&context, &response);
      after_start();
      WriteAll(*stream, payloads, result);
      result.status = stream->Finish();
      if (result.status.ok()) result.payloads.push_back(response.payload());
      break;
    }
    case StreamKind::kBidi: {
      const auto stream = stub->Bidi(&context);
      after_start();
      WriteAll(*stream, payloads, result);
      ReadAll(*stream, result);
      result.status = stream->Finish();
      break;
    }
  }
  return result;
}

StreamResult MakeStreamCall(StreamApi api, StreamKind kind,
                            const std::shared_ptr<grpc::Channel>& channel,
                            grpc::ClientContext& context,
                            const std::vector<std::string>& payloads,
                            const std::function<void()>& after_start) {
  switch (api) {
    case StreamApi::kSync:
      break;
    case StreamApi::kQueue:
      return MakeQueueStream(kind, channel, context, payloads, after_start);
    case StreamApi::kCallback:
      return MakeCallbackStream(kind, channel, context, payloads, after_start);
    case StreamApi::kGeneric:
      return MakeGenericStream(kind, channel, context, payloads, after_start);
  }
  return MakeStreamCall(kind, channel, context, payloads, after_start);
}

}  // namespace baton
