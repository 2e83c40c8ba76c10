// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/support/echo_call.h"

#include <cstdlib>
#include <iostream>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace baton::examples {

std::unique_ptr<Echo::Stub> NewEcho(const std::string& address,
                                    const ClientOptions& options) {
  auto channel =
      CreateChannel(address, grpc::InsecureChannelCredentials(), options);
  if (!channel.ok()) {
    std::cerr << channel.status() << "\n";
    std::exit(1);
  }
  return Echo::NewStub(*channel);
}

grpc::Status Call(Echo::Stub& stub, const std::string& text,
                  grpc::ClientContext* context) {
  EchoRequest request;
  request.set_text(text);
  EchoResponse response;
  return stub.Unary(context, request, &response);
}

std::string Told(const grpc::ClientContext& context) {
  const auto report = GetCallReport(context);
  if (!report.has_value()) return "a call without Baton";
  std::string attempts;
  for (const AttemptReport& attempt : report->attempts) {
    if (!attempts.empty()) {
      const bool hedge = attempt.kind == RetryBudgetHeader::Kind::kHedge;
      absl::StrAppend(&attempts, ", ",
                      hedge ? "hedge" : ToString(attempt.wait_cause), ", ");
    }
    absl::StrAppend(&attempts, absl::StatusCodeToString(attempt.code));
    if (attempt.fallback > 0) {
      absl::StrAppend(&attempts, " at fallback ", attempt.fallback);
    }
  }
  const size_t count = report->attempts.size();
  return absl::StrCat(absl::StatusCodeToString(report->code), " after ", count,
                      count == 1 ? " attempt [" : " attempts [", attempts,
                      "], ", ToString(report->stop_reason));
}

}  // namespace baton::examples
