// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/benchmark/support/stream_load.h"

#include <atomic>
#include <chrono>
#include <ctime>
#include <future>

#include "baton/testing/v1/scripted.grpc.pb.h"
#include "grpcpp/grpcpp.h"
#include "tests/benchmark/support/benchmark_service.h"

namespace baton::benchmarks {
namespace {

using testing::v1::CallRequest;
using testing::v1::CallResponse;

CallRequest RequestFor(int messages) {
  CallRequest request;
  request.set_payload(PayloadFor(kEcho));
  request.set_answer_bytes(messages);
  return request;
}

// Returns the CPU time of all threads of this process.
double CpuSeconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

// Each function returns the number of messages.
int Synchronous(Stub& stub, StreamLoad load, int messages,
                grpc::ClientContext& context, grpc::Status& status) {
  const CallRequest request = RequestFor(messages);
  CallResponse response;
  int count = 0;
  switch (load) {
    case StreamLoad::kRead: {
      const auto stream = stub.ServerStream(&context, request);
      while (stream->Read(&response)) ++count;
      status = stream->Finish();
      break;
    }
    case StreamLoad::kWrite: {
      const auto stream = stub.ClientStream(&context, &response);
      while (count < messages && stream->Write(request)) ++count;
      stream->WritesDone();
      status = stream->Finish();
      break;
    }
    case StreamLoad::kPingPong: {
      const auto stream = stub.Bidi(&context);
      while (count < messages && stream->Write(request) &&
             stream->Read(&response)) {
        ++count;
      }
      stream->WritesDone();
      status = stream->Finish();
      break;
    }
  }
  return count;
}

class Queue {
 public:
  ~Queue() {
    queue_.Shutdown();
    Await();
  }
  bool Await() {
    void* tag = nullptr;
    bool ok = false;
    return queue_.Next(&tag, &ok) && ok;
  }
  grpc::CompletionQueue* get() { return &queue_; }

 private:
  grpc::CompletionQueue queue_;
};

int FromQueue(Stub& stub, StreamLoad load, int messages,
              grpc::ClientContext& context, grpc::Status& status) {
  const CallRequest request = RequestFor(messages);
  CallResponse response;
  int count = 0;
  Queue queue;
  void* const tag = &queue;
  const auto write = [&](auto& stream) {
    stream.Write(request, tag);
    return queue.Await();
  };
  const auto read = [&](auto& stream) {
    stream.Read(&response, tag);
    return queue.Await();
  };
  const auto finish = [&](auto& stream) {
    stream.Finish(&status, tag);
    queue.Await();
  };
  switch (load) {
    case StreamLoad::kRead: {
      const auto stream =
          stub.AsyncServerStream(&context, request, queue.get(), tag);
      queue.Await();
      while (read(*stream)) ++count;
      finish(*stream);
      break;
    }
    case StreamLoad::kWrite: {
      const auto stream =
          stub.AsyncClientStream(&context, &response, queue.get(), tag);
      queue.Await();
      while (count < messages && write(*stream)) ++count;
      stream->WritesDone(tag);
      queue.Await();
      finish(*stream);
      break;
    }
    case StreamLoad::kPingPong: {
      const auto stream = stub.AsyncBidi(&context, queue.get(), tag);
      queue.Await();
      while (count < messages && write(*stream) && read(*stream)) ++count;
      stream->WritesDone(tag);
      queue.Await();
      finish(*stream);
      break;
    }
  }
  return count;
}

// Sends one message after the other. With kPingPong it waits for each response.
template <typename Reactor>
class Stream : public Reactor {
 public:
  Stream(StreamLoad load, int messages)
      : load_(load), messages_(messages), request_(RequestFor(messages)) {}

  void OnDone(const grpc::Status& status) override { done_.set_value(status); }
  grpc::Status Wait() { return done_.get_future().get(); }
  int count() const { return count_; }

 protected:
  void WriteNext() {
    if (count_ == messages_) {
      this->StartWritesDone();
    } else {
      this->StartWrite(&request_);
    }
  }

  const StreamLoad load_;
  const int messages_;
  CallRequest request_;
  CallResponse response_;
  int count_ = 0;

 private:
  std::promise<grpc::Status> done_;
};

class Reading final : public Stream<grpc::ClientReadReactor<CallResponse>> {
 public:
  using Stream::Stream;
  void Start(Stub& stub, grpc::ClientContext& context) {
    stub.async()->ServerStream(&context, &request_, this);
    StartRead(&response_);
    StartCall();
  }
  void OnReadDone(bool ok) override {
    if (!ok) return;
    ++count_;
    StartRead(&response_);
  }
};

class Writing final : public Stream<grpc::ClientWriteReactor<CallRequest>> {
 public:
  using Stream::Stream;
  void Start(Stub& stub, grpc::ClientContext& context) {
    stub.async()->ClientStream(&context, &response_, this);
    WriteNext();
    StartCall();
  }
  void OnWriteDone(bool ok) override {
    if (!ok) return;
    ++count_;
    WriteNext();
  }
};

class PingPong final
    : public Stream<grpc::ClientBidiReactor<CallRequest, CallResponse>> {
 public:
  using Stream::Stream;
  void Start(Stub& stub, grpc::ClientContext& context) {
    stub.async()->Bidi(&context, this);
    StartRead(&response_);
    WriteNext();
    StartCall();
  }
  void OnReadDone(bool ok) override {
    if (!ok) return;
    ++count_;
    StartRead(&response_);
    Next();
  }
  void OnWriteDone(bool ok) override {
    if (ok) Next();
  }

 private:
  // The response may arrive before gRPC reports the end of the write.
  void Next() {
    if (halves_.fetch_add(1) % 2 == 1) WriteNext();
  }

  std::atomic<int> halves_{0};
};

template <typename Reactor>
int ByCallback(Stub& stub, StreamLoad load, int messages,
               grpc::ClientContext& context, grpc::Status& status) {
  Reactor reactor(load, messages);
  reactor.Start(stub, context);
  status = reactor.Wait();
  return reactor.count();
}

int InStyle(Stub& stub, StreamLoad load, Style style, int messages,
            grpc::ClientContext& context, grpc::Status& status) {
  switch (style) {
    case Style::kSync:
      return Synchronous(stub, load, messages, context, status);
    case Style::kQueue:
      return FromQueue(stub, load, messages, context, status);
    case Style::kCallback:
      break;
  }
  switch (load) {
    case StreamLoad::kRead:
      return ByCallback<Reading>(stub, load, messages, context, status);
    case StreamLoad::kWrite:
      return ByCallback<Writing>(stub, load, messages, context, status);
    case StreamLoad::kPingPong:
      return ByCallback<PingPong>(stub, load, messages, context, status);
  }
  return 0;
}

}  // namespace

const char* NameOf(StreamLoad load) {
  switch (load) {
    case StreamLoad::kRead:
      return "read";
    case StreamLoad::kWrite:
      return "write";
    case StreamLoad::kPingPong:
      return "ping-pong";
  }
  return "";
}

Taken MakeStream(Stub& stub, StreamLoad load, Style style, int messages) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() +
                       std::chrono::minutes(1));
  grpc::Status status;
  const double cpu = CpuSeconds();
  const auto start = std::chrono::steady_clock::now();
  const int count = InStyle(stub, load, style, messages, context, status);
  const std::chrono::duration<double> took =
      std::chrono::steady_clock::now() - start;
  Taken taken;
  taken.seconds_per_call = took.count() / messages;
  taken.cpu_seconds_per_call = (CpuSeconds() - cpu) / messages;
  taken.failed = status.ok() && count == messages ? 0 : 1;
  return taken;
}

}  // namespace baton::benchmarks
