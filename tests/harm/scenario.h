// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_HARM_SCENARIO_H_
#define BATON_TESTS_HARM_SCENARIO_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "baton/policy/idempotency.h"
#include "grpcpp/support/status_code_enum.h"

namespace baton::harm {

enum class Api { kSync, kQueue, kCallback, kGeneric };
enum class Kind { kUnary, kClientStream, kServerStream, kBidi };

// The endpoint that a channel connects to.
enum class Fault {
  kNone,           // a server that follows the script
  kRestart,        // the same, but stopped shortly before the call
  kRefused,        // a port without a listener
  kReset,          // a listener that resets each connection
  kHungHandshake,  // a listener that accepts and never speaks HTTP/2
  kGoaway,         // a server that answers the first request with GOAWAY
  kRefusedStream,  // a server that refuses the first stream
  kSilence,        // a server that reads a request and never answers
};

enum class Profile {
  // The defaults of Baton. A limit of the policy is no finding if the call
  // report names it.
  kDefault,
  // Every limit of the policy is off, and nothing is allowed.
  kStrict,
};

// The server's answer to one attempt. Times are in milliseconds.
struct StepPlan {
  grpc::StatusCode code = grpc::StatusCode::OK;
  std::string message;
  std::string details;
  int latency = 0;             // before messages and status
  bool headers_first = false;  // headers are sent before the latency
  bool initial_metadata = false;
  bool reads_all = true;  // false: answers after the first message
  int messages = 0;       // before the last message, for streaming responses
  int bytes = 8;          // of each message
  bool cut = false;       // cuts the connection in place of a status
  bool silent = false;    // never answers
  std::optional<int> pushback;    // negative: forbids retries
  std::optional<int> retry_info;  // google.rpc.RetryInfo in the details
};

// A call of the application. Times are in milliseconds.
struct CallPlan {
  int id = 0;
  Api api = Api::kSync;
  Kind kind = Kind::kUnary;
  int deadline = 0;  // 0: none
  std::optional<bool> wait_for_ready;
  int requests = 1;  // messages to write, for streaming requests
  int request_bytes = 8;
  bool metadata = false;
  bool initial_metadata_first = false;
  int prepare_delay = 0;        // between preparation and start of the call
  int poll_delay = 0;           // before the first poll of the queue
  int read_delay = 0;           // before each read
  int cancel_after = -1;        // -1: never
  int stop_reading = -1;        // reads only this number of messages. -1: all
  std::vector<StepPlan> steps;  // by attempt. The last one repeats
};

// Everything that one pair of runs depends on. A value, drawn from a seed.
struct Scenario {
  uint64_t seed = 0;
  Profile profile = Profile::kDefault;
  Fault fault = Fault::kNone;
  bool unlimited_stack = false;
  bool warm = true;  // the channel is connected before the first call
  Idempotency idempotency = Idempotency::kUnknown;
  bool hedged = false;
  bool fallback = false;
  bool busy = false;          // many callbacks that take their time
  bool interceptors = false;  // an interceptor that does nothing, below Baton
  int attempt_timeout = 0;    // 0: the default of the profile
  int default_timeout = 0;    // 0: the default of the profile
  int max_timeout = 0;        // 0: none
  int connection_wait = 0;    // the policy's max_connection_wait
  int restart_after = 0;      // for Fault::kRestart
  std::vector<CallPlan> earlier;  // one after the other, before the others
  std::vector<CallPlan> calls;    // at the same time. The first one is the call
};

// The wait before a hedge, in milliseconds.
inline constexpr int kHedgeDelay = 30;

// Returns the step of attempt `number`, from 1.
const StepPlan& StepOf(const CallPlan& call, int number);

// Returns the scenario of a seed. The same seed gives the same scenario.
Scenario DrawScenario(uint64_t seed, Profile profile);

// Returns the seed of pair `index` of a run.
uint64_t PairSeed(uint64_t seed, uint64_t index);

// Returns whether messages of this kind of call are a stream.
bool StreamsRequests(Kind kind);
bool StreamsResponses(Kind kind);

}  // namespace baton::harm

#endif  // BATON_TESTS_HARM_SCENARIO_H_
