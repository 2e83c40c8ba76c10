// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/stream_forms.h"

#include "absl/strings/str_join.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "tests/support/call_forms.h"

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

std::string Name(StreamKind kind) {
  switch (kind) {
    case StreamKind::kServer:
      return "Server";
    case StreamKind::kClient:
      return "Client";
    case StreamKind::kBidi:
      return "Bidi";
  }
  return "";
}

const std::vector<StreamKind>& AllStreamKinds() {
  static const auto* const kinds = new std::vector<StreamKind>{
      StreamKind::kServer, StreamKind::kClient, StreamKind::kBidi};
  return *kinds;
}

std::ostream& operator<<(std::ostream& out, const StreamResult& result) {
  return out << "wrote " << result.written << ", read ["
             << absl::StrJoin(result.payloads, ", ") << "], status "
             << result.status.error_code() << " "
             << result.status.error_message();
}

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

}  // namespace baton
