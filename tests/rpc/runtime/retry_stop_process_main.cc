// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Makes a call whose first attempt fails. Prints "stopped before main" if
// retries are stopped when the process starts, and then the number of attempts
// and the stop reason. With the argument "late", sets BATON_STOP_ALL_RETRIES in
// its own environment first.

#include <cstdlib>
#include <iostream>
#include <string>

#include "baton/client.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

// Before main(), and before any channel.
const bool stopped_at_start = AllRetriesStopped();

void Run() {
  if (stopped_at_start) std::cout << "stopped before main\n";
  ScriptedServer server;
  server.Add(Fail(grpc::StatusCode::UNAVAILABLE));
  const auto channel = NewBatonChannel(server.address(), QuickOptions());
  const auto context = NewContext(kPatience);
  (void)MakeUnaryCall(UnaryForm::kSync, channel, context, RequestOf("x"));
  std::cout << "attempts " << server.attempts() << " "
            << ToString(GetCallReport(*context)->stop_reason) << "\n";
}

}  // namespace
}  // namespace baton

int main(int count, char** arguments) {
  if (count > 1 && arguments[1] == std::string("late")) {
    setenv("BATON_STOP_ALL_RETRIES", "1", 1);
  }
  baton::Run();
  return 0;
}
