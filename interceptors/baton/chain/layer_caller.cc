// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/chain/layer_caller.h"

#include <map>
#include <utility>

#include "baton/chain/lost_trailers.h"
#include "grpcpp/create_channel.h"
#include "grpcpp/security/credentials.h"

namespace baton::chain {
namespace {

absl::StatusOr<std::shared_ptr<grpc::Channel>> NewChannel(
    Participation participation, const Caller& caller,
    const std::string& address) {
  grpc::ChannelArguments arguments = caller.arguments;
  // Gives each process its own connections.
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  const auto credentials = grpc::InsecureChannelCredentials();
  if (participation != Participation::kBaton) {
    return grpc::CreateCustomChannel(address, credentials, arguments);
  }
  ClientInterceptorFactories interceptors;
  interceptors.push_back(NewTrailerLoser());
  return CreateChannel(address, credentials, caller.options, arguments,
                       std::move(interceptors));
}

}  // namespace

struct LayerCaller::Attempt {
  std::size_t target = 0;
  int number = 1;
  NewContext new_context;
  Done done;
  std::unique_ptr<grpc::ClientContext> context;
  testing::v1::ChainCall request;
  testing::v1::ChainCall response;
};

absl::StatusOr<std::unique_ptr<LayerCaller>> LayerCaller::Create(
    Participation participation, const Caller& caller,
    std::vector<Target> targets) {
  std::unique_ptr<LayerCaller> made(
      new LayerCaller(std::move(targets), caller.loop_attempts));
  std::map<std::string, std::shared_ptr<grpc::Channel>> channels;
  for (const Target& target : made->targets_) {
    std::shared_ptr<grpc::Channel>& channel = channels[target.address];
    if (channel == nullptr) {
      auto created = NewChannel(participation, caller, target.address);
      if (!created.ok()) return created.status();
      channel = *std::move(created);
    }
    made->stubs_.push_back(std::make_unique<Stub>(channel));
  }
  return made;
}

void LayerCaller::Call(std::size_t target, uint64_t request,
                       NewContext new_context, Done done) const {
  auto attempt = std::make_unique<Attempt>();
  attempt->target = target;
  attempt->new_context = std::move(new_context);
  attempt->done = std::move(done);
  attempt->request.set_request(request);
  attempt->request.set_site(static_cast<uint32_t>(targets_[target].site + 1));
  Start(std::move(attempt));
}

void LayerCaller::Start(std::unique_ptr<Attempt> attempt) const {
  Attempt* const started = attempt.release();
  started->context = started->new_context();
  stubs_[started->target]->UnaryCall(
      started->context.get(), targets_[started->target].method,
      grpc::StubOptions(), &started->request, &started->response,
      [this, started](const grpc::Status& status) {
        std::unique_ptr<Attempt> ended(started);
        // The context must not release the last reference to the channel on a
        // thread of gRPC.
        ended->context.reset();
        if (status.error_code() == grpc::StatusCode::UNAVAILABLE &&
            ended->number < loop_attempts_) {
          ++ended->number;
          return Start(std::move(ended));
        }
        const Done done = std::move(ended->done);
        ended.reset();
        done(status);
      });
}

}  // namespace baton::chain
