// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/shop/payment_service.h"

#include <future>
#include <string>

#include "baton/client.h"
#include "baton/real_clock.h"
#include "baton/server.h"
#include "examples/stack/shop/timers.h"

namespace baton::stack {
namespace {

// The time between a payment and its answer. A service that is killed in this
// time loses the answer.
constexpr absl::Duration kTimeToAnswer = absl::Milliseconds(10);

void Wait(absl::Duration duration) {
  std::promise<void> waited;
  Timers::Process().Schedule(RealClock().Now() + duration,
                             [&waited] { waited.set_value(); });
  waited.get_future().wait();
}

}  // namespace

PaymentService::PaymentService(const std::shared_ptr<grpc::Channel>& next,
                               PaymentBook* book)
    : next_(next == nullptr ? nullptr : ::shop::v1::Payments::NewStub(next)),
      book_(book) {}

grpc::Status PaymentService::Pay(grpc::ServerContext* context,
                                 const ::shop::v1::PayRequest* request,
                                 ::shop::v1::PayReply* reply) {
  const std::string key(RequestScope::From(context).idempotency_key());
  if (next_ == nullptr) {
    const uint64_t receipt = book_->Pay(request->request_id(), key);
    if (receipt == 0) {
      return {grpc::StatusCode::FAILED_PRECONDITION,
              "the store has no book of payments"};
    }
    Wait(kTimeToAnswer);
    reply->set_receipt(receipt);
    return grpc::Status::OK;
  }
  const auto below = grpc::ClientContext::FromServerContext(*context);
  if (!key.empty()) {
    CallOverrides overrides;
    overrides.idempotency_key = key;
    if (!SetCallOverrides(below.get(), overrides).ok()) {
      return {grpc::StatusCode::INTERNAL, "the key is invalid"};
    }
  }
  return next_->Pay(below.get(), *request, reply);
}

}  // namespace baton::stack
