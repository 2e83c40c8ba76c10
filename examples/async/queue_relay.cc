// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/async/queue_relay.h"

#include <iostream>

#include "baton/server.h"

namespace baton::examples {

// Handles one request from its arrival to its response. Deletes itself.
class QueueRelay::Request {
 public:
  static void Await(QueueRelay* relay) {
    auto* const request = new Request(relay);
    relay->service_.RequestUnary(&request->context_, &request->request_,
                                 &request->writer_, relay->queue_.get(),
                                 relay->queue_.get(), request);
  }

  // Called when the last operation that this request started has completed.
  void OnEvent(bool ok) {
    switch (stage_) {
      case Stage::kAwaited:
        if (!ok) return delete this;  // The server is shut down.
        Await(relay_);
        return PassOn();
      case Stage::kPassedOn:
        std::cout << "  the relay's call: " << Told(*onward_) << "\n";
        stage_ = Stage::kAnswered;
        if (!status_.ok()) return writer_.FinishWithError(status_, this);
        return writer_.Finish(response_, status_, this);
      case Stage::kAnswered:
        return delete this;
    }
  }

 private:
  enum class Stage { kAwaited, kPassedOn, kAnswered };

  explicit Request(QueueRelay* relay) : relay_(relay), writer_(&context_) {}

  void PassOn() {
    stage_ = Stage::kPassedOn;
    onward_ = RequestScope::From(&context_).NewClientContext();
    reader_ = relay_->next_->AsyncUnary(onward_.get(), request_,
                                        relay_->queue_.get());
    reader_->Finish(&response_, &status_, this);
  }

  QueueRelay* const relay_;
  Stage stage_ = Stage::kAwaited;
  grpc::ServerContext context_;
  EchoRequest request_;
  EchoResponse response_;
  grpc::Status status_;
  grpc::ServerAsyncResponseWriter<EchoResponse> writer_;
  std::unique_ptr<grpc::ClientContext> onward_;
  std::unique_ptr<grpc::ClientAsyncResponseReader<EchoResponse>> reader_;
};

void QueueRelay::Start() {
  Request::Await(this);
  poller_ = std::thread([this] {
    void* tag = nullptr;
    bool ok = false;
    while (queue_->Next(&tag, &ok)) static_cast<Request*>(tag)->OnEvent(ok);
  });
}

void QueueRelay::Stop() {
  queue_->Shutdown();
  poller_.join();
}

}  // namespace baton::examples
