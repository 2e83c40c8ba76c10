// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/harm/scenario.h"

#include <algorithm>
#include <cstddef>
#include <random>

namespace baton::harm {
namespace {

using ::grpc::StatusCode;

// Draws the parts of a scenario. The order of the draws is part of the meaning
// of a seed.
class Dice {
 public:
  explicit Dice(uint64_t seed) : engine_(seed) {}

  int Below(int bound) {
    return static_cast<int>(engine_() % static_cast<uint64_t>(bound));
  }
  bool Percent(int chance) { return Below(100) < chance; }
  int Between(int low, int high) { return low + Below(high - low + 1); }

 private:
  std::mt19937_64 engine_;
};

StatusCode FailureCode(Dice& dice) {
  static constexpr StatusCode kCodes[] = {StatusCode::UNAVAILABLE,
                                          StatusCode::UNAVAILABLE,
                                          StatusCode::UNAVAILABLE,
                                          StatusCode::RESOURCE_EXHAUSTED,
                                          StatusCode::NOT_FOUND,
                                          StatusCode::INVALID_ARGUMENT,
                                          StatusCode::CANCELLED,
                                          StatusCode::DEADLINE_EXCEEDED,
                                          StatusCode::INTERNAL,
                                          StatusCode::UNKNOWN,
                                          StatusCode::FAILED_PRECONDITION,
                                          StatusCode::ABORTED};
  return kCodes[dice.Below(12)];
}

bool IsTransient(const StepPlan& step) {
  return step.cut || step.code == StatusCode::UNAVAILABLE ||
         step.code == StatusCode::RESOURCE_EXHAUSTED;
}

StepPlan DrawStep(Dice& dice, Kind kind, bool strict, int failures) {
  StepPlan step;
  const int slowness = dice.Below(10);
  if (slowness >= 5) step.latency = dice.Between(1, 12);
  if (slowness >= 8) step.latency = dice.Between(40, 130);
  step.headers_first = dice.Percent(20);
  step.initial_metadata = dice.Percent(25);
  step.reads_all = dice.Percent(80);
  if (dice.Percent(10)) step.bytes = dice.Between(1, 200 << 10);
  if (StreamsResponses(kind)) step.messages = dice.Below(6);
  if (!dice.Percent(failures)) return step;

  if (dice.Percent(10)) {
    step.cut = true;
    return step;
  }
  if (dice.Percent(6)) {
    step.silent = true;
    return step;
  }
  step.code = FailureCode(dice);
  step.message = "failed";
  if (dice.Percent(60)) step.messages = 0;
  if (dice.Percent(15)) step.details = "details";
  if (dice.Percent(20)) step.pushback = dice.Percent(30) ? -1 : dice.Below(15);
  if (dice.Percent(10)) {
    step.retry_info = dice.Below(15);
    step.details.clear();
  }
  if (strict) step.latency = std::min(step.latency, 12);
  return step;
}

// In the strict profile a retry never fails later than the first attempt did,
// because the retries of a call that has failed once succeed at once.
void LetRetriesSucceed(CallPlan& call) {
  if (!IsTransient(call.steps.front())) return;
  StepPlan last;
  last.bytes = call.steps.front().bytes;
  call.steps.resize(1);
  call.steps.push_back(last);
}

bool MayNeverEnd(const CallPlan& call, Fault fault) {
  if (fault == Fault::kSilence) return true;
  if (fault != Fault::kNone && call.wait_for_ready == true) return true;
  return std::any_of(call.steps.begin(), call.steps.end(),
                     [](const StepPlan& step) { return step.silent; });
}

CallPlan DrawCall(Dice& dice, Fault fault, bool strict) {
  CallPlan call;
  call.api = static_cast<Api>(dice.Below(4));
  call.kind =
      dice.Percent(55) ? Kind::kUnary : static_cast<Kind>(dice.Between(1, 3));
  const int attempts = dice.Between(1, 3);
  for (int i = 0; i < attempts; ++i) {
    call.steps.push_back(DrawStep(dice, call.kind, strict, i == 0 ? 50 : 40));
  }
  switch (dice.Below(4)) {
    case 0:
      call.deadline = dice.Between(150, 300);
      break;
    case 1:
    case 2:
      call.deadline = 2000;
      break;
    default:
      break;
  }
  if (dice.Percent(15)) call.wait_for_ready = dice.Percent(60);
  if (StreamsRequests(call.kind)) call.requests = dice.Between(0, 5);
  if (dice.Percent(10)) call.request_bytes = dice.Between(1, 300 << 10);
  call.metadata = dice.Percent(30);
  call.initial_metadata_first = dice.Percent(35);
  if (dice.Percent(8)) call.prepare_delay = dice.Between(5, 90);
  if (dice.Percent(15)) call.poll_delay = dice.Between(2, 12);
  if (dice.Percent(9)) {
    // The response waits in the queue until shortly before the deadline.
    call.poll_delay = dice.Between(70, 140);
    call.deadline = call.poll_delay + dice.Between(60, 150);
  }
  if (dice.Percent(20)) call.read_delay = dice.Between(1, 6);
  if (dice.Percent(8)) call.cancel_after = dice.Percent(30) ? 0 : 25;
  // A server that does not read long requests could block both sides.
  for (StepPlan& step : call.steps) {
    if (call.request_bytes > 1000) step.reads_all = true;
  }
  if (strict) LetRetriesSucceed(call);
  if (StreamsResponses(call.kind) && dice.Percent(4) &&
      (call.api == Api::kCallback || call.api == Api::kQueue)) {
    // The server cuts the connection while messages are unread.
    StepPlan step;
    step.messages = 5;
    step.latency = 20;
    step.cut = true;
    step.headers_first = true;
    call.steps = {step};
    call.stop_reading = 1;
    call.cancel_after = -1;
  }
  if (MayNeverEnd(call, fault) && call.cancel_after < 0 &&
      (call.deadline == 0 || call.deadline > 300)) {
    call.deadline = dice.Between(100, 250);
  }
  return call;
}

// Returns a short call of the same channel that surrounds the others.
CallPlan DrawSmallCall(Dice& dice, Fault fault, bool strict) {
  CallPlan call = DrawCall(dice, fault, strict);
  for (StepPlan& step : call.steps) step.latency = std::min(step.latency, 12);
  call.poll_delay = 0;
  call.prepare_delay = 0;
  call.stop_reading = -1;
  return call;
}

// Leaves out what the strict profile must not contain: retries that fail later
// than the first attempt, for a reason of the scenario.
void LetRetriesHelp(Scenario& scenario) {
  const bool scripted =
      scenario.fault == Fault::kNone || scenario.fault == Fault::kRestart;
  for (auto* calls : {&scenario.earlier, &scenario.calls}) {
    for (CallPlan& call : *calls) {
      if (scenario.fault == Fault::kGoaway ||
          scenario.fault == Fault::kRefusedStream) {
        call.wait_for_ready.reset();
      }
      const bool fails = scenario.hedged && IsTransient(call.steps.front());
      // Without a script, only the fallback channel answers. After a restart,
      // the first attempt to arrive may be the second.
      if (fails || !scripted || scenario.fault == Fault::kRestart) {
        call.steps = {StepPlan()};
      }
      // A cut of the connection by another call may cause a retry, too.
      call.steps.resize(1);
      call.steps.emplace_back();
    }
  }
}

// Returns calls whose callbacks occupy all threads of gRPC's callback API.
std::vector<CallPlan> BusyCallbacks(Dice& dice) {
  CallPlan call;
  call.api = Api::kCallback;
  call.deadline = dice.Between(400, 900);
  call.poll_delay = dice.Between(20, 50);
  call.steps.emplace_back();
  return std::vector<CallPlan>(static_cast<std::size_t>(dice.Between(6, 16)),
                               call);
}

// Returns a call that is prepared for longer than the default timeout.
CallPlan PreparedCall() {
  CallPlan call;
  call.api = Api::kQueue;
  call.prepare_delay = 80;
  call.steps.emplace_back();
  return call;
}

Fault DrawFault(Dice& dice) {
  if (dice.Percent(75)) return Fault::kNone;
  return static_cast<Fault>(dice.Between(1, 7));
}

// Hedges and their first attempts get the same answers. Otherwise the call may
// rightly fail with the answer of the hedge.
void UseOneAnswer(std::vector<CallPlan>& calls) {
  for (CallPlan& call : calls) call.steps.resize(1);
}

void DrawPolicy(Dice& dice, Scenario& scenario) {
  const bool strict = scenario.profile == Profile::kStrict;
  const int idempotency = dice.Below(10);
  if (idempotency >= 4) scenario.idempotency = Idempotency::kIdempotent;
  if (idempotency >= 8) scenario.idempotency = Idempotency::kNoSideEffects;
  if (idempotency == 3) scenario.idempotency = Idempotency::kNotIdempotent;
  const bool repeatable = IsIdempotent(scenario.idempotency);
  scenario.hedged = repeatable && dice.Percent(12);
  scenario.fallback = repeatable && dice.Percent(12);
  scenario.interceptors = dice.Percent(20);
  const bool timeouts = dice.Percent(6);
  const int draw = dice.Below(3);
  if (!strict && timeouts) {
    if (draw == 0) scenario.attempt_timeout = 60;
    if (draw == 1) scenario.default_timeout = 60;
    if (draw == 2) scenario.max_timeout = 60;
  }
  if (!strict) scenario.connection_wait = dice.Percent(80) ? 80 : 0;
}

// A cut ends all calls of the connection. If only a second attempt meets it,
// the calls beside it have no cut on bare gRPC.
void CutOnlyFirstAttempts(std::vector<CallPlan>& calls) {
  for (CallPlan& call : calls) {
    for (std::size_t i = 1; i < call.steps.size(); ++i) {
      call.steps[i].cut = false;
    }
  }
}

}  // namespace

bool StreamsRequests(Kind kind) {
  return kind == Kind::kClientStream || kind == Kind::kBidi;
}

bool StreamsResponses(Kind kind) {
  return kind == Kind::kServerStream || kind == Kind::kBidi;
}

const StepPlan& StepOf(const CallPlan& call, int number) {
  const auto index = static_cast<std::size_t>(std::max(number, 1) - 1);
  return call.steps[std::min(index, call.steps.size() - 1)];
}

uint64_t PairSeed(uint64_t seed, uint64_t index) {
  // The finalizer of SplitMix64.
  uint64_t mixed = seed * 0x9e3779b97f4a7c15u + index + 1;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
  return mixed ^ (mixed >> 31);
}

Scenario DrawScenario(uint64_t seed, Profile profile) {
  Dice dice(seed);
  Scenario scenario;
  scenario.seed = seed;
  scenario.profile = profile;
  const bool strict = profile == Profile::kStrict;
  scenario.unlimited_stack = dice.Percent(8);
  scenario.fault = DrawFault(dice);
  scenario.warm = dice.Percent(75);
  scenario.restart_after = dice.Between(20, 60);
  DrawPolicy(dice, scenario);

  const bool scripted =
      scenario.fault == Fault::kNone || scenario.fault == Fault::kRestart;
  scenario.calls.push_back(DrawCall(dice, scenario.fault, strict));
  if (scripted && dice.Percent(30)) {
    const int others = dice.Between(1, 3);
    for (int i = 0; i < others; ++i) {
      scenario.calls.push_back(DrawSmallCall(dice, scenario.fault, strict));
    }
  }
  if (scripted && dice.Percent(25)) {
    const int others = dice.Between(1, 3);
    for (int i = 0; i < others; ++i) {
      scenario.earlier.push_back(DrawSmallCall(dice, Fault::kNone, strict));
    }
  }
  if (scripted && scenario.default_timeout > 0 && dice.Percent(40)) {
    scenario.calls = {PreparedCall()};
  }
  if (scripted && dice.Percent(3)) {
    scenario.busy = true;
    scenario.calls = BusyCallbacks(dice);
  }
  if (scenario.hedged) {
    UseOneAnswer(scenario.earlier);
    UseOneAnswer(scenario.calls);
  }
  if (strict) LetRetriesHelp(scenario);
  if (scenario.earlier.size() + scenario.calls.size() > 1) {
    CutOnlyFirstAttempts(scenario.earlier);
    CutOnlyFirstAttempts(scenario.calls);
  }
  int id = 0;
  for (CallPlan& call : scenario.earlier) call.id = ++id;
  for (CallPlan& call : scenario.calls) call.id = ++id;
  return scenario;
}

}  // namespace baton::harm
