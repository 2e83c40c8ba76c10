// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Shows the sources of a call's deadline. Some calls have no deadline, one has
// a deadline that is too long, and two call a server that does not respond.

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

// Responds, unless the request's text is "silence".
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

// `timeout`: the call's own timeout. Zero sets none.
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
  // A little of the timeout has passed when the call begins: rounds up.
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

  // A per-attempt timeout leaves time for another attempt.
  policy.idempotency = baton::Idempotency::kIdempotent;
  policy.retry.max_attempts = 2;
  policy.deadline.attempt_timeout = absl::Milliseconds(50);
  CallWith(policy, address, "silence", absl::Seconds(1));
}
