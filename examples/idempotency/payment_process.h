// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_IDEMPOTENCY_PAYMENT_PROCESS_H_
#define BATON_EXAMPLES_IDEMPOTENCY_PAYMENT_PROCESS_H_

#include <sys/types.h>

#include <atomic>
#include <string>
#include <thread>

namespace baton::examples {

// A server of payments in a process of its own, with a Ledger. Each time the
// process is killed, this object starts it again on the same port.
//
// A request with the text "ACCOUNT before" kills the process before it commits
// the payment, and "ACCOUNT after" does so after the commit. The repeated
// request finds the process alive.
class PaymentProcess {
 public:
  // If this program was started as the server, serves and never returns. Call
  // it first in main().
  static void ServeIfChild(int argc, char** argv);

  explicit PaymentProcess(std::string database);
  ~PaymentProcess();

  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }
  // Returns how often the process was killed.
  int kills() const { return kills_; }
  // Kills the process.
  void Kill();

 private:
  void Start();

  const std::string database_;
  int port_ = 0;
  std::atomic<pid_t> child_{-1};
  std::atomic<bool> stopping_{false};
  std::atomic<int> kills_{0};
  std::thread watcher_;
};

}  // namespace baton::examples

#endif  // BATON_EXAMPLES_IDEMPOTENCY_PAYMENT_PROCESS_H_
