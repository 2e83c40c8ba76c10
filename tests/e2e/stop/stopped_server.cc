// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/e2e/stop/stopped_server.h"

#include <poll.h>
#include <unistd.h>

#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "baton/server.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "grpcpp/grpcpp.h"
#include "tests/support/agenda.h"
#include "tests/support/signal.h"

namespace baton::e2e {
namespace {

using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

constexpr int kStartLimitMs = 30'000;

[[noreturn]] void Die(const char* what) {
  std::perror(what);
  std::exit(1);
}

// Hands out slots, like a pool of worker threads.
class Slots {
 public:
  Slots(int free, bool in_order) : in_order_(in_order), free_(free) {}
  void Acquire() {
    std::unique_lock<std::mutex> lock(mutex_);
    const int number = waited_++;
    released_.wait(
        lock, [&] { return free_ > 0 && (!in_order_ || number == acquired_); });
    ++acquired_;
    --free_;
    if (in_order_) released_.notify_all();
  }
  void Release() {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++free_;
    if (in_order_) {
      released_.notify_all();
    } else {
      released_.notify_one();
    }
  }

 private:
  const bool in_order_;
  std::mutex mutex_;
  std::condition_variable released_;
  int free_;
  // The requests that have waited for a slot, and that have acquired one.
  int waited_ = 0;
  int acquired_ = 0;
};

class WorkingService final : public Scripted::Service {
 public:
  WorkingService(const StoppedServer::Options& options,
                 StoppedServer::Shared& shared)
      : options_(options),
        shared_(shared),
        slots_(options.slots, options.in_order) {}

  grpc::Status Call(grpc::ServerContext* context, const CallRequest* request,
                    CallResponse* /*response*/) override {
    int number = 0;
    if (!absl::SimpleAtoi(request->payload(), &number)) {
      return grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, "not a number");
    }
    shared_.handler[number] = Now();
    slots_.Acquire();
    if (!options_.asks || RequestScope::From(context).ShouldStart()) {
      shared_.work[number] = Now();
      Signal done;
      agenda_.After(options_.work_ms, [&done] { done.Give(); });
      done.Await();
    }
    slots_.Release();
    return grpc::Status::OK;
  }

 private:
  const StoppedServer::Options options_;
  StoppedServer::Shared& shared_;
  Slots slots_;
  // Ends the work of each request.
  Agenda agenda_;
};

// Runs in the other process until it is killed.
int Serve(const StoppedServer::Options& options, StoppedServer::Shared& shared,
          int output) {
  WorkingService service(options, shared);
  ServerOptions server_options;
  server_options.cancelled_requests.mode = options.mode;
  grpc::ServerBuilder builder;
  int port = 0;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                           &port);
  builder.RegisterService(&service);
  if (options.with_baton && !InstallServer(&builder, server_options).ok()) {
    return 1;
  }
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (write(output, &port, sizeof(port)) != sizeof(port)) return 1;
  server->Wait();
  return 0;
}

}  // namespace

StoppedServer::StoppedServer(const Options& options) {
  int output[2];
  if (pipe(output) != 0) Die("pipe");
  process_.emplace([&] { return Serve(options, *shared_, output[1]); });
  close(output[1]);
  int port = 0;
  pollfd ready{output[0], POLLIN, 0};
  if (poll(&ready, 1, kStartLimitMs) != 1 ||
      read(output[0], &port, sizeof(port)) != sizeof(port)) {
    Die("server");
  }
  close(output[0]);
  address_ = absl::StrCat("127.0.0.1:", port);
}

}  // namespace baton::e2e
