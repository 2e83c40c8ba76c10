// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/fuzz/witness/witness_handlers.h"

#include <utility>

namespace baton::fuzz {
namespace {

// Reads all messages, and then finishes. Owns itself.
class BidiReactor final
    : public grpc::ServerBidiReactor<CallRequest, CallResponse> {
 public:
  BidiReactor(grpc::CallbackServerContext& context, const Judge& judge)
      : context_(context), judge_(judge) {
    StartRead(&request_);
  }
  void OnReadDone(bool ok) override {
    if (ok) {
      StartRead(&request_);
    } else {
      Finish(judge_(context_));
    }
  }
  void OnDone() override { delete this; }

 private:
  grpc::CallbackServerContext& context_;
  const Judge& judge_;
  CallRequest request_;
};

// A request at a completion queue. Owns itself.
class QueuedRequest {
 public:
  virtual ~QueuedRequest() = default;
  virtual void OnTag(bool ok) = 0;
};

class TypedRequest final : public QueuedRequest {
 public:
  TypedRequest(MixedBase& service, grpc::ServerCompletionQueue& queue,
               const Judge& judge)
      : service_(service), queue_(queue), judge_(judge) {
    service_.RequestServerStream(&context_, &request_, &writer_, &queue_,
                                 &queue_, this);
  }
  void OnTag(bool ok) override {
    if (finished_ || !ok) {
      delete this;
      return;
    }
    new TypedRequest(service_, queue_, judge_);
    finished_ = true;
    const grpc::Status status = judge_(context_);
    CallResponse response;
    response.set_payload(request_.payload());
    if (status.ok()) {
      writer_.WriteAndFinish(response, grpc::WriteOptions(), status, this);
    } else {
      writer_.Finish(status, this);
    }
  }

 private:
  MixedBase& service_;
  grpc::ServerCompletionQueue& queue_;
  const Judge& judge_;
  bool finished_ = false;
  grpc::ServerContext context_;
  CallRequest request_;
  grpc::ServerAsyncWriter<CallResponse> writer_{&context_};
};

class GenericRequest final : public QueuedRequest {
 public:
  GenericRequest(grpc::AsyncGenericService& service,
                 grpc::ServerCompletionQueue& queue, const Judge& judge)
      : service_(service), queue_(queue), judge_(judge) {
    service_.RequestCall(&context_, &stream_, &queue_, &queue_, this);
  }
  void OnTag(bool ok) override {
    switch (stage_) {
      case kArriving:
        if (!ok) break;
        new GenericRequest(service_, queue_, judge_);
        stage_ = kReading;
        stream_.Read(&message_, this);
        return;
      case kReading:
        stage_ = kEnding;
        Finish(ok);
        return;
      case kEnding:
        break;
    }
    delete this;
  }

 private:
  enum Stage { kArriving, kReading, kEnding };

  void Finish(bool has_message) {
    const grpc::Status status = judge_(context_);
    if (status.ok() && has_message) {
      stream_.WriteAndFinish(message_, grpc::WriteOptions(), status, this);
    } else {
      stream_.Finish(status, this);
    }
  }

  grpc::AsyncGenericService& service_;
  grpc::ServerCompletionQueue& queue_;
  const Judge& judge_;
  Stage stage_ = kArriving;
  grpc::GenericServerContext context_;
  grpc::ByteBuffer message_;
  grpc::GenericServerAsyncReaderWriter stream_{&context_};
};

}  // namespace

grpc::ServerUnaryReactor* MixedHandlers::Call(
    grpc::CallbackServerContext* context, const CallRequest* request,
    CallResponse* response) {
  response->set_payload(request->payload());
  grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
  reactor->Finish(judge_(*context));
  return reactor;
}

grpc::ServerBidiReactor<CallRequest, CallResponse>* MixedHandlers::Bidi(
    grpc::CallbackServerContext* context) {
  return new BidiReactor(*context, judge_);
}

grpc::Status MixedHandlers::ClientStream(
    grpc::ServerContext* context, grpc::ServerReader<CallRequest>* reader,
    CallResponse* response) {
  CallRequest request;
  while (reader->Read(&request)) response->set_payload(request.payload());
  return judge_(*context);
}

grpc::Status SyncHandlers::Unary(grpc::ServerContext* context,
                                 const examples::v1::EchoRequest* request,
                                 examples::v1::EchoResponse* response) {
  response->set_text(request->text());
  return judge_(*context);
}

void ServeQueue(MixedBase& typed, grpc::AsyncGenericService& generic,
                grpc::ServerCompletionQueue& queue, const Judge& judge) {
  new TypedRequest(typed, queue, judge);
  new GenericRequest(generic, queue, judge);
  void* tag = nullptr;
  bool ok = false;
  while (queue.Next(&tag, &ok)) static_cast<QueuedRequest*>(tag)->OnTag(ok);
}

}  // namespace baton::fuzz
