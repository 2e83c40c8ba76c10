// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_KIT_LEFTOVERS_H_
#define BATON_KIT_LEFTOVERS_H_

#include "baton/base/export.h"

#include <functional>
#include <utility>

#include "absl/status/statusor.h"
#include "baton/kit/batch_rounds.h"
#include "baton/kit/leftovers_options.h"
#include "grpcpp/support/status.h"

namespace BATON_EXPORT baton {

// Sends a batch, and sends again what the server has not processed, until
// nothing is left or a limit ends it:
//
//   baton::Leftovers<WriteRequest, WriteResponse>::Steps steps;
//   steps.send = [&](const WriteRequest& batch, WriteResponse* response) {
//     grpc::ClientContext context;
//     return stub->Write(&context, batch, response);
//   };
//   steps.count = [](const WriteRequest& batch) { return batch.items_size(); };
//   steps.take_left = [](const WriteRequest& sent, WriteResponse& response) {
//     WriteRequest left;
//     left.mutable_items()->Swap(response.mutable_unprocessed());
//     return left;
//   };
//   steps.merge = [](WriteResponse response, WriteResponse* merged) {
//     merged->MergeFrom(response);
//   };
//   auto batches = baton::Leftovers<WriteRequest, WriteResponse>::Create(
//       options, std::move(steps));
//   const auto result = batches->Run(request);
//
// Each round after the first waits for a backoff, and uses one part of the
// grant, which it shares with the retries of its call. See docs/kit.md.
// Thread-safe, if the steps are.
template <typename Request, typename Response>
class Leftovers {
 public:
  // The functions that know the messages. All are required.
  struct Steps {
    // Sends one batch and waits for the response.
    std::function<grpc::Status(const Request& batch, Response* response)> send;
    // Returns the number of items in a batch.
    std::function<int(const Request& batch)> count;
    // Takes the items that the server has not processed out of its response,
    // and returns a batch with them.
    std::function<Request(const Request& sent, Response& response)> take_left;
    // Adds the response of one round to the responses of earlier rounds.
    std::function<void(Response response, Response* merged)> merge;
  };

  // The result of a batch.
  struct Result {
    // OK if the server has processed at least one item, or the batch was empty.
    // Otherwise `left_because`.
    grpc::Status status;
    // The merged responses of all rounds.
    Response response;
    // The items that are left. Empty if all are done.
    Request left;
    // The reason why items are left: the failure of the last call, or
    // RESOURCE_EXHAUSTED if the server has not processed them in any round. OK
    // if nothing is left.
    grpc::Status left_because;
    // The record of the batch.
    LeftoversReport report;
  };

  // Returns INVALID_ARGUMENT with every invalid option, and if a step is null.
  static absl::StatusOr<Leftovers> Create(LeftoversOptions options,
                                          Steps steps) {
    const bool has_steps = steps.send != nullptr && steps.count != nullptr &&
                           steps.take_left != nullptr && steps.merge != nullptr;
    absl::Status status = kit::CheckLeftovers(options, has_steps);
    if (!status.ok()) return status;
    return Leftovers(std::move(options), std::move(steps));
  }

  // Sends `batch`. Blocks the thread. Must not run inside a unit.
  Result Run(Request batch) const {
    Result result;
    result.left = std::move(batch);
    const kit::BatchEnd end = kit::RunRounds(
        options_, steps_.count(result.left), [&] { return Round(result); });
    result.report = end.report;
    result.status = end.status;
    result.left_because = end.left_because;
    return result;
  }

 private:
  Leftovers(LeftoversOptions options, Steps steps)
      : options_(std::move(options)), steps_(std::move(steps)) {}

  kit::RoundResult Round(Result& result) const {
    Response response;
    kit::RoundResult round;
    round.status = steps_.send(result.left, &response);
    if (!round.status.ok()) return round;
    result.left = steps_.take_left(result.left, response);
    round.left = steps_.count(result.left);
    steps_.merge(std::move(response), &result.response);
    return round;
  }

  LeftoversOptions options_;
  Steps steps_;
};

}  // namespace baton

#endif  // BATON_KIT_LEFTOVERS_H_
