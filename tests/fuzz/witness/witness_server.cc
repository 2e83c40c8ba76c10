// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/fuzz/witness/witness_server.h"

#include <cstddef>
#include <future>
#include <set>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "baton/idempotency/idempotency_key.h"
#include "grpcpp/generic/generic_stub.h"
#include "tests/fuzz/fuzz_input.h"
#include "tests/fuzz/witness/transcript.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/patience.h"
#include "tests/support/real_time.h"

namespace baton::fuzz {
namespace {

using examples::v1::Echo;
using examples::v1::EchoRequest;
using examples::v1::EchoResponse;

constexpr char kFailKey[] = "fail";
// Ends requests that hostile peers have left open.
constexpr absl::Duration kShutdownBound = absl::Milliseconds(100);

std::string ValueOf(const grpc::ServerContextBase& context, const char* key) {
  const auto found = context.client_metadata().find(key);
  if (found == context.client_metadata().end()) return "";
  return std::string(found->second.data(), found->second.size());
}

// Returns whether clients retry the code.
bool IsRetried(grpc::StatusCode code) {
  return code == grpc::StatusCode::UNAVAILABLE ||
         code == grpc::StatusCode::RESOURCE_EXHAUSTED ||
         code == grpc::StatusCode::ABORTED ||
         code == grpc::StatusCode::DEADLINE_EXCEEDED ||
         code == grpc::StatusCode::CANCELLED;
}

// Makes a call of a method without a stub.
grpc::Status CallGeneric(const std::shared_ptr<grpc::Channel>& channel,
                         grpc::ClientContext& context,
                         const CallRequest& request, CallResponse& response) {
  grpc::TemplatedGenericStub<CallRequest, CallResponse> stub(channel);
  grpc::CompletionQueue queue;
  const auto call =
      stub.PrepareUnaryCall(&context, PathOf(Api::kGeneric), request, &queue);
  call->StartCall();
  grpc::Status status;
  call->Finish(&response, &status, &queue);
  void* tag = nullptr;
  bool ok = false;
  Require(queue.Next(&tag, &ok), "the queue returns the tag");
  return status;
}

grpc::Status CallByCallback(const std::shared_ptr<grpc::Channel>& channel,
                            grpc::ClientContext& context,
                            const CallRequest& request,
                            CallResponse& response) {
  const auto stub = Scripted::NewStub(channel);
  std::promise<grpc::Status> end;
  stub->async()->Call(
      &context, &request, &response,
      [&end](grpc::Status status) { end.set_value(std::move(status)); });
  return end.get_future().get();
}

}  // namespace

std::string PathOf(Api api) {
  switch (api) {
    case Api::kCallback:
      return "/baton.testing.v1.Scripted/Call";
    case Api::kSync:
      return "/baton.examples.v1.Echo/Unary";
    case Api::kQueue:
      return "/baton.testing.v1.Scripted/ServerStream";
    case Api::kGeneric:
      return "/witness.Generic/Call";
  }
  return "";
}

ClientOptions OptionsOfWitness() {
  ClientOptions options;
  MethodPolicy& everything = options.policy.everything();
  everything.idempotency = Idempotency::kIdempotent;
  everything.retry.backoff.initial = absl::ZeroDuration();
  return options;
}

WitnessServer::WitnessServer(ServerOptions options, ClientOptions client,
                             bool fails_with_any_code)
    : token_(NewIdempotencyKey()),
      fails_with_any_code_(fails_with_any_code),
      max_grant_(options.inbound_grant.max_grant) {
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                           &port_);
  const absl::Status installed = InstallServer(&builder, std::move(options));
  Require(installed.ok(), "the options are valid");
  builder.RegisterService(&mixed_);
  builder.RegisterService(&sync_);
  builder.RegisterAsyncGenericService(&generic_);
  queue_ = builder.AddCompletionQueue();
  server_ = builder.BuildAndStart();
  Require(server_ != nullptr, "the server starts");
  thread_ =
      std::thread([this] { ServeQueue(mixed_, generic_, *queue_, judge_); });
  channel_ = NewBatonChannel(target(), std::move(client));
}

WitnessServer::~WitnessServer() {
  channel_ = nullptr;
  server_->Shutdown(FromNow(kShutdownBound));
  queue_->Shutdown();
  thread_.join();
}

std::string WitnessServer::target() const {
  return absl::StrCat("127.0.0.1:", port_);
}

std::string WitnessServer::CallOfWitness(Api api) {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    attempts_ = 0;
    seen_.clear();
  }
  grpc::ClientContext context;
  context.set_deadline(FromNow(kPatience));
  context.AddMetadata(kTokenKey, token_);
  CallRequest request;
  request.set_payload("honest");
  CallResponse response;
  std::string payload;
  grpc::Status status;
  if (api == Api::kSync) {
    EchoRequest echo;
    echo.set_text("honest");
    EchoResponse echoed;
    status = Echo::NewStub(channel_)->Unary(&context, echo, &echoed);
    payload = echoed.text();
  } else if (api == Api::kQueue) {
    const auto reader =
        Scripted::NewStub(channel_)->ServerStream(&context, request);
    while (reader->Read(&response)) payload += response.payload();
    status = reader->Finish();
  } else if (api == Api::kGeneric) {
    status = CallGeneric(channel_, context, request, response);
    payload = response.payload();
  } else {
    status = CallByCallback(channel_, context, request, response);
    payload = response.payload();
  }
  std::lock_guard<std::mutex> lock(mutex_);
  return absl::StrCat("payload ", payload, "\n", Transcript(context, status),
                      seen_);
}

grpc::Status WitnessServer::JudgeRequest(grpc::ServerContextBase& context) {
  if (ValueOf(context, kTokenKey) == token_) return JudgeWitness(context);
  const RequestScope scope = RequestScope::From(&context);
  Require(!scope.empty(), "each request has a scope");
  Require(scope.grant().value_or(0) <= max_grant_,
          "no value raises what a request may spend");
  Require(scope.hop() >= 0, "no value makes the hop negative");
  int code = 0;
  if (!absl::SimpleAtoi(ValueOf(context, kFailKey), &code) || code < 0 ||
      code > 16) {
    return grpc::Status::OK;
  }
  const auto status_code = static_cast<grpc::StatusCode>(code);
  if (!fails_with_any_code_ && IsRetried(status_code)) return grpc::Status::OK;
  return {status_code, "asked to fail"};
}

grpc::Status WitnessServer::JudgeWitness(grpc::ServerContextBase& context) {
  const RequestScope scope = RequestScope::From(&context);
  std::set<std::string> metadata;
  for (const auto& [key, value] : context.client_metadata()) {
    if (key == kTokenKey) continue;
    // Each call has other ids.
    if (key == "traceparent") {
      metadata.insert("traceparent");
      continue;
    }
    metadata.insert(absl::StrCat(std::string(key.data(), key.size()), "=",
                                 std::string(value.data(), value.size())));
  }
  std::lock_guard<std::mutex> lock(mutex_);
  ++attempts_;
  absl::StrAppend(&seen_, "handler grant ", scope.grant().value_or(-1), " hop ",
                  scope.hop(), " rejected ", scope.rejected(), "\n");
  for (const std::string& field : metadata) {
    absl::StrAppend(&seen_, "  ", field, "\n");
  }
  if (attempts_ == 1) return {grpc::StatusCode::UNAVAILABLE, "scripted"};
  return grpc::Status::OK;
}

}  // namespace baton::fuzz
