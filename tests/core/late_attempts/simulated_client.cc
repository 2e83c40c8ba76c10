// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/late_attempts/simulated_client.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "baton/attempt_outcome.h"
#include "baton/core/decision/call_progress.h"
#include "baton/core/decision/final_result.h"
#include "baton/core/decision/late_attempt.h"
#include "baton/decision.h"

namespace baton::late_attempts {
namespace {

// All answers of a client arrive through the same lane.
constexpr uint64_t kLane = 0;

class Call;

// One attempt of a call, which it keeps alive while it runs.
class Attempt final : public Request {
 public:
  Attempt(std::shared_ptr<Call> call, uint64_t seed, MonotonicTime now)
      : Request(seed), started_at(now), call_(std::move(call)) {}

  bool IsCancelled() const override { return call_ == nullptr; }
  void Reply(absl::StatusCode code) override;
  void End() { call_ = nullptr; }

  const MonotonicTime started_at;
  int forwarded = 0;
  bool is_first = false;
  bool is_second = false;  // it started beside a late one
  absl::Duration late_after = absl::InfiniteDuration();

 private:
  std::shared_ptr<Call> call_;
};

// One call in flight. Connects the decisions of core as CallLedger, LateChecks
// and RunningAttempts of rpc do. Owned by its events and attempts.
class Call : public std::enable_shared_from_this<Call> {
 public:
  Call(const CallContext& context, Client& client, uint64_t seed,
       CallResult& result)
      : context_(context),
        client_(client),
        seeds_(seed),
        result_(result),
        progress_(context.loop.Now(),
                  Deadline::After(context.loop.Now(), context.world.deadline),
                  core::CallGrant(client.method.retry.edge_grant,
                                  client.method.retry.owner,
                                  /*callee_participates=*/true)) {}

  void Start() {
    context_.loop.At(progress_.deadline.time(),
                     [self = shared_from_this()] { self->OnDeadline(); });
    StartAttempt(/*is_second=*/false);
  }

  void OnReply(Attempt& attempt, absl::StatusCode code) {
    AttemptOutcome outcome;
    outcome.code = code;
    client_.target_drops_cancelled_work = context_.world.drops_cancelled_work;
    RecordEnd(attempt, outcome);
    Remove(attempt);
    if (code == absl::StatusCode::kOk) {
      client_.newest_answer.Record(attempt.started_at, kLane);
      client_.latency.Record(Time() - attempt.started_at, Time(), kLane);
      return End(code);
    }
    if (!running_.empty()) return;
    if (client_.strategy == Strategy::kNoRetries) return End(code);
    const Decision decision =
        client_.decider.Decide(outcome, Time(), client_.jitter, progress_);
    if (!decision.retry) return End(code);
    waits_for_ = decision.cost;
    context_.loop.After(decision.delay, [self = shared_from_this()] {
      if (self->ended_) return;
      self->waits_for_.reset();
      self->StartAttempt(/*is_second=*/false);
    });
  }

 private:
  using AttemptPtr = std::shared_ptr<Attempt>;

  MonotonicTime Time() const { return context_.loop.Now(); }

  void StartAttempt(bool is_second) {
    const auto attempt = std::make_shared<Attempt>(shared_from_this(),
                                                   seeds_.NextBits(), Time());
    attempt->is_first = progress_.grant.attempts() == 0;
    attempt->is_second = is_second;
    attempt->forwarded = progress_.grant.StartAttempt();
    ++result_.attempts;
    running_.push_back(attempt);
    Watch(attempt);
    const std::size_t replica =
        client_.next_replica++ % context_.replicas.size();
    context_.replicas[replica]->Handle(attempt);
  }

  int AttemptsLeft() const {
    const core::CallGrant& grant = progress_.grant;
    const int by_policy =
        client_.method.retry.max_attempts - grant.attempts() + 1;
    const int by_grant = grant.granted() - grant.used() + 1;
    return std::max(std::min(by_policy, by_grant), 1);
  }

  // Only the newest attempt is watched.
  void Watch(const AttemptPtr& attempt) {
    if (client_.strategy == Strategy::kNoRetries) return;
    watched_ = attempt.get();
    attempt->late_after = core::FirstCheckAge(
        client_.latency.Summary(Time()), progress_.deadline.Remaining(Time()),
        AttemptsLeft());
    CheckAt(attempt, attempt->started_at + attempt->late_after);
  }

  void CheckAt(const AttemptPtr& attempt, MonotonicTime time) {
    if (progress_.deadline.HasPassed(time)) return;
    context_.loop.At(time, [self = shared_from_this(), attempt] {
      if (self->watched_ == attempt.get()) self->Check(attempt);
    });
  }

  void Check(const AttemptPtr& attempt) {
    const Strategy strategy = client_.strategy;
    core::LateAttempt late;
    late.age = Time() - attempt->started_at;
    late.latency = client_.latency.Summary(Time());
    late.was_overtaken = strategy == Strategy::kIgnoresOvertaking ||
                         client_.newest_answer.AnyAfter(
                             core::OvertakenSince(attempt->started_at, Time()));
    late.drops_cancelled_work = strategy == Strategy::kIgnoresKeptWork ||
                                client_.target_drops_cancelled_work;
    if (core::AdmitSecondAttempt(client_.method, late, client_.limits(), Time(),
                                 progress_)
            .has_value()) {
      CheckAt(attempt, attempt->started_at + core::NextCheckAge(late.age));
      return;
    }
    had_second_attempt_ = true;
    StartAttempt(/*is_second=*/true);
  }

  void RecordEnd(const Attempt& attempt, const AttemptOutcome& outcome) {
    progress_.grant.EndAttempt(attempt.forwarded, std::nullopt);
    const OutcomeClass outcome_class = client_.classifier.Classify(outcome);
    const bool helped = core::ShowsHealth(outcome, outcome_class);
    if (helped) {
      client_.breakers().OnSuccess(attempt.started_at, Time());
    } else if (core::IsFailureForBreakers(outcome, outcome_class)) {
      client_.breakers().OnFailure({attempt.started_at, Time()});
    }
    if (attempt.is_first) first_was_final_ = helped;
    saved_quickly_ = helped && attempt.is_second &&
                     Time() - attempt.started_at < attempt.late_after;
  }

  // Removes an attempt that has ended. If it was watched, no other attempt is
  // watched in its place.
  void Remove(Attempt& attempt) {
    const auto found = std::find_if(
        running_.begin(), running_.end(),
        [&](const AttemptPtr& running) { return running.get() == &attempt; });
    if (watched_ == &attempt) watched_ = nullptr;
    attempt.End();
    running_.erase(found);
  }

  // gRPC ends the attempts of a call at the same time, in any order. The first
  // one to end ends the call.
  void OnDeadline() {
    if (ended_) return;
    AttemptOutcome expired;
    expired.code = absl::StatusCode::kDeadlineExceeded;
    expired.origin = AttemptOrigin::kCallDeadline;
    if (waits_for_.has_value()) {
      client_.budget.ReturnUnsent(*waits_for_, progress_.spending,
                                  &client_.account);
      progress_.grant.ReleaseAttempt();
    } else {
      const double drawn = seeds_.Next() * static_cast<double>(running_.size());
      RecordEnd(*running_[static_cast<std::size_t>(drawn)], expired);
    }
    End(expired.code);
  }

  void End(absl::StatusCode code) {
    ended_ = true;
    for (const AttemptPtr& attempt : running_) {
      progress_.grant.EndAttempt(attempt->forwarded, std::nullopt);
      attempt->End();
    }
    running_.clear();
    watched_ = nullptr;
    result_.succeeded = code == absl::StatusCode::kOk;
    if (!result_.succeeded) return;
    if (had_second_attempt_) {
      if (saved_quickly_) {
        client_.budget.OnCallSaved(progress_.spending, &client_.account);
      }
    } else if (first_was_final_) {
      client_.budget.OnFirstAttemptSuccess(&client_.account);
    } else {
      client_.budget.OnCallSaved(progress_.spending, &client_.account);
    }
  }

  const CallContext context_;
  Client& client_;
  Draws seeds_;
  CallResult& result_;
  core::CallProgress progress_;
  std::vector<AttemptPtr> running_;
  const Attempt* watched_ = nullptr;
  bool ended_ = false;
  bool first_was_final_ = false;
  bool had_second_attempt_ = false;
  bool saved_quickly_ = false;
  // The cost of the attempt that the call waits for.
  std::optional<RetryCost> waits_for_;
};

void Attempt::Reply(absl::StatusCode code) {
  if (const std::shared_ptr<Call> call = call_) call->OnReply(*this, code);
}

}  // namespace

Client::Client(Strategy client_strategy, const Policy& policy,
               std::size_t replica, uint64_t seed)
    : strategy(client_strategy),
      method(policy.everything()),
      classifier(method.retry.classifier),
      budget(policy.process_budget, MonotonicTime()),
      decider(method, classifier, limits()),
      jitter(seed),
      next_replica(replica) {}

void StartCall(const CallContext& context, Client& client, uint64_t seed,
               CallResult& result) {
  std::make_shared<Call>(context, client, seed, result)->Start();
}

}  // namespace baton::late_attempts
