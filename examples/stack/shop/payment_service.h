// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_SHOP_PAYMENT_SERVICE_H_
#define BATON_EXAMPLES_STACK_SHOP_PAYMENT_SERVICE_H_

#include <memory>

#include "examples/stack/shop/payment_book.h"
#include "examples/stack/shop/shop.grpc.pb.h"
#include "grpcpp/grpcpp.h"

namespace baton::stack {

// Pays in the store. In all other layers, passes the payment on to the next
// one, with the same idempotency key. Thread-safe.
class PaymentService final : public ::shop::v1::Payments::Service {
 public:
  // `next` is null in the store. `book` must outlive the object.
  PaymentService(const std::shared_ptr<grpc::Channel>& next, PaymentBook* book);

  grpc::Status Pay(grpc::ServerContext* context,
                   const ::shop::v1::PayRequest* request,
                   ::shop::v1::PayReply* reply) override;

 private:
  const std::unique_ptr<::shop::v1::Payments::Stub> next_;
  PaymentBook* const book_;
};

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_SHOP_PAYMENT_SERVICE_H_
