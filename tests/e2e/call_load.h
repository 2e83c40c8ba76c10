// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_E2E_CALL_LOAD_H_
#define BATON_TESTS_E2E_CALL_LOAD_H_

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "absl/time/time.h"
#include "grpcpp/grpcpp.h"

namespace baton {

// The results of the calls of a load.
struct CallCounts {
  int calls = 0;
  std::map<grpc::StatusCode, int> failed_by_code;
  // The message of the first failure.
  std::string first_error;

  int failed() const;
  // Returns for example "12000 calls, 3 failed (14: 3): first error".
  std::string Text() const;
};

// Threads that make synchronous calls on a channel, one after the other, until
// this object is destroyed.
class CallLoad {
 public:
  struct Options {
    int threads = 3;
    bool wait_for_ready = false;
    absl::Duration timeout = absl::Seconds(10);
  };

  CallLoad(std::shared_ptr<grpc::Channel> channel, Options options);
  // Waits for the running calls.
  ~CallLoad();
  CallLoad(const CallLoad&) = delete;
  CallLoad& operator=(const CallLoad&) = delete;

  // Makes no more calls, waits for the running calls, and returns all counts.
  CallCounts Finish();

  CallCounts Counts() const;

  // Wait until this number of calls has ended, or failed. Fail the test if that
  // takes too long.
  void AwaitCalls(int calls) const;

  // Waits until the channel is in this state. Fails the test if that takes too
  // long.
  void AwaitState(grpc_connectivity_state state) const;

 private:
  void Run();

  const std::shared_ptr<grpc::Channel> channel_;
  const Options options_;

  mutable std::mutex mutex_;  // Guards the following fields.
  mutable std::condition_variable ended_;
  CallCounts counts_;
  bool finished_ = false;

  std::vector<std::thread> threads_;
};

}  // namespace baton

#endif  // BATON_TESTS_E2E_CALL_LOAD_H_
