// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_KIT_WARM_UP_H_
#define BATON_KIT_WARM_UP_H_

#include "baton/base/export.h"

#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "grpcpp/channel.h"
#include "grpcpp/server.h"

// Connections before the first request. A channel of gRPC connects only when
// its first call starts. This call then waits for DNS, TCP and TLS, and may not
// keep a short deadline. The same happens to each instance of a service after
// its start.
//
//   auto inventory = *baton::CreateChannel("dns:///inventory:443", ...);
//   auto store = *baton::CreateChannel("dns:///store:443", ...);
//   const absl::Status ready = baton::ServeWhenWarm(
//       *server, {inventory, store}, absl::Seconds(10));
namespace BATON_EXPORT baton {

// Connects all channels at the same time. Returns OK when all of them are
// connected, or DEADLINE_EXCEEDED after `timeout`. The message names the
// channels that are not connected. Channels that are connected stay so. Blocks
// the calling thread. A null pointer in `channels` is INVALID_ARGUMENT.
//
// A fallback channel is a channel of its own: list it, too, if its first call
// must be fast.
absl::Status WarmUp(const std::vector<std::shared_ptr<grpc::Channel>>& channels,
                    absl::Duration timeout);

// Reports NOT_SERVING for all services of a server by grpc.health.v1, calls
// WarmUp(), and reports SERVING if it returned OK. A load balancer that looks
// at the health then sends no request before the channels are connected.
// Returns the status of WarmUp(). If this is an error, the server still reports
// NOT_SERVING: the application decides whether to call this function again.
//
// Returns FAILED_PRECONDITION if the server has no health service: call
// grpc::EnableDefaultHealthCheckService(true) before you build the server.
//
// The health does not follow the channels later. If one target fails, all
// instances would report NOT_SERVING at once, and the outage would spread.
absl::Status ServeWhenWarm(
    grpc::Server& server,
    const std::vector<std::shared_ptr<grpc::Channel>>& channels,
    absl::Duration timeout);

}  // namespace baton

#endif  // BATON_KIT_WARM_UP_H_
