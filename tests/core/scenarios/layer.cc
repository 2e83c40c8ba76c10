// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/scenarios/layer.h"

#include <memory>
#include <optional>
#include <utility>

#include "baton/core/policy/deadline_policy.h"

namespace baton::scenarios {
namespace {

// One call in flight. Owned by the events and replies that refer to it.
class Call : public std::enable_shared_from_this<Call> {
 public:
  Call(std::unique_ptr<CallStrategy> strategy, Request request, Reply reply,
       Service& next, EventLoop& loop)
      : strategy_(std::move(strategy)),
        request_(std::move(request)),
        reply_(std::move(reply)),
        next_(next),
        loop_(loop) {}

  void Start() {
    loop_.At(request_.deadline.time(), [self = shared_from_this()] {
      self->Finish(Failed(absl::StatusCode::kDeadlineExceeded,
                          AttemptOrigin::kCallDeadline));
    });
    StartAttempt();
  }

 private:
  void StartAttempt() {
    const int attempt = ++attempt_;
    Request request;
    request.deadline = request_.deadline;
    request.retry_budget = strategy_->StartAttempt(loop_.Now());
    running_ = std::make_shared<Cancellation>(request_.cancellation);
    request.cancellation = running_;
    const absl::Duration remaining = request_.deadline.Remaining(loop_.Now());
    const absl::Duration limit = strategy_->AttemptTimeout(remaining);
    if (limit < remaining) {
      loop_.After(limit, [self = shared_from_this(), attempt] {
        self->OnLimit(attempt);
      });
    }
    next_.Handle(std::move(request),
                 [self = shared_from_this(), attempt](auto outcome) {
                   self->OnReply(attempt, outcome);
                 });
  }

  bool IsCurrent(int attempt) const { return !done_ && attempt == attempt_; }

  // Ends the call if its caller has cancelled it. Returns whether it did so.
  bool EndedByCancellation() {
    if (!request_.cancellation->IsCancelled()) return false;
    Finish(Failed(absl::StatusCode::kCancelled, AttemptOrigin::kCancelled));
    return true;
  }

  void OnReply(int attempt, const AttemptOutcome& outcome) {
    if (!IsCurrent(attempt) || EndedByCancellation()) return;
    const auto wait = strategy_->Next(outcome, loop_.Now());
    if (wait.has_value()) {
      RetryAfter(*wait);
    } else {
      Finish(outcome);
    }
  }

  void OnLimit(int attempt) {
    if (!IsCurrent(attempt) || EndedByCancellation()) return;
    const auto wait =
        strategy_->Next(Failed(absl::StatusCode::kDeadlineExceeded,
                               AttemptOrigin::kAttemptTimeout),
                        loop_.Now());
    // Without permission for another attempt the running attempt continues.
    if (!wait.has_value()) return;
    running_->Cancel();
    RetryAfter(*wait);
  }

  void RetryAfter(absl::Duration wait) {
    const int ended = attempt_++;  // late replies to it are not current
    waiting_ = true;
    loop_.After(wait, [self = shared_from_this(), ended] {
      if (self->done_ || self->attempt_ != ended + 1) return;
      self->waiting_ = false;
      if (self->request_.cancellation->IsCancelled()) {
        self->strategy_->CancelNext();
        self->EndedByCancellation();
      } else {
        self->StartAttempt();
      }
    });
  }

  void Finish(AttemptOutcome outcome) {
    if (done_) return;
    done_ = true;
    running_->Cancel();
    if (waiting_) strategy_->CancelNext();
    outcome.advice = strategy_->Finish(outcome, loop_.Now());
    // For the caller, the response comes from this layer.
    if (outcome.origin != AttemptOrigin::kCancelled) {
      outcome.origin = AttemptOrigin::kServer;
    }
    reply_(outcome);
  }

  std::unique_ptr<CallStrategy> strategy_;
  const Request request_;
  const Reply reply_;
  Service& next_;
  EventLoop& loop_;
  int attempt_ = 0;
  bool done_ = false;
  bool waiting_ = false;
  std::shared_ptr<Cancellation> running_;
};

}  // namespace

void Layer::Handle(Request request, Reply reply) {
  std::unique_ptr<CallStrategy> strategy =
      strategy_.NewCall(request.retry_budget, request.deadline, loop_.Now());
  std::make_shared<Call>(std::move(strategy), std::move(request),
                         std::move(reply), next_, loop_)
      ->Start();
}

}  // namespace baton::scenarios
