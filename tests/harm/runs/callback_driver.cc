// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <mutex>
#include <string>
#include <utility>

#include "absl/time/time.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "tests/harm/runs/driver.h"
#include "tests/harm/runs/pause.h"
#include "tests/support/signal.h"

namespace baton::harm {
namespace {

using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

// The common part of the reactors. gRPC runs their reactions on its threads.
// The mutex orders them for ThreadSanitizer.
template <typename Reactor>
class Driven : public Reactor {
 public:
  explicit Driven(const DrivenCall& call) : call_(call) {}

  void OnReadInitialMetadataDone(bool /*ok*/) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    has_metadata_ = true;
    call_.outcome.metadata_at =
        absl::ToDoubleMilliseconds(call_.watch.Elapsed());
  }

  void OnDone(const grpc::Status& status) override {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      status_ = status;
    }
    done_.Give();
  }

  // Waits for the end. The guard of the run limits the wait.
  void Wait() {
    while (!done_.Await()) {
    }
    const std::lock_guard<std::mutex> lock(mutex_);
    if (status_.ok() && !StreamsResponses(call_.plan.kind)) {
      RecordMessage(response_, call_.outcome);
    }
    // The reactions to metadata and to messages may change places.
    if (has_metadata_) call_.outcome.events.insert(0, "m");
    RecordEnd(status_, call_.context, call_.outcome);
  }

 protected:
  void Prepared() { Pause(call_.plan.prepare_delay); }

  void WriteNext() {
    if (next_ == call_.plan.requests) {
      this->StartWritesDone();
      return;
    }
    request_ = RequestNumber(call_.plan, next_++);
    this->StartWrite(&request_);
  }

  void OnWritten(bool ok) {
    if (!ok) return;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      ++call_.outcome.writes;
    }
    WriteNext();
  }

  void OnRead(bool ok) {
    Pause(call_.plan.read_delay);
    bool reads_more = false;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (ok) {
        RecordMessage(response_, call_.outcome);
      } else {
        RecordEndOfMessages(call_.outcome);
      }
      reads_more = ok && ReadsMore(call_);
    }
    if (reads_more) this->StartRead(&response_);
  }

  const DrivenCall& call_;
  int next_ = 0;
  CallRequest request_;
  CallResponse response_;

 private:
  std::mutex mutex_;
  bool has_metadata_ = false;
  grpc::Status status_;
  Signal done_;
};

class UnaryReactor final : public Driven<grpc::ClientUnaryReactor> {
 public:
  using Driven::Driven;
  void Start(Scripted::Stub& stub) {
    request_ = RequestNumber(call_.plan, 0);
    stub.async()->Call(&call_.context, &request_, &response_, this);
    Prepared();
    StartCall();
  }
};

class ServerStreamReactor final
    : public Driven<grpc::ClientReadReactor<CallResponse>> {
 public:
  using Driven::Driven;
  void Start(Scripted::Stub& stub) {
    request_ = RequestNumber(call_.plan, 0);
    stub.async()->ServerStream(&call_.context, &request_, this);
    Prepared();
    StartRead(&response_);
    StartCall();
  }
  void OnReadDone(bool ok) override { OnRead(ok); }
};

class ClientStreamReactor final
    : public Driven<grpc::ClientWriteReactor<CallRequest>> {
 public:
  using Driven::Driven;
  void Start(Scripted::Stub& stub) {
    stub.async()->ClientStream(&call_.context, &response_, this);
    Prepared();
    WriteNext();
    StartCall();
  }
  void OnWriteDone(bool ok) override { OnWritten(ok); }
};

class BidiReactor final
    : public Driven<grpc::ClientBidiReactor<CallRequest, CallResponse>> {
 public:
  using Driven::Driven;
  void Start(Scripted::Stub& stub) {
    stub.async()->Bidi(&call_.context, this);
    Prepared();
    StartRead(&response_);
    WriteNext();
    StartCall();
  }
  void OnReadDone(bool ok) override { OnRead(ok); }
  void OnWriteDone(bool ok) override { OnWritten(ok); }
};

template <typename Reactor>
void Make(const DrivenCall& call) {
  const auto stub = Scripted::NewStub(call.channel);
  Reactor reactor(call);
  reactor.Start(*stub);
  reactor.Wait();
}

void MakeUnary(const DrivenCall& call) {
  const auto stub = Scripted::NewStub(call.channel);
  const CallRequest request = RequestNumber(call.plan, 0);
  CallResponse response;
  grpc::Status result;
  Signal ended;
  stub->async()->Call(&call.context, &request, &response,
                      [&](grpc::Status status) {
                        Pause(call.plan.poll_delay);
                        result = std::move(status);
                        ended.Give();
                      });
  while (!ended.Await()) {
  }
  if (result.ok()) RecordMessage(response, call.outcome);
  RecordEnd(result, call.context, call.outcome);
}

}  // namespace

void DriveCallback(const DrivenCall& call) {
  switch (call.plan.kind) {
    case Kind::kUnary:
      if (call.plan.initial_metadata_first) {
        Make<UnaryReactor>(call);
      } else {
        MakeUnary(call);
      }
      break;
    case Kind::kClientStream:
      Make<ClientStreamReactor>(call);
      break;
    case Kind::kServerStream:
      Make<ServerStreamReactor>(call);
      break;
    case Kind::kBidi:
      Make<BidiReactor>(call);
      break;
  }
}

}  // namespace baton::harm
