// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/kit/warm_up.h"

#include <cstddef>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "baton/deadline.h"
#include "baton/rpc/grpc/convert.h"
#include "baton/rpc/runtime/runtime.h"
#include "grpcpp/health_check_service_interface.h"

namespace baton {
namespace {

using Channels = std::vector<std::shared_ptr<grpc::Channel>>;

// Returns the state of a channel. Lets it connect if it is not connected.
grpc_connectivity_state Ask(grpc::Channel& channel) {
  return channel.GetState(/*try_to_connect=*/true);
}

bool AllConnected(const Channels& channels) {
  bool all = true;
  for (const auto& channel : channels) {
    all = Ask(*channel) == GRPC_CHANNEL_READY && all;
  }
  return all;
}

// Returns false at the deadline.
bool AwaitConnection(grpc::Channel& channel, Deadline deadline) {
  for (;;) {
    const grpc_connectivity_state state = Ask(channel);
    if (state == GRPC_CHANNEL_READY) return true;
    if (!channel.WaitForStateChange(state, rpc::ToGrpcDeadline(deadline))) {
      return false;
    }
  }
}

absl::string_view Words(grpc_connectivity_state state) {
  switch (state) {
    case GRPC_CHANNEL_READY:
      return "is connected";
    case GRPC_CHANNEL_TRANSIENT_FAILURE:
      return "could not connect";
    case GRPC_CHANNEL_SHUTDOWN:
      return "is shut down";
    case GRPC_CHANNEL_IDLE:
    case GRPC_CHANNEL_CONNECTING:
      return "is still connecting";
  }
  return "is in an unknown state";
}

absl::Status NotConnected(const Channels& channels) {
  std::string list;
  std::size_t missing = 0;
  for (std::size_t i = 0; i < channels.size(); ++i) {
    const grpc_connectivity_state state = channels[i]->GetState(false);
    if (state == GRPC_CHANNEL_READY) continue;
    ++missing;
    absl::StrAppend(&list, list.empty() ? "" : ", ", "channels[", i, "] ",
                    Words(state));
  }
  return absl::DeadlineExceededError(absl::StrCat(
      missing, " of ", channels.size(), " channels are not connected: ", list));
}

}  // namespace

absl::Status WarmUp(const Channels& channels, absl::Duration timeout) {
  for (std::size_t i = 0; i < channels.size(); ++i) {
    if (channels[i] == nullptr) {
      return absl::InvalidArgumentError(
          absl::StrCat("channels[", i, "]: must not be null"));
    }
  }
  const Deadline deadline =
      Deadline::After(rpc::Runtime::Process().Now(), timeout);
  // A channel may lose its connection while another one connects.
  while (!AllConnected(channels)) {
    for (const auto& channel : channels) {
      if (!AwaitConnection(*channel, deadline)) return NotConnected(channels);
    }
  }
  return absl::OkStatus();
}

absl::Status ServeWhenWarm(grpc::Server& server, const Channels& channels,
                           absl::Duration timeout) {
  grpc::HealthCheckServiceInterface* const health =
      server.GetHealthCheckService();
  if (health == nullptr) {
    return absl::FailedPreconditionError(
        "the server has no health service: call "
        "grpc::EnableDefaultHealthCheckService(true) before you build it");
  }
  health->SetServingStatus(false);
  absl::Status warm = WarmUp(channels, timeout);
  if (warm.ok()) health->SetServingStatus(true);
  return warm;
}

}  // namespace baton
