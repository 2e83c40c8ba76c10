// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/idempotency/replica.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "baton/chain/loopback_socket.h"
#include "baton/idempotency/redis_replay_store.h"
#include "baton/server.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "grpcpp/grpcpp.h"
#include "tests/support/signal.h"

namespace baton {
namespace {

using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

constexpr char kServe[] = "--serve-replica";
constexpr absl::Duration kLease = absl::Milliseconds(300);

class Payments final : public Scripted::Service {
 public:
  explicit Payments(const std::string& effects)
      : effects_(open(effects.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600)) {}

  grpc::Status Call(grpc::ServerContext* context, const CallRequest* request,
                    CallResponse* response) override {
    const std::string line = request->payload() + "\n";
    const int number = runs_++;
    // An effect is one write, which SIGKILL cannot divide.
    if (write(effects_, line.data(), line.size()) !=
        static_cast<ssize_t>(line.size())) {
      return grpc::Status(grpc::StatusCode::INTERNAL, "disk");
    }
    if (number % 5 == 0) Signal().Await(absl::Milliseconds(5));
    if (number % 50 == 7) chain::CutLoopbackConnection(context->peer());
    response->set_payload(request->payload());
    return grpc::Status::OK;
  }

 private:
  const int effects_;
  std::atomic<int> runs_{0};
};

[[noreturn]] void Serve(char** argv) {
  const std::string redis = argv[2];
  Payments payments(argv[3]);
  ServerOptions options;
  if (!redis.empty()) {
    RedisReplayStoreOptions store;
    store.address = redis;
    store.lease = kLease;
    store.warn = [](absl::string_view) {};
    auto opened = NewRedisReplayStore(store);
    if (!opened.ok()) std::exit(1);
    options.replay_store = *std::move(opened);
  }
  grpc::ServerBuilder builder;
  int port = 0;
  builder.AddListeningPort(absl::StrCat("127.0.0.1:", argv[4]),
                           grpc::InsecureServerCredentials(), &port);
  builder.RegisterService(&payments);
  if (!InstallServer(&builder, options).ok()) std::exit(1);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  const int output = std::atoi(argv[5]);
  if (server == nullptr || write(output, &port, sizeof(port)) != sizeof(port)) {
    std::exit(1);
  }
  server->Wait();
  std::exit(0);
}

}  // namespace

void Replica::ServeIfChild(int argc, char** argv) {
  if (argc == 6 && std::string(argv[1]) == kServe) Serve(argv);
}

Replica::Replica(Settings settings) : settings_(std::move(settings)) {
  Start();
}

Replica::~Replica() {
  kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
}

std::string Replica::address() const {
  return absl::StrCat("127.0.0.1:", port_);
}

void Replica::Restart() {
  kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
  Start();
}

void Replica::Stop() { kill(process_, SIGSTOP); }
void Replica::Continue() { kill(process_, SIGCONT); }

void Replica::Start() {
  int ends[2];
  if (pipe(ends) != 0) std::abort();
  const std::string port = absl::StrCat(port_);
  const std::string output = absl::StrCat(ends[1]);
  process_ = fork();
  if (process_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    execl("/proc/self/exe", "replica", kServe, settings_.redis.c_str(),
          settings_.effects.c_str(), port.c_str(), output.c_str(), nullptr);
    _exit(127);
  }
  close(ends[1]);
  int bound = 0;
  if (read(ends[0], &bound, sizeof(bound)) == sizeof(bound)) port_ = bound;
  close(ends[0]);
}

std::map<std::string, int> EffectsIn(const std::string& path) {
  std::map<std::string, int> effects;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) ++effects[line];
  return effects;
}

}  // namespace baton
