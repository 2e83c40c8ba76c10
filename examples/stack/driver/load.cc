// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/driver/load.h"

#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <random>
#include <thread>
#include <utility>

#include "baton/real_clock.h"
#include "examples/stack/shop/completions.h"
#include "examples/stack/shop/timers.h"

namespace baton::stack {
namespace {

// Returns the completion queue for the responses of all loads of the process.
// Its thread never ends, because a call may hang. The callback API is no
// alternative: in gRPC 1.51 its threads must not release the last channel.
grpc::CompletionQueue* Answers() {
  static grpc::CompletionQueue* const answers = [] {
    auto* const queue = new grpc::CompletionQueue();
    std::thread([queue] { RunCompletions(*queue); }).detach();
    return queue;
  }();
  return answers;
}

}  // namespace

class Load::State : public std::enable_shared_from_this<State> {
 public:
  State(std::shared_ptr<const Downstream> edge, Options options)
      : edge_(std::move(edge)), options_(options), gaps_(options.seed) {
    log_.first_id = options.first_id;
  }

  void ScheduleNext(MonotonicTime after) {
    const double gap = std::exponential_distribution<double>(
        options_.requests_per_second)(gaps_);
    const MonotonicTime at = after + absl::Seconds(gap);
    Timers::Process().Schedule(
        at, [self = shared_from_this(), at] { self->OnTime(at); });
  }

  Count Now() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return count_;
  }

  RequestLog Finish(absl::Duration patience) {
    std::unique_lock<std::mutex> lock(mutex_);
    finished_ = true;
    all_ended_.wait_for(
        lock, absl::ToChronoMilliseconds(options_.deadline + patience),
        [this] { return count_.succeeded + count_.failed == count_.started; });
    return log_;
  }

 private:
  void OnTime(MonotonicTime at) {
    const MonotonicTime started = RealClock().Now();
    std::size_t index = 0;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (finished_) return;
      index = log_.requests.size();
      log_.requests.emplace_back();
      log_.requests.back().started = started;
      ++count_.started;
    }
    // The next start time does not depend on the delay of this timer.
    ScheduleNext(at);
    Send(index);
  }

  void Send(std::size_t index) {
    const auto deadline =
        SystemNow() + absl::ToChronoMilliseconds(options_.deadline);
    edge_->GetAsync(
        options_.first_id + static_cast<uint32_t>(index),
        [deadline] {
          auto context = std::make_unique<grpc::ClientContext>();
          context->set_deadline(deadline);
          return context;
        },
        Answers(),
        [self = shared_from_this(), index](const grpc::Status& status,
                                           const GetReply& /*reply*/) {
          self->OnEnd(index, status.error_code());
        });
  }

  void OnEnd(std::size_t index, grpc::StatusCode code) {
    const MonotonicTime now = RealClock().Now();
    std::lock_guard<std::mutex> lock(mutex_);
    RequestRecord& request = log_.requests[index];
    request.ended = true;
    request.code = code;
    request.lasted = now - request.started;
    ++(code == grpc::StatusCode::OK ? count_.succeeded : count_.failed);
    all_ended_.notify_all();
  }

  const std::shared_ptr<const Downstream> edge_;
  const Options options_;
  std::mt19937_64 gaps_;  // used by one timer at a time

  mutable std::mutex mutex_;  // guards the following fields
  std::condition_variable all_ended_;
  bool finished_ = false;
  Count count_;
  RequestLog log_;
};

Load::Load(std::shared_ptr<const Downstream> edge, Options options)
    : state_(std::make_shared<State>(std::move(edge), options)) {
  state_->ScheduleNext(RealClock().Now());
}

Load::~Load() { Finish(); }

Load::Count Load::Now() const { return state_->Now(); }

RequestLog Load::Finish(absl::Duration patience) {
  return state_->Finish(patience);
}

}  // namespace baton::stack
