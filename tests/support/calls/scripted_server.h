// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_CALLS_SCRIPTED_SERVER_H_
#define BATON_TESTS_SUPPORT_CALLS_SCRIPTED_SERVER_H_

#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "absl/time/time.h"
#include "grpcpp/generic/async_generic_service.h"
#include "grpcpp/grpcpp.h"
#include "tests/support/calls/attempt_log.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_call.h"
#include "tests/support/calls/seen_attempt.h"
#include "tests/support/patience.h"
#include "tests/support/reserved_port.h"

namespace baton {

// A gRPC server on 127.0.0.1. For each attempt it executes the next step of its
// script, and remembers what it saw. It serves every method like a unary
// method.
//
//   ScriptedServer server({Fail(grpc::StatusCode::UNAVAILABLE), Answer("ok")});
//   auto channel = server.NewChannel();
//   ...
//   EXPECT_EQ(server.AwaitAttempt(2).payload, "hello");
//
// Thread-safe. One thread of its own serves all calls, including held ones. It
// does not use the threads of gRPC's callback API, so that a test can block all
// of those.
class ScriptedServer {
 public:
  struct Options {
    // Sends GOAWAY on connections of that age, plus or minus a tenth. Ends
    // their remaining calls after the grace period.
    absl::Duration max_connection_age = absl::InfiniteDuration();
    absl::Duration max_connection_age_grace = absl::InfiniteDuration();
    int max_concurrent_streams = 0;  // Per connection. 0: gRPC's default.
  };

  // Returns the step of an attempt that the script does not cover. Called on
  // the server's thread, one at a time.
  using Responder = std::function<ScriptStep(const SeenAttempt&)>;

  // Starts immediately.
  explicit ScriptedServer(std::vector<ScriptStep> script = {});
  ScriptedServer(std::vector<ScriptStep> script, Options options);

  // Ends all held calls with UNAVAILABLE or CANCELLED, and returns.
  ~ScriptedServer();

  ScriptedServer(const ScriptedServer&) = delete;
  ScriptedServer& operator=(const ScriptedServer&) = delete;

  // Appends to the script.
  void Add(const ScriptStep& step);

  // Sets the step after the end of the script, instead of Echo().
  void Otherwise(const ScriptStep& step);
  void Otherwise(Responder responder);

  // Lets the n-th attempt (from 1) continue, even if it is not held yet.
  void Release(int attempt);
  // Lets all held attempts continue.
  void ReleaseAll();

  // Stops: refuses connections, gives calls `grace` to end, and ends the rest.
  // Start() opens the same port again, and script and log continue. Both do
  // nothing if already done.
  void Stop(absl::Duration grace = absl::ZeroDuration());
  void Start();

  // Returns "127.0.0.1:40000", also while the server is stopped.
  std::string address() const { return port_.address(); }

  // Returns a new channel with its own connection.
  std::shared_ptr<grpc::Channel> NewChannel(
      grpc::ChannelArguments arguments = {}) const;

  int attempts() const { return log_.size(); }
  std::vector<SeenAttempt> AllAttempts() const { return log_.All(); }

  // See AttemptLog. They fail the test after `bound`.
  SeenAttempt AwaitAttempt(int n, absl::Duration bound = kPatience) const {
    return log_.AwaitAttempt(n, bound);
  }
  SeenAttempt AwaitEnd(int n, absl::Duration bound = kPatience) const {
    return log_.AwaitEnd(n, bound);
  }

 private:
  void Serve();
  ScriptedCall::Next HandleTag(const ScriptedCall::Tag& tag, bool ok);
  void BeginCall(ScriptedCall* call);
  // These require mutex_.
  void AcceptOne();
  void LogEnd(const ScriptedCall& call);
  void CutIfWanted(ScriptedCall* call) const;
  void ReleaseIf(const std::function<bool(const ScriptedCall&)>& is_meant);
  void Delete(ScriptedCall* call);

  const Options options_;
  const ReservedPort port_;
  AttemptLog log_;

  // Guards start and stop. Taken before mutex_.
  std::mutex lifecycle_mutex_;
  std::unique_ptr<grpc::AsyncGenericService> service_;
  std::unique_ptr<grpc::ServerCompletionQueue> queue_;
  std::unique_ptr<grpc::Server> server_;
  std::thread thread_;

  std::mutex mutex_;  // Guards the following fields and the calls.
  bool queue_open_ = false;
  std::deque<ScriptStep> script_;
  Responder otherwise_;
  std::set<int> released_;  // Attempts that have not arrived yet.
  std::set<ScriptedCall*> calls_;
};

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_CALLS_SCRIPTED_SERVER_H_
