// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_E2E_STACK_PAYMENT_LOAD_H_
#define BATON_TESTS_E2E_STACK_PAYMENT_LOAD_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "grpcpp/grpcpp.h"

namespace baton {

// The results of the payments of a load.
struct PaymentCounts {
  int calls = 0;
  int succeeded = 0;
  // Failed, and the report of the call says that the outcome is unknown.
  int unknown = 0;
  int failed = 0;  // without such a statement

  int charged_twice = 0;
  // Answers with a receipt that is not in the book.
  int wrong_answers = 0;
  // The part of `failed` that was charged.
  int hidden = 0;

  // Returns for example "310 payments, 305 succeeded, ...".
  std::string Text() const;
};

// Threads that pay at the edge of the shop, one payment after the other, until
// Finish().
class PaymentLoad {
 public:
  // `book` is the file of the store's payments.
  PaymentLoad(const std::shared_ptr<grpc::Channel>& edge, std::string book);
  ~PaymentLoad();
  PaymentLoad(const PaymentLoad&) = delete;
  PaymentLoad& operator=(const PaymentLoad&) = delete;

  // Makes no more payments, waits for the running ones, and compares their
  // answers with the book.
  PaymentCounts Finish();

 private:
  struct Answer {
    uint32_t request_id = 0;
    uint64_t receipt = 0;  // 0: the payment failed
    bool is_unknown = false;
  };

  void Pay(const std::shared_ptr<grpc::Channel>& edge,
           std::vector<Answer>& answers);

  const std::string book_;
  std::atomic<bool> finished_{false};
  std::atomic<uint32_t> last_id_{0};
  std::vector<std::vector<Answer>> answers_;
  std::vector<std::thread> threads_;
};

}  // namespace baton

#endif  // BATON_TESTS_E2E_STACK_PAYMENT_LOAD_H_
