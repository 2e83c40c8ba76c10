// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_CALLS_RESETTING_LISTENER_H_
#define BATON_TESTS_SUPPORT_CALLS_RESETTING_LISTENER_H_

#include <atomic>
#include <string>
#include <thread>

namespace baton {

// Listens on a port of 127.0.0.1 and resets each connection, like a server that
// crashes on the first request.
class ResettingListener {
 public:
  ResettingListener();
  ~ResettingListener();

  ResettingListener(const ResettingListener&) = delete;
  ResettingListener& operator=(const ResettingListener&) = delete;

  // "127.0.0.1:40000"
  std::string address() const;

  // Returns the number of connections that were reset.
  int resets() const { return resets_; }

 private:
  void Serve();

  int listener_;
  std::atomic<int> resets_{0};
  std::thread server_;
};

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_CALLS_RESETTING_LISTENER_H_
