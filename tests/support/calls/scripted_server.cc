// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/calls/scripted_server.h"

#include <utility>

#include "absl/types/optional.h"
#include "baton/chain/loopback_socket.h"
#include "gtest/gtest.h"
#include "tests/support/real_time.h"

namespace baton {
namespace {

void AddDuration(grpc::ServerBuilder* builder, const char* name,
                 absl::Duration duration) {
  if (duration == absl::InfiniteDuration()) return;
  builder->AddChannelArgument(
      name, static_cast<int>(absl::ToInt64Milliseconds(duration)));
}

}  // namespace

ScriptedServer::ScriptedServer(std::vector<ScriptStep> script)
    : ScriptedServer(std::move(script), Options()) {}

ScriptedServer::ScriptedServer(std::vector<ScriptStep> script, Options options)
    : options_(options), script_(script.begin(), script.end()) {
  Otherwise(Echo());
  Start();
}

ScriptedServer::~ScriptedServer() { Stop(); }

void ScriptedServer::Add(const ScriptStep& step) {
  std::lock_guard<std::mutex> lock(mutex_);
  script_.push_back(step);
}

void ScriptedServer::Otherwise(const ScriptStep& step) {
  Otherwise([step](const SeenAttempt&) { return step; });
}

void ScriptedServer::Otherwise(Responder responder) {
  std::lock_guard<std::mutex> lock(mutex_);
  otherwise_ = std::move(responder);
}

void ScriptedServer::Release(int attempt) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (attempt > log_.size()) {
    released_.insert(attempt);
  } else {
    ReleaseIf([attempt](const ScriptedCall& call) {
      return call.number() == attempt;
    });
  }
}

void ScriptedServer::ReleaseAll() {
  std::lock_guard<std::mutex> lock(mutex_);
  ReleaseIf([](const ScriptedCall& call) { return call.number() > 0; });
}

void ScriptedServer::Start() {
  std::lock_guard<std::mutex> lifecycle_lock(lifecycle_mutex_);
  if (server_ != nullptr) return;
  service_ = std::make_unique<grpc::AsyncGenericService>();
  grpc::ServerBuilder builder;
  AddDuration(&builder, GRPC_ARG_MAX_CONNECTION_AGE_MS,
              options_.max_connection_age);
  AddDuration(&builder, GRPC_ARG_MAX_CONNECTION_AGE_GRACE_MS,
              options_.max_connection_age_grace);
  if (options_.max_concurrent_streams > 0) {
    builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS,
                               options_.max_concurrent_streams);
  }
  // Makes the number of unread bytes in flight the same in every gRPC version.
  builder.AddChannelArgument(GRPC_ARG_HTTP2_BDP_PROBE, 0);
  builder.AddListeningPort(address(), grpc::InsecureServerCredentials());
  builder.RegisterAsyncGenericService(service_.get());
  queue_ = builder.AddCompletionQueue();
  server_ = builder.BuildAndStart();
  ASSERT_NE(server_, nullptr) << "nothing to listen with on " << address();
  {
    std::lock_guard<std::mutex> lock(mutex_);
    queue_open_ = true;
    AcceptOne();
  }
  thread_ = std::thread([this] { Serve(); });
}

void ScriptedServer::Stop(absl::Duration grace) {
  std::lock_guard<std::mutex> lifecycle_lock(lifecycle_mutex_);
  if (server_ == nullptr) return;
  server_->Shutdown(FromNow(grace));
  {
    // A queue that is shut down accepts no operation.
    std::lock_guard<std::mutex> lock(mutex_);
    queue_open_ = false;
    queue_->Shutdown();
  }
  thread_.join();
  EXPECT_TRUE(calls_.empty()) << "calls outlived their server";
  server_ = nullptr;
  queue_ = nullptr;
  service_ = nullptr;
}

std::shared_ptr<grpc::Channel> ScriptedServer::NewChannel(
    grpc::ChannelArguments arguments) const {
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return grpc::CreateCustomChannel(
      address(), grpc::InsecureChannelCredentials(), arguments);
}

void ScriptedServer::Serve() {
  void* tag = nullptr;
  bool ok = false;
  while (queue_->Next(&tag, &ok)) {
    const auto& call_tag = *static_cast<const ScriptedCall::Tag*>(tag);
    ScriptedCall* const call = call_tag.call;
    if (HandleTag(call_tag, ok) == ScriptedCall::Next::kNeedsStep) {
      BeginCall(call);
    }
  }
}

ScriptedCall::Next ScriptedServer::HandleTag(const ScriptedCall::Tag& tag,
                                             bool ok) {
  ScriptedCall* const call = tag.call;
  const bool is_end = tag.is_end;
  std::lock_guard<std::mutex> lock(mutex_);
  const ScriptedCall::Next next = call->OnTag(tag, ok, queue_open_);
  if (is_end) LogEnd(*call);
  CutIfWanted(call);
  if (next == ScriptedCall::Next::kArrived) AcceptOne();
  if (next == ScriptedCall::Next::kDelete) Delete(call);
  return next;
}

void ScriptedServer::BeginCall(ScriptedCall* call) {
  SeenAttempt attempt = call->Arrived();
  absl::optional<ScriptStep> step;
  Responder otherwise;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    attempt.number = log_.size() + 1;
    otherwise = otherwise_;
    if (!script_.empty()) {
      step = std::move(script_.front());
      script_.pop_front();
    }
  }
  // Called without the lock, because the responder may call the server.
  if (!step.has_value()) step = otherwise(attempt);

  std::lock_guard<std::mutex> lock(mutex_);
  const int number = log_.Begin(std::move(attempt));
  const bool released = released_.erase(number) > 0;
  if (queue_open_) {
    call->Begin(number, *std::move(step), released);
  } else {
    SeenAttempt end = call->Ended();
    end.cancelled = true;
    log_.End(number, std::move(end));
  }
  CutIfWanted(call);
  if (call->over()) LogEnd(*call);
  if (call->done()) Delete(call);
}

void ScriptedServer::AcceptOne() {
  if (!queue_open_) return;
  calls_.insert(new ScriptedCall(service_.get(), queue_.get()));
}

void ScriptedServer::LogEnd(const ScriptedCall& call) {
  // 0: the call ended before it had a step. It is logged when it has one.
  if (call.number() == 0) return;
  log_.End(call.number(), call.Ended());
}

void ScriptedServer::CutIfWanted(ScriptedCall* call) const {
  const std::string peer = call->TakePeerToCut();
  if (!peer.empty()) chain::CutLoopbackConnection(peer);
}

void ScriptedServer::ReleaseIf(
    const std::function<bool(const ScriptedCall&)>& is_meant) {
  if (!queue_open_) return;
  for (ScriptedCall* call : calls_) {
    if (!is_meant(*call)) continue;
    call->Release();
    CutIfWanted(call);
  }
}

void ScriptedServer::Delete(ScriptedCall* call) {
  calls_.erase(call);
  delete call;
}

}  // namespace baton
