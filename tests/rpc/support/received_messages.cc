// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/rpc/support/received_messages.h"

#include <utility>

#include "tests/support/patience.h"
#include "tests/support/real_time.h"

namespace baton::rpc {
namespace {

using ::grpc::experimental::ClientInterceptorFactoryInterface;
using ::grpc::experimental::ClientRpcInfo;
using ::grpc::experimental::InterceptionHookPoints;
using ::grpc::experimental::Interceptor;
using ::grpc::experimental::InterceptorBatchMethods;

class Counting final : public Interceptor {
 public:
  explicit Counting(std::shared_ptr<ReceivedMessages> received)
      : received_(std::move(received)) {}

  void Intercept(InterceptorBatchMethods* batch) override {
    // The message of a failed read is null.
    if (batch->QueryInterceptionHookPoint(
            InterceptionHookPoints::POST_RECV_MESSAGE) &&
        batch->GetRecvMessage() != nullptr) {
      received_->Add();
    }
    batch->Proceed();
  }

 private:
  const std::shared_ptr<ReceivedMessages> received_;
};

class CountingFactory final : public ClientInterceptorFactoryInterface {
 public:
  explicit CountingFactory(std::shared_ptr<ReceivedMessages> received)
      : received_(std::move(received)) {}

  Interceptor* CreateClientInterceptor(ClientRpcInfo* /*info*/) override {
    return new Counting(received_);
  }

 private:
  const std::shared_ptr<ReceivedMessages> received_;
};

}  // namespace

void ReceivedMessages::Add() {
  const std::lock_guard<std::mutex> lock(mutex_);
  ++count_;
  changed_.notify_all();
}

bool ReceivedMessages::Await(int count) {
  std::unique_lock<std::mutex> lock(mutex_);
  return changed_.wait_until(lock, FromNow(kPatience),
                             [&] { return count_ >= count; });
}

int ReceivedMessages::count() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return count_;
}

std::unique_ptr<ClientInterceptorFactoryInterface> NewMessageCounter(
    std::shared_ptr<ReceivedMessages> received) {
  return std::make_unique<CountingFactory>(std::move(received));
}

}  // namespace baton::rpc
