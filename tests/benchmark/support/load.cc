// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/benchmark/support/load.h"

#include <time.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "grpcpp/grpcpp.h"

namespace baton::benchmarks {
namespace {

using testing::v1::CallRequest;
using testing::v1::CallResponse;

constexpr int kPayloadBytes = 100;
constexpr std::chrono::seconds kTimeout{10};

double Seconds(clockid_t clock) {
  timespec time = {};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) +
         static_cast<double>(time.tv_nsec) * 1e-9;
}

// Measures wall-clock and CPU time since construction.
class Stopwatch {
 public:
  Taken PerCall(int calls) const {
    Taken taken;
    taken.seconds_per_call = (Seconds(CLOCK_MONOTONIC) - wall_) / calls;
    taken.cpu_seconds_per_call =
        (Seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu_) / calls;
    return taken;
  }

 private:
  const double wall_ = Seconds(CLOCK_MONOTONIC);
  const double cpu_ = Seconds(CLOCK_PROCESS_CPUTIME_ID);
};

CallRequest RequestFor(char what) {
  CallRequest request;
  request.set_payload(PayloadFor(what));
  return request;
}

void SetDeadline(grpc::ClientContext& context) {
  context.set_deadline(std::chrono::system_clock::now() + kTimeout);
}

struct QueueCall {
  grpc::ClientContext context;
  CallResponse response;
  grpc::Status status;
  std::unique_ptr<grpc::ClientAsyncResponseReader<CallResponse>> reader;
};

struct CallbackCall {
  grpc::ClientContext context;
  CallResponse response;
};

// A load that starts a call whenever another call ends.
class CallbackLoad {
 public:
  CallbackLoad(Stub& stub, char what, int calls)
      : stub_(stub),
        request_(RequestFor(what)),
        to_start_(calls),
        to_end_(calls) {}

  int Run(int in_flight) {
    for (int i = 0; i < in_flight; ++i) Start();
    std::unique_lock<std::mutex> lock(mutex_);
    ended_.wait(lock, [this] { return to_end_ == 0; });
    return failed_;
  }

 private:
  void Start() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (to_start_ == 0) return;
      --to_start_;
    }
    auto call = std::make_shared<CallbackCall>();
    SetDeadline(call->context);
    CallbackCall& started = *call;
    stub_.async()->Call(
        &started.context, &request_, &started.response,
        [this, call = std::move(call)](const grpc::Status& status) mutable {
          // The context must not be the last owner of the channel on a gRPC
          // thread. The channel may be destroyed after End().
          call.reset();
          Start();
          End(status);
        });
  }

  void End(const grpc::Status& status) {
    std::lock_guard<std::mutex> lock(mutex_);
    if (!status.ok()) ++failed_;
    if (--to_end_ == 0) ended_.notify_one();
  }

  Stub& stub_;
  const CallRequest request_;
  std::mutex mutex_;
  std::condition_variable ended_;
  int to_start_;  // guarded by mutex_, as are the next fields
  int to_end_;
  int failed_ = 0;
};

bool CallOnce(Stub& stub, const CallRequest& request) {
  grpc::ClientContext context;
  SetDeadline(context);
  CallResponse response;
  return stub.Call(&context, request, &response).ok();
}

Taken CallSync(Stub& stub, char what, int calls) {
  const CallRequest request = RequestFor(what);
  std::vector<double> seconds;
  seconds.reserve(static_cast<std::size_t>(calls));
  int failed = 0;
  const Stopwatch stopwatch;
  for (int i = 0; i < calls; ++i) {
    const double start = Seconds(CLOCK_MONOTONIC);
    if (!CallOnce(stub, request)) ++failed;
    seconds.push_back(Seconds(CLOCK_MONOTONIC) - start);
  }
  Taken taken = stopwatch.PerCall(calls);
  const auto middle = seconds.begin() + calls / 2;
  std::nth_element(seconds.begin(), middle, seconds.end());
  taken.seconds_per_call = *middle;
  taken.failed = failed;
  return taken;
}

Taken CallByThreads(Stub& stub, char what, int calls, int in_flight) {
  std::atomic<int> to_start{calls};
  std::atomic<int> failed{0};
  const CallRequest request = RequestFor(what);
  const auto call_on = [&] {
    while (to_start.fetch_sub(1) > 0) {
      if (!CallOnce(stub, request)) failed.fetch_add(1);
    }
  };
  const Stopwatch stopwatch;
  std::vector<std::thread> threads;
  for (int i = 0; i < in_flight; ++i) threads.emplace_back(call_on);
  for (std::thread& thread : threads) thread.join();
  Taken taken = stopwatch.PerCall(calls);
  taken.failed = failed;
  return taken;
}

Taken CallByQueue(Stub& stub, char what, int calls, int in_flight) {
  const CallRequest request = RequestFor(what);
  grpc::CompletionQueue queue;
  int to_start = calls;
  int failed = 0;
  const auto start = [&] {
    if (to_start == 0) return;
    --to_start;
    auto* const call = new QueueCall();
    SetDeadline(call->context);
    call->reader = stub.AsyncCall(&call->context, request, &queue);
    call->reader->Finish(&call->response, &call->status, call);
  };
  const Stopwatch stopwatch;
  for (int i = 0; i < in_flight; ++i) start();
  void* tag = nullptr;
  bool ok = false;
  for (int ended = 0; ended < calls && queue.Next(&tag, &ok); ++ended) {
    const std::unique_ptr<QueueCall> call(static_cast<QueueCall*>(tag));
    if (!call->status.ok()) ++failed;
    start();
  }
  Taken taken = stopwatch.PerCall(calls);
  taken.failed = failed;
  queue.Shutdown();
  while (queue.Next(&tag, &ok)) {
  }
  return taken;
}

Taken CallByCallback(Stub& stub, char what, int calls, int in_flight) {
  CallbackLoad load(stub, what, calls);
  const Stopwatch stopwatch;
  const int failed = load.Run(in_flight);
  Taken taken = stopwatch.PerCall(calls);
  taken.failed = failed;
  return taken;
}

}  // namespace

std::string PayloadFor(char what) { return std::string(kPayloadBytes, what); }

const char* NameOf(Style style) {
  switch (style) {
    case Style::kSync:
      return "sync";
    case Style::kQueue:
      return "queue";
    case Style::kCallback:
      return "callback";
  }
  return "";
}

Style StyleNamed(absl::string_view name) {
  for (const Style style : kStyles) {
    if (name == NameOf(style)) return style;
  }
  std::fprintf(stderr, "no such load: %s\n", std::string(name).c_str());
  std::exit(2);
}

Taken MakeCalls(Stub& stub, char what, Style style, int in_flight, int calls) {
  switch (style) {
    case Style::kSync:
      return in_flight == 1 ? CallSync(stub, what, calls)
                            : CallByThreads(stub, what, calls, in_flight);
    case Style::kQueue:
      return CallByQueue(stub, what, calls, in_flight);
    case Style::kCallback:
      return CallByCallback(stub, what, calls, in_flight);
  }
  return {};
}

}  // namespace baton::benchmarks
