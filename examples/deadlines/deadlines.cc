// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Where the deadline of a call comes from, and what becomes of one that has
// none, one that is too long, and one that a silent server lets pass.

#include <iostream>
#include <memory>
#include <string>

#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/policy.h"
#include "baton/real_clock.h"
#include "examples/support/echo_call.h"
#include "examples/support/local_server.h"
#include "grpcpp/grpcpp.h"

namespace {

using baton::examples::Echo;
using baton::examples::EchoRequest;
using baton::examples::EchoResponse;

// Answers, unless it is asked to say nothing.
class QuietEcho final : public Echo::CallbackService {
  class Silence final : public grpc::ServerUnaryReactor {
    void OnCancel() override { Finish(grpc::Status::CANCELLED); }
    void OnDone() override { delete this; }
  };

  grpc::ServerUnaryReactor* Unary(grpc::CallbackServerContext* context,
                                  const EchoRequest* request,
                                  EchoResponse* /*response*/) override {
    if (request->text() == "silence") return new Silence;
    grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
    reactor->Finish(grpc::Status::OK);
    return reactor;
  }
};

// `timeout`: the call's own, or zero.
void CallWith(const baton::MethodPolicy& policy, const std::string& address,
              const std::string& text, absl::Duration timeout) {
  baton::ClientOptions options;
  options.policy.everything() = policy;
  const auto stub = baton::examples::NewEcho(address, options);
  grpc::ClientContext context;
  if (timeout > absl::ZeroDuration()) {
    context.set_deadline(baton::SystemNow() +
                         absl::ToChronoMilliseconds(timeout));
  }
  const grpc::Status status = baton::examples::Call(*stub, text, &context);
  const auto report = *baton::GetCallReport(context);
  // Of its own timeout a little has passed when the call begins.
  std::cout << baton::ToString(report.deadline_source) << " "
            << absl::FormatDuration(
                   absl::Ceil(report.timeout, absl::Milliseconds(100)))
            << (report.deadline_missing ? ", was missing" : "")
            << (report.deadline_capped ? ", was too long" : "") << ": "
            << baton::examples::Told(context) << "\n";
}

}  // namespace

int main() {
  QuietEcho service;
  const baton::examples::LocalServer server(&service);
  const std::string address = server.address();

  baton::MethodPolicy policy;
  policy.deadline.default_timeout = absl::Seconds(2);
  policy.deadline.max_timeout = absl::Seconds(10);
  CallWith(policy, address, "none", absl::ZeroDuration());
  CallWith(policy, address, "its own", absl::Seconds(3));
  CallWith(policy, address, "a long one", absl::Hours(1));

  policy.deadline.missing = baton::MissingDeadline::kReject;
  CallWith(policy, address, "none", absl::ZeroDuration());
  CallWith(policy, address, "silence", absl::Milliseconds(300));

  // With a limit for each attempt there is time for another.
  policy.idempotency = baton::Idempotency::kIdempotent;
  policy.retry.max_attempts = 2;
  policy.deadline.attempt_timeout = absl::Milliseconds(50);
  CallWith(policy, address, "silence", absl::Seconds(1));
}
