// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_RPC_SUPPORT_RECEIVED_MESSAGES_H_
#define BATON_TESTS_RPC_SUPPORT_RECEIVED_MESSAGES_H_

#include <condition_variable>
#include <memory>
#include <mutex>

#include "grpcpp/support/client_interceptor.h"

namespace baton::rpc {

// Counts the messages that gRPC delivers. Thread-safe.
class ReceivedMessages {
 public:
  void Add();
  // Waits for this many. Returns false after a long time.
  bool Await(int count);
  int count() const;

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  int count_ = 0;  // guarded by mutex_
};

// Returns an interceptor that counts. Below Baton it sees what attempts
// receive, before the application does.
std::unique_ptr<grpc::experimental::ClientInterceptorFactoryInterface>
NewMessageCounter(std::shared_ptr<ReceivedMessages> received);

}  // namespace baton::rpc

#endif  // BATON_TESTS_RPC_SUPPORT_RECEIVED_MESSAGES_H_
