// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_ATTEMPT_POLLERS_H_
#define BATON_RPC_ATTEMPT_POLLERS_H_

#include <atomic>
#include <cstddef>
#include <memory>
#include <thread>
#include <vector>

#include "baton/rpc/attempt_queue.h"

namespace baton::rpc {

// Threads that learn of the ends of attempts, for calls that were made through
// the completion queue API: the application's own queue may be polled by
// nobody while it waits for something else, and must not be used for what it
// did not ask for.
//
// No user code runs on these threads, except for interceptors of the user's
// that run once per attempt; so a few of them serve any number of calls.
class AttemptPollers {
 public:
  // As many as the machine's load may need.
  AttemptPollers();
  explicit AttemptPollers(std::size_t threads);
  // Ends once all attempts have ended.
  ~AttemptPollers();
  AttemptPollers(const AttemptPollers&) = delete;
  AttemptPollers& operator=(const AttemptPollers&) = delete;

  // The queue that a new call is to use, in turn.
  AttemptQueue& Next();

  static AttemptPollers& Process();

 private:
  std::vector<std::unique_ptr<AttemptQueue>> queues_;
  std::vector<std::thread> threads_;
  std::atomic<std::size_t> next_{0};
};

}  // namespace baton::rpc

#endif  // BATON_RPC_ATTEMPT_POLLERS_H_
