// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Shows streams that fail before or after the first message, or while the
// client writes.

#include <iostream>
#include <string>

#include "absl/strings/str_cat.h"
#include "baton/client.h"
#include "baton/policy.h"
#include "examples/support/echo_call.h"
#include "examples/support/local_server.h"
#include "grpcpp/grpcpp.h"

namespace {

using baton::examples::Echo;
using baton::examples::EchoRequest;
using baton::examples::EchoResponse;
using baton::examples::Told;

const grpc::Status kBusy(grpc::StatusCode::UNAVAILABLE, "busy");

// Fails the first attempt of each call, after it has sent or read a certain
// message.
class StumblingEcho final : public Echo::Service {
  using Reader = grpc::ServerReader<EchoRequest>;
  using Writer = grpc::ServerWriter<EchoResponse>;

  grpc::Status ServerStream(grpc::ServerContext* context,
                            const EchoRequest* request,
                            Writer* writer) override {
    const bool stumbles = Stumbles(*context);
    EchoResponse response;
    for (const char* text : {"one", "two", "three"}) {
      if (stumbles && request->text() == response.text()) return kBusy;
      response.set_text(text);
      writer->Write(response);
    }
    return grpc::Status::OK;
  }

  grpc::Status ClientStream(grpc::ServerContext* context, Reader* reader,
                            EchoResponse* response) override {
    const bool stumbles = Stumbles(*context);
    EchoRequest request;
    while (reader->Read(&request)) {
      if (stumbles) return kBusy;
      absl::StrAppend(response->mutable_text(), request.text(), " ");
    }
    return grpc::Status::OK;
  }

  // The header contains the number of earlier attempts.
  static bool Stumbles(const grpc::ServerContext& context) {
    const auto budget = context.client_metadata().find("retry-budget");
    return budget->second.find("n=0") != grpc::string_ref::npos;
  }
};

// Reads from a server that fails after it has sent `last`.
void Read(Echo::Stub& stub, const std::string& last) {
  grpc::ClientContext context;
  EchoRequest request;
  request.set_text(last);
  const auto stream = stub.ServerStream(&context, request);
  EchoResponse response;
  while (stream->Read(&response)) std::cout << response.text() << " ";
  stream->Finish();
  std::cout << "- " << Told(context) << "\n";
}

void Write(Echo::Stub& stub) {
  grpc::ClientContext context;
  EchoResponse response;
  const auto stream = stub.ClientStream(&context, &response);
  for (const char* text : {"one", "two", "three"}) {
    EchoRequest request;
    request.set_text(text);
    stream->Write(request);
  }
  stream->WritesDone();
  stream->Finish();
  std::cout << response.text() << "- " << Told(context) << "\n";
}

}  // namespace

int main() {
  baton::ClientOptions options;
  options.policy.everything().idempotency = baton::Idempotency::kIdempotent;
  StumblingEcho service;
  const baton::examples::LocalServer server(&service);
  const auto stub = baton::examples::NewEcho(server.address(), options);

  std::cout << "fails before its first message:\n  ";
  Read(*stub, "");
  std::cout << "fails after its first message:\n  ";
  Read(*stub, "one");
  std::cout << "fails while it reads:\n  ";
  Write(*stub);
}
