// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/fuzz/witness/server_attack.h"

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
#include "tests/fuzz/fuzz_input.h"
#include "tests/fuzz/witness/hostile_script.h"
#include "tests/fuzz/witness/hostile_socket.h"
#include "tests/fuzz/witness/transcript.h"
#include "tests/fuzz/witness/witness_server.h"
#include "tests/fuzz/witness/witness_telemetry.h"
#include "tests/rpc/support/raw_http2_server.h"

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

ServerOptions Options(InboundGrantOptions::Trust trust,
                      const WitnessTelemetry& telemetry) {
  ServerOptions options;
  options.inbound_grant.trust = trust;
  options.inbound_grant.max_grant = kMaxGrant;
  options.expired_requests.mode = Mode::kEnforce;
  options.replay_store = NewMemoryReplayStore();
  options.telemetry = telemetry.telemetry();
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
  WitnessTelemetry telemetry;
  WitnessServer server;
  std::map<Api, std::string> alone;

  Scene(InboundGrantOptions::Trust trust, bool fails_with_any_code,
        PlantedDefect planted)
      : telemetry(planted),
        server(Options(trust, telemetry), Unlimited(), fails_with_any_code) {
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
    telemetry.RequireGood(server.token());
  }
};

// Destroyed at the end of the process, before the search for leaks. A caller
// that the server believes can close the retry ratio limit of a method with
// failures that clients retry. So only strangers may cause such failures.
Scene& SceneOf(bool strips, PlantedDefect planted) {
  using Trust = InboundGrantOptions::Trust;
  static Scene clamping(Trust::kClamp, false, planted);
  static Scene stripping(planted == PlantedDefect::kUntrustedEvidence
                             ? Trust::kClamp
                             : Trust::kStrip,
                         true, planted);
  return strips ? stripping : clamping;
}

class Attack {
 public:
  Attack(absl::string_view choices, PlantedDefect planted)
      : api_(kApis[(static_cast<uint8_t>(Choice(choices, 0)) + 256U - 'a') %
                   std::size(kApis)]),
        is_raw_(Choice(choices, 1) == 'r'),
        end_(Choice(choices, 2)),
        scene_(SceneOf(Choice(choices, 3) == 's', planted)) {
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

void AttackServer(absl::string_view input, PlantedDefect planted) {
  auto lines = ScriptLines(input);
  Attack attack(lines.front(), planted);
  lines.erase(lines.begin());
  attack.Run(ReadScript(lines, UsualRequest(PathOf(Api::kCallback)), 1));
}

}  // namespace baton::fuzz
