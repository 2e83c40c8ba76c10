// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/e2e/stop/stopped_server.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "baton/server.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "grpc/support/time.h"
#include "grpcpp/grpcpp.h"

namespace baton::e2e {
namespace {

using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

[[noreturn]] void Die(const char* what) {
  std::perror(what);
  std::exit(1);
}

// Hands out slots, like a pool of worker threads.
class Slots {
 public:
  explicit Slots(int free) : free_(free) {}
  void Acquire() {
    std::unique_lock<std::mutex> lock(mutex_);
    released_.wait(lock, [this] { return free_ > 0; });
    --free_;
  }
  void Release() {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++free_;
    released_.notify_one();
  }

 private:
  std::mutex mutex_;
  std::condition_variable released_;
  int free_;
};

class WorkingService final : public Scripted::Service {
 public:
  WorkingService(const StoppedServer::Options& options,
                 StoppedServer::Shared& shared)
      : options_(options), shared_(shared), slots_(options.slots) {}

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
      SleepUntil(Now() + options_.work_ms * Nanos{1'000'000});
    }
    slots_.Release();
    return grpc::Status::OK;
  }

 private:
  const StoppedServer::Options options_;
  StoppedServer::Shared& shared_;
  Slots slots_;
};

// Runs in the other process until it is killed.
[[noreturn]] void Serve(const StoppedServer::Options& options,
                        StoppedServer::Shared& shared, int output) {
  // The process must not outlive a test that crashes.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  WorkingService service(options, shared);
  ServerOptions server_options;
  server_options.cancelled_requests.mode = options.mode;
  grpc::ServerBuilder builder;
  int port = 0;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                           &port);
  builder.RegisterService(&service);
  if (!InstallServer(&builder, server_options).ok()) std::exit(1);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (write(output, &port, sizeof(port)) != sizeof(port)) std::exit(1);
  server->Wait();
  std::exit(0);
}

}  // namespace

Nanos Now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

void SleepUntil(Nanos time) {
  gpr_sleep_until(gpr_time_add(
      gpr_now(GPR_CLOCK_MONOTONIC),
      gpr_time_from_nanos(std::max<Nanos>(0, time - Now()), GPR_TIMESPAN)));
}

StoppedServer::StoppedServer(const Options& options) {
  void* const memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) Die("mmap");
  // Zero bytes are zero counters.
  shared_ = static_cast<Shared*>(memory);
  int output[2];
  if (pipe(output) != 0) Die("pipe");
  pid_ = fork();
  if (pid_ < 0) Die("fork");
  if (pid_ == 0) Serve(options, *shared_, output[1]);
  close(output[1]);
  int port = 0;
  if (read(output[0], &port, sizeof(port)) != sizeof(port)) Die("server");
  close(output[0]);
  address_ = absl::StrCat("127.0.0.1:", port);
}

StoppedServer::~StoppedServer() {
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
  munmap(shared_, sizeof(Shared));
}

void StoppedServer::Stop() const { kill(pid_, SIGSTOP); }

void StoppedServer::Continue() const { kill(pid_, SIGCONT); }

}  // namespace baton::e2e
