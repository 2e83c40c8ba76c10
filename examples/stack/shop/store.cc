// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/shop/store.h"

#include <utility>

#include "examples/stack/shop/fault_draw.h"

namespace baton::stack {
namespace {

// Limits the memory. In practice the callers give up long before.
constexpr std::size_t kMaxStopped = 50'000;

}  // namespace

Store::Store(uint64_t seed, const Clock& clock, Timers* timers)
    : seed_(seed), clock_(clock), timers_(timers) {}

void Store::SetFaults(const ::shop::v1::Faults& faults) {
  Answers answers;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    faults_ = faults;
    if (!faults_.stopped()) {
      for (Answer& answer : std::exchange(stopped_, {})) {
        Accept(std::move(answer), &answers);
      }
    }
    WorkOff();
  }
  Send(answers);
}

void Store::Handle(uint32_t request_id, int call, Answer answer) {
  // One number decides both, so that failed and slow calls do not overlap.
  const double draw = FaultDraw(seed_, request_id, call);
  Answers answers;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (draw < faults_.fail_ratio()) {
      answers.bad.push_back(std::move(answer));
    } else if (1 - draw <= faults_.slow_ratio()) {
      Later(absl::Milliseconds(faults_.slow_ms()),
            [answer = std::move(answer)] { answer(grpc::Status::OK); });
    } else if (faults_.stopped() && stopped_.size() < kMaxStopped) {
      stopped_.push_back(std::move(answer));
    } else {
      Accept(std::move(answer), &answers);
    }
  }
  Send(answers);
}

void Store::Accept(Answer answer, Answers* now) {
  if (faults_.workers() == 0) {
    now->good.push_back(std::move(answer));
  } else if (busy_ < faults_.workers() ||
             queue_.size() < faults_.queue_limit()) {
    queue_.push_back(std::move(answer));
    WorkOff();
  } else {
    now->bad.push_back(std::move(answer));
  }
}

void Store::WorkOff() {
  while (!faults_.stopped() && !queue_.empty() &&
         (busy_ < faults_.workers() || faults_.workers() == 0)) {
    ++busy_;
    Later(absl::Milliseconds(faults_.work_ms()),
          [this, answer = std::move(queue_.front())] {
            answer(grpc::Status::OK);
            std::lock_guard<std::mutex> lock(mutex_);
            --busy_;
            WorkOff();
          });
    queue_.pop_front();
  }
}

void Store::Later(absl::Duration delay, std::function<void()> run) {
  timers_->Schedule(clock_.Now() + delay, std::move(run));
}

void Store::Send(const Answers& answers) {
  for (const Answer& answer : answers.good) answer(grpc::Status::OK);
  for (const Answer& answer : answers.bad) {
    answer(grpc::Status(grpc::StatusCode::UNAVAILABLE, "the store fails"));
  }
}

}  // namespace baton::stack
