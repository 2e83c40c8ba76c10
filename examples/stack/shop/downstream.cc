// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/shop/downstream.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <utility>

#include "absl/random/random.h"
#include "baton/policy/backoff_options.h"
#include "baton/real_clock.h"
#include "examples/stack/shop/completions.h"
#include "examples/stack/shop/timers.h"

namespace baton::stack {
namespace {

// Calls `run` after the backoff that follows attempt number `attempts`.
void AfterBackoff(int attempts, std::function<void()> run) {
  thread_local absl::BitGen generator;
  const BackoffOptions options;
  absl::Duration ceiling = options.initial;
  for (int i = 1; i < attempts && ceiling < options.max; ++i) {
    ceiling *= options.multiplier;
  }
  const absl::Duration wait =
      absl::Uniform(generator, 0.0, 1.0) * std::min(ceiling, options.max);
  Timers::Process().Schedule(RealClock().Now() + wait, std::move(run));
}

}  // namespace

// One asynchronous call. Owned by its pending callback.
class Downstream::AsyncGet : public std::enable_shared_from_this<AsyncGet> {
 public:
  AsyncGet(const Downstream& downstream, uint32_t request_id,
           NewContext new_context, grpc::CompletionQueue* queue, Done done)
      : downstream_(downstream),
        new_context_(std::move(new_context)),
        queue_(queue),
        done_(std::move(done)) {
    request_.set_request_id(request_id);
    request_.set_caller(downstream.caller_);
  }

  void StartAttempt() {
    ++attempts_;
    context_ = downstream_.NextContext(new_context_);
    reply_.Clear();
    if (queue_ == nullptr) {
      downstream_.peer_->GetByCallback(
          context_.get(), &request_, &reply_,
          [self = shared_from_this()](const grpc::Status& status) {
            self->OnEnd(status);
          });
      return;
    }
    reader_ = downstream_.peer_->PrepareGet(context_.get(), request_, queue_);
    reader_->StartCall();
    reader_->Finish(&reply_, &status_,
                    NewTag([self = shared_from_this()](bool /*ok*/) {
                      self->OnEnd(self->status_);
                    }));
  }

 private:
  void OnEnd(const grpc::Status& status) {
    if (!downstream_.WorthAnother(status, attempts_)) {
      return done_(status, reply_);
    }
    AfterBackoff(attempts_,
                 [self = shared_from_this()] { self->StartAttempt(); });
  }

  const Downstream& downstream_;
  const NewContext new_context_;
  grpc::CompletionQueue* const queue_;
  const Done done_;
  GetRequest request_;
  GetReply reply_;
  grpc::Status status_;
  int attempts_ = 0;
  std::unique_ptr<grpc::ClientContext> context_;
  std::unique_ptr<grpc::ClientAsyncResponseReader<GetReply>> reader_;
};

Downstream::Downstream(Layer caller, Layer callee,
                       const std::shared_ptr<grpc::Channel>& channel,
                       RetryMode mode, absl::Duration loop_timeout)
    : caller_(caller),
      peer_(NewPeer(callee, channel)),
      loop_attempts_(mode == RetryMode::kLoop ? kAttempts : 1),
      loop_timeout_(loop_timeout) {}

std::unique_ptr<grpc::ClientContext> Downstream::NextContext(
    const NewContext& new_context) const {
  std::unique_ptr<grpc::ClientContext> context = new_context();
  if (loop_attempts_ > 1) {
    // If the context has a parent, gRPC also enforces the deadline of the
    // parent.
    context->set_deadline(
        std::min(context->deadline(),
                 SystemNow() + absl::ToChronoMilliseconds(loop_timeout_)));
  }
  return context;
}

bool Downstream::WorthAnother(const grpc::Status& status, int attempts) const {
  return attempts < loop_attempts_ &&
         (status.error_code() == grpc::StatusCode::UNAVAILABLE ||
          status.error_code() == grpc::StatusCode::DEADLINE_EXCEEDED);
}

grpc::Status Downstream::Get(uint32_t request_id, const NewContext& new_context,
                             GetReply* reply) const {
  GetRequest request;
  request.set_request_id(request_id);
  request.set_caller(caller_);
  for (int attempts = 1;; ++attempts) {
    const std::unique_ptr<grpc::ClientContext> context =
        NextContext(new_context);
    const grpc::Status status = peer_->Get(context.get(), request, reply);
    if (!WorthAnother(status, attempts)) return status;
    std::promise<void> waited;
    AfterBackoff(attempts, [&waited] { waited.set_value(); });
    waited.get_future().wait();
  }
}

void Downstream::GetAsync(uint32_t request_id, NewContext new_context,
                          grpc::CompletionQueue* queue, Done done) const {
  std::make_shared<AsyncGet>(*this, request_id, std::move(new_context), queue,
                             std::move(done))
      ->StartAttempt();
}

}  // namespace baton::stack
