// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Counts the bytes of a call's headers and trailers in HPACK, with and without
// Baton. Counts on a loopback connection, for the first calls and for later
// calls, when both sides know each other's headers.
//
//   header_bytes             the table of docs/wire/retry-budget.md
//   header_bytes --calls=9   this number of calls on each connection

#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "baton/client.h"
#include "baton/server.h"
#include "grpcpp/grpcpp.h"
#include "tests/benchmark/support/benchmark_service.h"
#include "tests/benchmark/support/header_relay.h"
#include "tests/benchmark/support/load.h"

namespace baton::benchmarks {
namespace {

using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

// The same deadline in every case, so that it costs the same.
constexpr std::chrono::seconds kTimeout(10);

class Server {
 public:
  explicit Server(bool with_baton) {
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                             &port_);
    builder.RegisterService(&service_);
    if (with_baton) (void)InstallServer(&builder);
    server_ = builder.BuildAndStart();
  }
  ~Server() { server_->Shutdown(); }

  int port() const { return port_; }

 private:
  int port_ = 0;
  BenchmarkService service_;
  std::unique_ptr<grpc::Server> server_;
};

std::shared_ptr<grpc::Channel> NewChannel(const std::string& address,
                                          bool with_baton) {
  const auto credentials = grpc::InsecureChannelCredentials();
  if (!with_baton) return grpc::CreateChannel(address, credentials);
  ClientOptions options;
  options.policy.everything().idempotency = Idempotency::kIdempotent;
  options.policy.everything().retry.backoff = {absl::Milliseconds(1),
                                               absl::Milliseconds(1), 1};
  return *CreateChannel(address, credentials, options);
}

struct Case {
  const char* name;
  bool client = false;
  bool server = false;
  char what = kEcho;
};

// The table's values for one attempt.
struct Attempt {
  int request = 0;
  int headers = 0;
  int trailers = 0;
};

std::vector<Attempt> AttemptsIn(const std::vector<HeaderBlock>& blocks) {
  std::vector<Attempt> attempts;
  for (const HeaderBlock& block : blocks) {
    if (block.from_client) {
      attempts.emplace_back().request = block.bytes;
    } else if (!attempts.empty()) {
      (block.ends_stream ? attempts.back().trailers : attempts.back().headers) =
          block.bytes;
    }
  }
  return attempts;
}

// Returns the attempts of each call on one connection.
std::vector<std::vector<Attempt>> Measure(const Case& what, int calls) {
  const Server server(what.server);
  HeaderRelay relay(server.port());
  const auto stub = Scripted::NewStub(NewChannel(relay.address(), what.client));
  std::vector<std::vector<Attempt>> measured;
  CallRequest request;
  request.set_payload(PayloadFor(what.what));
  for (int i = 0; i < calls; ++i) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + kTimeout);
    CallResponse response;
    const grpc::Status status = stub->Call(&context, request, &response);
    if (!status.ok()) {
      std::fprintf(stderr, "%s: %s\n", what.name,
                   status.error_message().c_str());
      std::exit(1);
    }
    measured.push_back(AttemptsIn(relay.Take()));
  }
  return measured;
}

void Print(const Case& what, const std::vector<std::vector<Attempt>>& calls) {
  for (std::size_t i = 0; i < calls.back().size(); ++i) {
    const Attempt& first = calls.front()[i];
    const Attempt& late = calls.back()[i];
    const std::string name =
        calls.back().size() == 1
            ? what.name
            : std::string(what.name) + ", attempt " + std::to_string(i + 1);
    std::printf("%-40s %8d %8d %8d %8d\n", name.c_str(), first.request,
                late.request, first.headers + first.trailers,
                late.headers + late.trailers);
  }
}

int Main(int argc, char** argv) {
  int calls = 20;
  for (int i = 1; i < argc; ++i) {
    absl::string_view argument = argv[i];
    if (!absl::ConsumePrefix(&argument, "--calls=") ||
        !absl::SimpleAtoi(argument, &calls) || calls < 1) {
      std::fprintf(stderr, "no such argument: %s\n", argv[i]);
      return 2;
    }
  }
  std::printf("%-40s %17s %17s\n%-40s %8s %8s %8s %8s\n", "bytes of HPACK",
              "request", "answer", "", "first", "later", "first", "later");
  const Case cases[] = {
      {"bare gRPC"},
      {"Baton's client", true},
      {"Baton's client and server", true, true},
      {"the same, two attempts fail", true, true, kFailTwice},
  };
  for (const Case& what : cases) Print(what, Measure(what, calls));
  return 0;
}

}  // namespace
}  // namespace baton::benchmarks

int main(int argc, char** argv) { return baton::benchmarks::Main(argc, argv); }
