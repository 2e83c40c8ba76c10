// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/calls/callback_streams.h"

#include <cstddef>
#include <mutex>

#include "baton/testing/v1/scripted.grpc.pb.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/signal.h"

namespace baton {
namespace {

using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

// The common part of the reactors: `Reactor` reads, writes, or both. Its
// operations run one after the other, on gRPC's threads. The mutex is for
// ThreadSanitizer, which does not know how gRPC orders OnDone().
template <typename Reactor>
class Stream : public Reactor {
 public:
  explicit Stream(const std::vector<std::string>& payloads)
      : payloads_(payloads) {
    // Without the lock, ThreadSanitizer would report earlier uses of this
    // memory.
    const std::lock_guard<std::mutex> lock(mutex_);
  }

  void OnDone(const grpc::Status& status) override {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      result_.status = status;
    }
    done_.Give();
  }

  StreamResult Wait() {
    done_.Await();
    const std::lock_guard<std::mutex> lock(mutex_);
    return result_;
  }

 protected:
  void WriteNext() {
    if (next_ == payloads_.size()) {
      this->StartWritesDone();
      return;
    }
    request_ = RequestOf(payloads_[next_++]);
    this->StartWrite(&request_);
  }
  void OnWritten(bool ok) {
    if (!ok) return;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      ++result_.written;
    }
    WriteNext();
  }
  void OnRead(bool ok) {
    if (!ok) return;
    Keep(response_);
    this->StartRead(&response_);
  }
  void Keep(const CallResponse& response) {
    const std::lock_guard<std::mutex> lock(mutex_);
    result_.payloads.push_back(response.payload());
  }

  const std::vector<std::string>& payloads_;
  std::size_t next_ = 0;
  CallRequest request_;
  CallResponse response_;
  StreamResult result_;

 private:
  std::mutex mutex_;
  Signal done_;
};

class ServerStream final
    : public Stream<grpc::ClientReadReactor<CallResponse>> {
 public:
  using Stream::Stream;
  void Start(Scripted::Stub& stub, grpc::ClientContext& context) {
    request_ = RequestOf(payloads_.front());
    result_.written = 1;
    stub.async()->ServerStream(&context, &request_, this);
    StartRead(&response_);
    StartCall();
  }
  void OnReadDone(bool ok) override { OnRead(ok); }
};

class ClientStream final
    : public Stream<grpc::ClientWriteReactor<CallRequest>> {
 public:
  using Stream::Stream;
  void Start(Scripted::Stub& stub, grpc::ClientContext& context) {
    stub.async()->ClientStream(&context, &response_, this);
    WriteNext();
    StartCall();
  }
  void OnWriteDone(bool ok) override { OnWritten(ok); }
  void OnDone(const grpc::Status& status) override {
    if (status.ok()) Keep(response_);
    Stream::OnDone(status);
  }
};

class BidiStream final
    : public Stream<grpc::ClientBidiReactor<CallRequest, CallResponse>> {
 public:
  using Stream::Stream;
  void Start(Scripted::Stub& stub, grpc::ClientContext& context) {
    stub.async()->Bidi(&context, this);
    StartRead(&response_);
    WriteNext();
    StartCall();
  }
  void OnReadDone(bool ok) override { OnRead(ok); }
  void OnWriteDone(bool ok) override { OnWritten(ok); }
};

template <typename Reactor>
StreamResult Make(const std::shared_ptr<grpc::Channel>& channel,
                  grpc::ClientContext& context,
                  const std::vector<std::string>& payloads,
                  const std::function<void()>& after_start) {
  const auto stub = Scripted::NewStub(channel);
  Reactor reactor(payloads);
  reactor.Start(*stub, context);
  after_start();
  return reactor.Wait();
}

}  // namespace

StreamResult MakeCallbackStream(StreamKind kind,
                                const std::shared_ptr<grpc::Channel>& channel,
                                grpc::ClientContext& context,
                                const std::vector<std::string>& payloads,
                                const std::function<void()>& after_start) {
  switch (kind) {
    case StreamKind::kServer:
      return Make<ServerStream>(channel, context, payloads, after_start);
    case StreamKind::kClient:
      return Make<ClientStream>(channel, context, payloads, after_start);
    case StreamKind::kBidi:
      return Make<BidiStream>(channel, context, payloads, after_start);
  }
  return {};
}

}  // namespace baton
