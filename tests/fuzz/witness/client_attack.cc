// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/fuzz/witness/client_attack.h"

#include <cstddef>
#include <cstdint>
#include <future>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/call_log.h"
#include "baton/client.h"
#include "baton/core/report/printable_text.h"
#include "baton/rpc/channel/target_record.h"
#include "baton/target_gauges.h"
#include "grpcpp/grpcpp.h"
#include "tests/fuzz/fuzz_input.h"
#include "tests/fuzz/witness/hostile_script.h"
#include "tests/fuzz/witness/hostile_server.h"
#include "tests/fuzz/witness/transcript.h"
#include "tests/fuzz/witness/witness_server.h"
#include "tests/fuzz/witness/witness_telemetry.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/stream_forms.h"
#include "tests/support/patience.h"
#include "tests/support/real_time.h"

namespace baton::fuzz {
namespace {

constexpr absl::Duration kTimeout = absl::Milliseconds(15);
// The deadline needs a thread that runs.
constexpr absl::Duration kLateness = absl::Seconds(5);
constexpr UnaryForm kUnaryForms[] = {
    UnaryForm::kSync,     UnaryForm::kCqFinish, UnaryForm::kCqInitialMetadata,
    UnaryForm::kCallback, UnaryForm::kReactor,  UnaryForm::kGenericCallback};
constexpr StreamApi kStreamApis[] = {StreamApi::kSync, StreamApi::kQueue,
                                     StreamApi::kCallback};
constexpr StreamKind kStreamKinds[] = {StreamKind::kServer, StreamKind::kBidi};
constexpr std::size_t kForms =
    std::size(kUnaryForms) + std::size(kStreamApis) * std::size(kStreamKinds);

struct Choices {
  std::size_t form = 0;
  Api api = Api::kCallback;
  bool is_hedged = false;
  int calls = 1;
  bool sends_settings = true;
  bool has_transparent_retries = false;
};

Choices ReadChoices(absl::string_view line) {
  const auto letter = [&](std::size_t i) {
    return i < line.size() ? static_cast<uint8_t>(line[i]) : uint8_t{'a'};
  };
  Choices choices;
  choices.form = (letter(0) + 256U - 'a') % kForms;
  choices.api = kApis[(letter(1) + 256U - 'a') % std::size(kApis)];
  choices.is_hedged = letter(2) == 'h';
  if (letter(3) >= '1' && letter(3) <= '3') choices.calls = letter(3) - '0';
  choices.sends_settings = letter(4) != 'r';
  choices.has_transparent_retries = letter(5) == 't';
  return choices;
}

// Returns options for channels of the process: with telemetry, and with a call
// log that checks each text.
ClientOptions ObservedOptions(const WitnessTelemetry& telemetry) {
  ClientOptions options = OptionsOfWitness();
  options.telemetry = telemetry.telemetry();
  CallLogOptions all;
  all.max_lines_per_second = 1'000'000;
  options.observers = NewCallLog(
      [](const CallLogEntry& entry) {
        Require(core::IsPrintableText(entry.line),
                "each line of the call log is printable");
        RequirePrintableLines(MultiLine(entry.report));
      },
      all);
  return options;
}

// A witness with its server, and what it sees without the hostile server.
class Witness {
 public:
  // Destroyed at the end of the process, before the search for leaks.
  static Witness& Get() {
    static Witness witness;
    return witness;
  }

  const WitnessTelemetry& telemetry() const { return telemetry_; }
  std::string target() const { return server_.target(); }

  void RequireSameCall(Api api) {
    RequireSame(alone_[api], Call(api), PathOf(api));
  }
  void RequireGoodTelemetry() { telemetry_.RequireGood(server_.token()); }

 private:
  Witness() {
    for (const Api api : kApis) {
      // The first call also learns that the server has Baton.
      (void)Call(api);
      alone_[api] = Call(api);
      Require(absl::StrContains(alone_[api], "stop succeeded"),
              "the retry of the witness succeeds");
    }
  }

  std::string Call(Api api) {
    std::string text = server_.CallOfWitness(api);
    for (const TargetGauges& gauges : rpc::AllTargetGauges().Read()) {
      if (gauges.target != server_.target()) continue;
      absl::StrAppend(&text, "budget ", gauges.budget_level, " of ",
                      gauges.budget_capacity, " open breakers ",
                      gauges.open_breakers, "\n");
    }
    return text;
  }

  WitnessTelemetry telemetry_{PlantedDefect::kNone};
  WitnessServer server_{ServerOptions(), ObservedOptions(telemetry_), false};
  std::map<Api, std::string> alone_;
};

std::shared_ptr<grpc::Channel> NewHostileChannel(const std::string& target,
                                                 const Choices& choices,
                                                 PlantedDefect planted) {
  ClientOptions options = ObservedOptions(Witness::Get().telemetry());
  options.core_retries = choices.has_transparent_retries
                             ? CoreRetries::kTransparentOnly
                             : CoreRetries::kOff;
  MethodPolicy& method = options.policy.everything();
  method.deadline.min_attempt_time = absl::Milliseconds(1);
  if (choices.is_hedged) {
    method.hedge.max_attempts = 2;
    method.hedge.delay = absl::Milliseconds(1);
    method.hedge.max_extra_load_ratio = 1;
  }
  grpc::ChannelArguments arguments;
  // Each input starts without a connection.
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  if (planted == PlantedDefect::kSharedBudget) {
    ConfigureCoreRetries(*options.core_retries, &arguments);
    auto interceptors =
        ClientInterceptors(Witness::Get().target(), std::move(options));
    Require(interceptors.ok(), "the options are valid");
    return grpc::experimental::CreateCustomChannelWithInterceptors(
        target, grpc::InsecureChannelCredentials(), arguments,
        *std::move(interceptors));
  }
  auto channel = CreateChannel(target, grpc::InsecureChannelCredentials(),
                               std::move(options), arguments);
  Require(channel.ok(), "the options are valid");
  return *std::move(channel);
}

grpc::Status MakeCall(std::size_t form,
                      const std::shared_ptr<grpc::Channel>& channel,
                      const std::shared_ptr<grpc::ClientContext>& context) {
  if (form < std::size(kUnaryForms)) {
    const UnaryResult result =
        MakeUnaryCall(kUnaryForms[form], channel, context, RequestOf("x"));
    Require(result.ended, "each call ends");
    return result.status;
  }
  form -= std::size(kUnaryForms);
  return MakeStreamCall(kStreamApis[form % std::size(kStreamApis)],
                        kStreamKinds[form / std::size(kStreamApis)], channel,
                        *context, {"x", "y"})
      .status;
}

// Makes a call to the hostile server, while the witness makes a call of its
// own. Returns the most requests that the server may have seen.
int CallBoth(const Choices& choices,
             const std::shared_ptr<grpc::Channel>& channel) {
  const std::shared_ptr<grpc::ClientContext> context = NewContext(kTimeout);
  const Stopwatch watch;
  std::promise<absl::Duration> end;
  std::thread thread([&] {
    (void)MakeCall(choices.form, channel, context);
    end.set_value(watch.Elapsed());
  });
  Witness::Get().RequireSameCall(choices.api);
  std::future<absl::Duration> elapsed = end.get_future();
  Require(elapsed.wait_for(absl::ToChronoSeconds(kPatience)) ==
              std::future_status::ready,
          "each call ends");
  thread.join();
  Require(elapsed.get() < kTimeout + kLateness, "each call ends in time");
  const std::optional<CallReport> report = GetCallReport(*context);
  Require(report.has_value(), "each call has a report");
  Require(report->grant <= 2, "no value raises the grant of a call");
  const int most_attempts = 1 + report->grant;
  Require(static_cast<int>(report->attempts.size()) <= most_attempts,
          "no call makes more attempts than its grant allows");
  // gRPC may send each attempt a second time, if the server says that it has
  // not processed the first one.
  return (choices.has_transparent_retries ? 2 : 1) * most_attempts;
}

}  // namespace

void AttackClient(absl::string_view input, PlantedDefect planted) {
  static HostileServer server;
  auto lines = ScriptLines(input);
  const Choices choices = ReadChoices(lines.front());
  lines.erase(lines.begin());
  server.Play(LinesForClient(lines, choices.has_transparent_retries),
              choices.sends_settings);
  int most_requests = 0;
  {
    const auto channel = NewHostileChannel(server.target(), choices, planted);
    for (int i = 0; i < choices.calls; ++i) {
      most_requests += CallBoth(choices, channel);
    }
  }
  Require(server.Stop() <= most_requests, "the amplification bound");
  Witness::Get().RequireSameCall(choices.api);
  Witness::Get().RequireGoodTelemetry();
}

}  // namespace baton::fuzz
