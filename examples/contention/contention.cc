// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Shows writes that depend on the version of the data. The server accepts a
// write only if the writer has read the latest version.

#include <iostream>
#include <mutex>
#include <string>

#include "absl/strings/str_cat.h"
#include "baton/client.h"
#include "baton/kit.h"
#include "examples/support/echo_call.h"
#include "examples/support/local_server.h"
#include "grpcpp/grpcpp.h"

namespace {

using baton::examples::Echo;
using baton::examples::EchoRequest;
using baton::examples::EchoResponse;

// A counter with a version. "read" returns the version. "write N" counts up, if
// N is the version.
class Counter final : public Echo::Service {
 public:
  // Lets another client count right before the next write.
  void OvertakeNextWrite() {
    const std::lock_guard<std::mutex> lock(mutex_);
    overtakes_ = true;
  }
  // Counts with the next write, but loses the answer.
  void LoseNextAnswer() {
    const std::lock_guard<std::mutex> lock(mutex_);
    loses_ = true;
  }
  int value() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return value_;
  }

 private:
  grpc::Status Unary(grpc::ServerContext* /*context*/,
                     const EchoRequest* request,
                     EchoResponse* response) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (request->text() == "read") {
      response->set_text(absl::StrCat(value_));
      return grpc::Status::OK;
    }
    if (overtakes_) ++value_;
    overtakes_ = false;
    if (request->text() != absl::StrCat("write ", value_)) {
      return grpc::Status(grpc::StatusCode::FAILED_PRECONDITION,
                          "not the latest version");
    }
    ++value_;
    if (!loses_) return grpc::Status::OK;
    loses_ = false;
    return grpc::Status(grpc::StatusCode::UNAVAILABLE, "answer lost");
  }

  std::mutex mutex_;
  int value_ = 0;
  bool overtakes_ = false;
  bool loses_ = false;
};

grpc::Status Send(Echo::Stub& stub, const std::string& text,
                  std::string* answer = nullptr) {
  std::cout << "  " << text << "\n";
  grpc::ClientContext context;
  EchoRequest request;
  request.set_text(text);
  EchoResponse response;
  const grpc::Status status = stub.Unary(&context, request, &response);
  if (answer != nullptr) *answer = response.text();
  return status;
}

void Tell(const grpc::Status& status) {
  std::cout << "  " << (status.ok() ? "OK" : status.error_message()) << "\n";
}

}  // namespace

int main() {
  Counter counter;
  const baton::examples::LocalServer server(&counter);
  const auto stub = baton::examples::NewEcho(server.address(), {});
  baton::ContentionOptions options;
  options.name = "count";

  std::cout << "another client is faster\n";
  counter.OvertakeNextWrite();
  Tell(baton::RefreshAndRetry<std::string, std::string>(
      options,
      [&](std::string* version) { return Send(*stub, "read", version); },
      [](const std::string& version, std::string* request) {
        *request = absl::StrCat("write ", version);
        return grpc::Status::OK;
      },
      [&](const std::string& request) { return Send(*stub, request); }));

  std::cout << "the answer to a write is lost\n";
  counter.LoseNextAnswer();
  Tell(baton::VerifyThenRetry(
      options,
      [&] {
        std::string version;
        if (!Send(*stub, "read", &version).ok()) {
          return baton::Verified::kUnknown;
        }
        return version == "3" ? baton::Verified::kDone
                              : baton::Verified::kNotDone;
      },
      [&] { return Send(*stub, "write 2"); }));
  std::cout << "the counter is " << counter.value() << "\n";
}
