// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_SHOP_PAYMENT_BOOK_H_
#define BATON_EXAMPLES_STACK_SHOP_PAYMENT_BOOK_H_

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace baton::stack {

// The payments of the store, in a file that outlives its process. A payment and
// its key are one write, which SIGKILL cannot divide. Thread-safe. Only one
// process at a time uses a file.
class PaymentBook {
 public:
  // Reads the payments of earlier processes. "": the book accepts no payments.
  explicit PaymentBook(const std::string& path);
  ~PaymentBook();
  PaymentBook(const PaymentBook&) = delete;
  PaymentBook& operator=(const PaymentBook&) = delete;

  // Makes a payment, or finds the payment with this key. Without a key, each
  // call makes a payment. Returns the number of the receipt. Returns 0 on
  // failure.
  uint64_t Pay(uint32_t request_id, const std::string& key);

  // Returns the receipts of each request in a file.
  static std::map<uint32_t, std::vector<uint64_t>> Read(
      const std::string& path);

 private:
  const int file_;
  std::mutex mutex_;  // guards the following fields
  std::map<std::string, uint64_t> receipts_;
  uint64_t last_receipt_ = 0;
};

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_SHOP_PAYMENT_BOOK_H_
