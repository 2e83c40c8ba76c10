// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/callback_streams.h"

#include <cstddef>

#include "baton/testing/v1/scripted.grpc.pb.h"
#include "tests/support/call_forms.h"
#include "tests/support/signal.h"

namespace baton {
namespace {

using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

// What the reactors have in common: `Reactor` reads, writes, or both.
template <typename Reactor>
class Stream : public Reactor {
 public:
  explicit Stream(const std::vector<std::string>& payloads)
      : payloads_(payloads) {}

  void OnDone(const grpc::Status& status) override {
    result_.status = status;
    done_.Give();
  }

  StreamResult Wait() {
    done_.Await();
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
    ++result_.written;
    WriteNext();
  }
  void OnRead(bool ok) {
    if (!ok) return;
    result_.payloads.push_back(response_.payload());
    this->StartRead(&response_);
  }

  const std::vector<std::string>& payloads_;
  std::size_t next_ = 0;
  CallRequest request_;
  CallResponse response_;
  StreamResult result_;

 private:
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
    if (status.ok()) result_.payloads.push_back(response_.payload());
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
