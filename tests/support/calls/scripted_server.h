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

// A gRPC server on 127.0.0.1 that does with each attempt what the next step of
// its script says, and remembers what it saw. It answers every method, in the
// manner of a unary one.
//
//   ScriptedServer server({Fail(grpc::StatusCode::UNAVAILABLE), Answer("ok")});
//   auto channel = server.NewChannel();
//   ...
//   EXPECT_EQ(server.AwaitAttempt(2).payload, "hello");
//
// Thread-safe. One thread of its own serves all calls, held ones too; it stays
// clear of the threads that gRPC's callback API shares, so that a test may
// block all of those.
class ScriptedServer {
 public:
  struct Options {
    // Sends GOAWAY on connections of that age, give or take a tenth, and after
    // the grace ends what is still on them.
    absl::Duration max_connection_age = absl::InfiniteDuration();
    absl::Duration max_connection_age_grace = absl::InfiniteDuration();
    int max_concurrent_streams = 0;  // A connection's; 0: gRPC's default.
  };

  // What to do with an attempt that the script has no step for. Called on the
  // server's thread, one at a time.
  using Responder = std::function<ScriptStep(const SeenAttempt&)>;

  // Runs at once.
  explicit ScriptedServer(std::vector<ScriptStep> script = {});
  ScriptedServer(std::vector<ScriptStep> script, Options options);

  // Ends what is still held, as UNAVAILABLE or CANCELLED, and returns.
  ~ScriptedServer();

  ScriptedServer(const ScriptedServer&) = delete;
  ScriptedServer& operator=(const ScriptedServer&) = delete;

  // Appends to the script.
  void Add(const ScriptStep& step);

  // Instead of Echo(), once the script is at its end.
  void Otherwise(const ScriptStep& step);
  void Otherwise(Responder responder);

  // Lets the n-th attempt go on, from 1, whether it is held already or will be.
  void Release(int attempt);
  // Lets go on whatever is held now.
  void ReleaseAll();

  // Goes away: refuses connections, gives calls `grace` to end, ends the rest.
  // Nothing listens until Start() opens the same port again; script and log go
  // on where they were. Both do nothing if already done.
  void Stop(absl::Duration grace = absl::ZeroDuration());
  void Start();

  // "127.0.0.1:40000", also while stopped.
  std::string address() const { return port_.address(); }

  // A new channel, with a connection of its own.
  std::shared_ptr<grpc::Channel> NewChannel(
      grpc::ChannelArguments arguments = {}) const;

  int attempts() const { return log_.size(); }
  std::vector<SeenAttempt> AllAttempts() const { return log_.All(); }

  // See AttemptLog: they fail the test rather than wait for longer.
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
  // These want mutex_ held.
  void AcceptOne();
  void LogEnd(const ScriptedCall& call);
  void CutIfWanted(ScriptedCall* call) const;
  void ReleaseIf(const std::function<bool(const ScriptedCall&)>& is_meant);
  void Delete(ScriptedCall* call);

  const Options options_;
  const ReservedPort port_;
  AttemptLog log_;

  // Guards starting and stopping. Taken before mutex_.
  std::mutex lifecycle_mutex_;
  std::unique_ptr<grpc::AsyncGenericService> service_;
  std::unique_ptr<grpc::ServerCompletionQueue> queue_;
  std::unique_ptr<grpc::Server> server_;
  std::thread thread_;

  std::mutex mutex_;  // Guards what follows, and the calls.
  bool queue_open_ = false;
  std::deque<ScriptStep> script_;
  Responder otherwise_;
  std::set<int> released_;  // Attempts to come.
  std::set<ScriptedCall*> calls_;
};

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_CALLS_SCRIPTED_SERVER_H_
