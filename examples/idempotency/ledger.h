// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_IDEMPOTENCY_LEDGER_H_
#define BATON_EXAMPLES_IDEMPOTENCY_LEDGER_H_

#include <functional>
#include <string>

#include "sqlite3.h"

namespace baton::examples {

// Payments in a SQLite database. A payment and its key are written in one
// transaction, so that each key has one payment. Several processes may use the
// same database. Used by one thread at a time.
class Ledger {
 public:
  // The result of Charge().
  struct Receipt {
    bool ok = false;
    int number = 0;
    // Whether an earlier request with the same key has made the payment.
    bool is_repeated = false;
  };

  // Opens the database, and creates it if there is none. Ends the program on
  // failure.
  explicit Ledger(const std::string& path);
  ~Ledger();
  Ledger(const Ledger&) = delete;
  Ledger& operator=(const Ledger&) = delete;

  // Makes a payment, or finds the payment with this key. Calls `before_commit`
  // if it makes one.
  Receipt Charge(const std::string& key, const std::string& account,
                 const std::function<void()>& before_commit);
  // Returns the number of payments of an account.
  int PaymentsOf(const std::string& account);

 private:
  bool Run(const char* sql);

  sqlite3* database_ = nullptr;
};

}  // namespace baton::examples

#endif  // BATON_EXAMPLES_IDEMPOTENCY_LEDGER_H_
