// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/idempotency/payment_process.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <utility>

#include "baton/examples/v1/echo.grpc.pb.h"
#include "baton/server.h"
#include "examples/idempotency/ledger.h"
#include "grpcpp/grpcpp.h"

namespace baton::examples {
namespace {

constexpr char kServe[] = "--serve-payments";

// Each payment belongs to the key of its request.
class Payments final : public v1::Echo::Service {
 public:
  explicit Payments(const std::string& database)
      : notes_(database.substr(0, database.rfind('/') + 1)),
        ledger_(database) {}

  grpc::Status Unary(grpc::ServerContext* context,
                     const v1::EchoRequest* request,
                     v1::EchoResponse* response) override {
    const std::string key(RequestScope::From(context).idempotency_key());
    if (key.empty()) {
      return grpc::Status(grpc::StatusCode::INVALID_ARGUMENT,
                          "a payment needs an idempotency key");
    }
    const std::string& text = request->text();
    const std::string account = text.substr(0, text.find(' '));
    const std::lock_guard<std::mutex> lock(mutex_);
    const bool was_killed = WasKilled(key);
    const Ledger::Receipt receipt = ledger_.Charge(key, account, [&] {
      if (!was_killed && EndsWith(text, " before")) Die(key);
    });
    if (!receipt.ok) {
      return grpc::Status(grpc::StatusCode::INTERNAL, "database");
    }
    if (!receipt.is_repeated && EndsWith(text, " after")) Die(key);
    response->set_text("receipt " + std::to_string(receipt.number));
    return grpc::Status::OK;
  }

 private:
  static bool EndsWith(const std::string& text, const std::string& end) {
    return text.size() >= end.size() &&
           text.compare(text.size() - end.size(), end.size(), end) == 0;
  }
  // A file beside the database shows that the process was killed because of
  // this key.
  bool WasKilled(const std::string& key) const {
    return access((notes_ + key).c_str(), F_OK) == 0;
  }
  [[noreturn]] void Die(const std::string& key) const {
    close(creat((notes_ + key).c_str(), 0600));
    raise(SIGKILL);
    std::abort();
  }

  const std::string notes_;
  std::mutex mutex_;
  Ledger ledger_;
};

// Serves until the end of the process, and writes its port to `output`.
[[noreturn]] void Serve(const std::string& database, int port, int output) {
  Payments payments(database);
  grpc::ServerBuilder builder;
  int bound = 0;
  builder.AddListeningPort("127.0.0.1:" + std::to_string(port),
                           grpc::InsecureServerCredentials(), &bound);
  builder.RegisterService(&payments);
  if (!InstallServer(&builder).ok()) std::exit(1);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (server == nullptr) std::exit(1);
  if (write(output, &bound, sizeof(bound)) != sizeof(bound)) std::exit(1);
  server->Wait();
  std::exit(0);
}

}  // namespace

void PaymentProcess::ServeIfChild(int argc, char** argv) {
  if (argc != 5 || std::string(argv[1]) != kServe) return;
  Serve(argv[2], std::atoi(argv[3]), std::atoi(argv[4]));
}

PaymentProcess::PaymentProcess(std::string database)
    : database_(std::move(database)) {
  Start();
  watcher_ = std::thread([this] {
    while (true) {
      waitpid(child_, nullptr, 0);
      if (stopping_) return;
      ++kills_;
      Start();
      // Stopped at the same time.
      if (stopping_) Kill();
    }
  });
}

PaymentProcess::~PaymentProcess() {
  stopping_ = true;
  Kill();
  watcher_.join();
}

void PaymentProcess::Kill() { kill(child_, SIGKILL); }

void PaymentProcess::Start() {
  int ends[2];
  if (pipe(ends) != 0) std::abort();
  const std::string port = std::to_string(port_);
  const std::string output = std::to_string(ends[1]);
  const pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    execl("/proc/self/exe", "payments", kServe, database_.c_str(), port.c_str(),
          output.c_str(), nullptr);
    _exit(127);
  }
  child_ = child;
  close(ends[1]);
  int bound = 0;
  if (read(ends[0], &bound, sizeof(bound)) == sizeof(bound)) port_ = bound;
  close(ends[0]);
}

}  // namespace baton::examples
