// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/idempotency/proof/replica.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "baton/idempotency/memory_replay_store.h"
#include "baton/idempotency/redis_replay_store.h"
#include "baton/server.h"
#include "grpcpp/grpcpp.h"
#include "tests/idempotency/proof/payments.h"
#include "tests/idempotency/proof/shared_counters.h"

namespace baton {
namespace {

constexpr char kServe[] = "--serve-replica";

// The arguments of a child process. Both lists have the same order.
struct Arguments {
  Replica::Settings settings;
  int port = 0;
  int output = -1;

  std::vector<std::string> ToText() const {
    return {"replica",
            kServe,
            absl::StrCat(static_cast<int>(settings.guard)),
            settings.redis,
            settings.runs_again ? "1" : "0",
            settings.directory,
            absl::StrCat(settings.seed),
            absl::StrCat(port),
            absl::StrCat(output)};
  }
  static Arguments Parse(char** argv) {
    Arguments arguments;
    arguments.settings.guard = static_cast<Guard>(std::atoi(argv[2]));
    arguments.settings.redis = argv[3];
    arguments.settings.runs_again = std::string(argv[4]) == "1";
    arguments.settings.directory = argv[5];
    arguments.settings.seed = std::strtoull(argv[6], nullptr, 10);
    arguments.port = std::atoi(argv[7]);
    arguments.output = std::atoi(argv[8]);
    return arguments;
  }
  static constexpr int kCount = 9;
};

std::shared_ptr<ReplayStore> NewStore(const Replica::Settings& settings) {
  if (settings.guard == Guard::kMemory) {
    MemoryReplayStoreOptions options;
    options.longest_retry_time = kLongestRetryTime;
    return NewMemoryReplayStore(options);
  }
  if (settings.guard != Guard::kRedis) return nullptr;
  RedisReplayStoreOptions options;
  options.address = settings.redis;
  options.lease = kLease;
  options.warn = [](absl::string_view) {};
  auto opened = NewRedisReplayStore(options);
  // A restart of Redis may take longer than the timeout.
  for (int i = 0; i < 20 && !opened.ok(); ++i) {
    opened = NewRedisReplayStore(options);
  }
  if (!opened.ok()) std::exit(1);
  return *std::move(opened);
}

[[noreturn]] void Serve(const Arguments& arguments) {
  const Replica::Settings& settings = arguments.settings;
  const auto payments = NewPayments(settings);
  grpc::ServerBuilder builder;
  int port = 0;
  builder.AddListeningPort(absl::StrCat("127.0.0.1:", arguments.port),
                           grpc::InsecureServerCredentials(), &port);
  builder.RegisterService(payments.get());
  if (settings.guard != Guard::kNothing) {
    ServerOptions options;
    options.replay_store = NewStore(settings);
    options.replay.outcome_unknown = settings.runs_again
                                         ? OutcomeUnknown::kRunAgain
                                         : OutcomeUnknown::kRefuse;
    options.counters = OpenSharedCounters(settings.directory + "/counters");
    if (!InstallServer(&builder, options).ok()) std::exit(1);
  }
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (server == nullptr ||
      write(arguments.output, &port, sizeof(port)) != sizeof(port)) {
    std::exit(1);
  }
  server->Wait();
  std::exit(0);
}

}  // namespace

void Replica::ServeIfChild(int argc, char** argv) {
  if (argc == Arguments::kCount && std::string(argv[1]) == kServe) {
    Serve(Arguments::Parse(argv));
  }
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
  Arguments arguments{settings_, port_, ends[1]};
  arguments.settings.seed += static_cast<uint64_t>(starts_++);
  std::vector<std::string> texts = arguments.ToText();
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  process_ = fork();
  if (process_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    execv("/proc/self/exe", pointers.data());
    _exit(127);
  }
  close(ends[1]);
  int bound = 0;
  if (read(ends[0], &bound, sizeof(bound)) == sizeof(bound)) port_ = bound;
  close(ends[0]);
}

}  // namespace baton
