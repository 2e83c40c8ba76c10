// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/benchmark/support/stream_service.h"

namespace baton::benchmarks {
namespace {

using testing::v1::CallRequest;
using testing::v1::CallResponse;

class ServerStream final : public ServerStreamReactor {
 public:
  explicit ServerStream(const CallRequest& request)
      : left_(request.answer_bytes()) {
    response_.set_payload(request.payload());
    Next();
  }
  void OnWriteDone(bool ok) override {
    if (!ok) left_ = 0;
    Next();
  }
  void OnDone() override { delete this; }

 private:
  void Next() {
    if (left_-- > 0) {
      StartWrite(&response_);
    } else {
      Finish(grpc::Status::OK);
    }
  }

  int left_;
  CallResponse response_;
};

class ClientStream final : public ClientStreamReactor {
 public:
  ClientStream() { StartRead(&request_); }
  void OnReadDone(bool ok) override {
    if (ok) {
      StartRead(&request_);
    } else {
      Finish(grpc::Status::OK);
    }
  }
  void OnDone() override { delete this; }

 private:
  CallRequest request_;
};

class Bidi final : public BidiReactor {
 public:
  Bidi() { StartRead(&request_); }
  void OnReadDone(bool ok) override {
    if (!ok) {
      Finish(grpc::Status::OK);
      return;
    }
    response_.set_payload(request_.payload());
    StartWrite(&response_);
  }
  void OnWriteDone(bool ok) override {
    if (ok) StartRead(&request_);
  }
  void OnDone() override { delete this; }

 private:
  CallRequest request_;
  CallResponse response_;
};

}  // namespace

ServerStreamReactor* NewServerStream(const CallRequest& request) {
  return new ServerStream(request);
}

ClientStreamReactor* NewClientStream() { return new ClientStream(); }

BidiReactor* NewBidi() { return new Bidi(); }

}  // namespace baton::benchmarks
