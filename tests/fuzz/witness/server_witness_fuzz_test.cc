// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// A hostile peer writes HTTP/2 frames to a complete server with Baton. The
// input is its script (see hostile_script.h). A witness makes calls beside it.
// Each call of the witness must be the same as without the hostile peer:
// status, attempts, stop reason, metadata and grants. No request may raise a
// limit, and the server may neither crash nor hang.
//
// The first line of the input has one letter for each of four choices: the API
// of the witness's handlers ("a" to "d"), "r" for a raw start without preface,
// the end of the connection ("f", "r" or "h"), and "s" for the server that
// strips the header of all callers. The peer's own steps:
//
//   A    waits until the server has read all bytes so far
//   B    ends the connection and opens another one
//   E    half-closes the connection
//   O    the witness makes a call
//   Z    sends the bytes so far in their own packet

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "baton/idempotency/memory_replay_store.h"
#include "baton/server.h"
#include "baton/telemetry.h"
#include "tests/fuzz/fuzz_input.h"
#include "tests/fuzz/witness/hostile_script.h"
#include "tests/fuzz/witness/hostile_socket.h"
#include "tests/fuzz/witness/transcript.h"
#include "tests/fuzz/witness/witness_server.h"
#include "tests/rpc/support/raw_http2_server.h"
#include "tests/support/telemetry/metric_recorder.h"
#include "tests/support/telemetry/span_recorder.h"

namespace baton::fuzz {
namespace {

constexpr int kMaxGrant = 3;
constexpr int kMaxConnections = 4;
constexpr int kMaxWitnessCalls = 4;
constexpr int kMaxWaits = 4;
// Long enough for a server that answers at all. It does not answer a ping that
// it reads as a part of a broken frame.
constexpr absl::Duration kPingBound = absl::Milliseconds(10);
constexpr absl::Duration kCloseBound = absl::Milliseconds(200);
constexpr char kPreface[] = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

std::shared_ptr<Telemetry> NewTelemetry() {
  static SpanRecorder& spans = *new SpanRecorder;
  static MetricRecorder& metrics = *new MetricRecorder;
  TelemetryOptions options;
  options.tracing.provider = spans.provider();
  options.tracing.recorded_metadata = {"fail", "user-agent"};
  options.metering.provider = metrics.provider();
  return OpenTelemetry(options);
}

ServerOptions Options(InboundGrantOptions::Trust trust) {
  ServerOptions options;
  options.inbound_grant.trust = trust;
  options.inbound_grant.max_grant = kMaxGrant;
  options.expired_requests.mode = Mode::kEnforce;
  options.replay_store = NewMemoryReplayStore();
  options.telemetry = NewTelemetry();
  return options;
}

// Only the server can keep the witness from a retry.
ClientOptions Unlimited() {
  ClientOptions options = OptionsOfWitness();
  options.policy.process_budget = ProcessBudgetOptions::Unlimited();
  options.policy.retry_breaker.enabled = false;
  return options;
}

// A server, and what its witness sees without hostile peers.
struct Scene {
  WitnessServer server;
  std::map<Api, std::string> alone;

  Scene(InboundGrantOptions::Trust trust, bool fails_with_any_code)
      : server(Options(trust), Unlimited(), fails_with_any_code) {
    for (const Api api : kApis) {
      // The first call also learns that the server has Baton.
      (void)server.CallOfWitness(api);
      alone[api] = server.CallOfWitness(api);
      Require(absl::StrContains(alone[api], "stop succeeded"),
              "the retry of the witness succeeds");
    }
  }

  void RequireWitness(Api api) {
    RequireSame(alone[api], server.CallOfWitness(api), PathOf(api));
  }
};

// Destroyed at the end of the process, before the search for leaks. A caller
// that the server believes can close the retry ratio limit of a method with
// failures that clients retry. So only strangers may cause such failures.
Scene& SceneOf(bool strips) {
  static Scene clamping(InboundGrantOptions::Trust::kClamp, false);
  static Scene stripping(InboundGrantOptions::Trust::kStrip, true);
  return strips ? stripping : clamping;
}

class Attack {
 public:
  explicit Attack(absl::string_view choices)
      : api_(kApis[(static_cast<uint8_t>(Choice(choices, 0)) + 256U - 'a') %
                   std::size(kApis)]),
        is_raw_(Choice(choices, 1) == 'r'),
        end_(Choice(choices, 2)),
        scene_(SceneOf(Choice(choices, 3) == 's')) {
    Open();
  }

  void Run(const std::vector<HostileStep>& steps) {
    for (const HostileStep& step : steps) {
      socket_->Send(step.bytes);
      Act(step.action);
    }
    AwaitPing();
    scene_.RequireWitness(api_);
    Close();
    scene_.RequireWitness(api_);
  }

 private:
  static char Choice(absl::string_view choices, std::size_t i) {
    return i < choices.size() ? choices[i] : '\0';
  }

  void Act(char action) {
    if (action == 'A') AwaitPing();
    if (action == 'E') socket_->CloseSending();
    if (action == 'O' && ++witness_calls_ < kMaxWitnessCalls) {
      scene_.RequireWitness(api_);
    }
    if (action == 'B' && connections_ < kMaxConnections) {
      Close();
      Open();
    }
  }

  void Open() {
    ++connections_;
    socket_ = std::make_unique<HostileSocket>(
        HostileSocket::Connect(scene_.server.port()));
    if (is_raw_) return;
    socket_->Send(absl::StrCat(kPreface, rpc::Http2Frame(4, 0, 0, "")));
  }

  void AwaitPing() {
    if (++waits_ > kMaxWaits) return;
    const std::string number =
        rpc::BigEndian32(static_cast<uint32_t>(waits_)) + "ping";
    socket_->Send(rpc::Http2Frame(6, 0, 0, number));
    socket_->Await(rpc::Http2Frame(6, 1, 0, number), kPingBound);
  }

  void Close() {
    if (end_ == 'r') {
      socket_->Reset();
    } else if (end_ == 'h') {
      socket_->CloseSending();
      while (socket_->Receive(kCloseBound)) {
      }
    }
    socket_ = nullptr;
  }

  const Api api_;
  const bool is_raw_;
  const char end_;
  Scene& scene_;
  int connections_ = 0;
  int waits_ = 0;
  int witness_calls_ = 0;
  std::unique_ptr<HostileSocket> socket_;
};

}  // namespace
}  // namespace baton::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace baton::fuzz;  // NOLINT(google-build-using-namespace)
  auto lines = ScriptLines(TextOf(data, size));
  Attack attack(lines.front());
  lines.erase(lines.begin());
  attack.Run(ReadScript(lines, UsualRequest(PathOf(Api::kCallback)), 1));
  return 0;
}
