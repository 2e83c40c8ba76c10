// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdlib>
#include <new>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/attempt_outcome.h"
#include "baton/classifier.h"
#include "baton/core/decision/call_grant.h"
#include "baton/core/decision/call_progress.h"
#include "baton/core/decision/inbound_grant_resolver.h"
#include "baton/core/decision/retry_decider.h"
#include "baton/core/limits/process_budget.h"
#include "baton/core/wire/pushback_parser.h"
#include "baton/core/wire/retry_advice_codec.h"
#include "baton/core/wire/retry_budget_codec.h"
#include "baton/deadline.h"
#include "baton/inbound_grant.h"
#include "baton/monotonic_time.h"
#include "baton/policy/inbound_grant_options.h"
#include "baton/policy/method_policy.h"
#include "baton/policy/owner.h"
#include "baton/policy/policy.h"
#include "baton/status_classifier.h"
#include "gtest/gtest.h"
#include "tests/support/fake_uniform.h"
#include "tests/support/outcomes.h"
#include "tests/support/policies.h"
#include "tests/support/target.h"

// Code on the path of every call must not allocate. The whole binary allocates
// through the counting functions below.
namespace {

thread_local std::size_t allocations = 0;

void* CountedAllocation(std::size_t size) {
  ++allocations;
  void* const memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) std::abort();
  return memory;
}

}  // namespace

void* operator new(std::size_t size) { return CountedAllocation(size); }
void* operator new[](std::size_t size) { return CountedAllocation(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace baton::core {
namespace {

const MonotonicTime kNow = MonotonicTime::FromOrigin(absl::Hours(5));

template <typename Work>
std::size_t AllocationsOf(Work work) {
  const std::size_t before = allocations;
  work();
  return allocations - before;
}

TEST(AllocationTest, CounterSeesAnAllocation) {
  // Not a new-expression, because the compiler may remove that.
  EXPECT_EQ(AllocationsOf([] { ::operator delete(::operator new(4)); }), 1u);
}

TEST(AllocationTest, DecisionAllocatesNothing) {
  MethodPolicy policy = support::MethodPolicyBuilder().Idempotent();
  policy.retry.classifier.rules = {
      {"A_REASON_TOO_LONG_FOR_THE_STRING_ITSELF", OutcomeClass::kPermanent}};
  const StatusClassifier classifier(policy.retry.classifier);
  support::Target target(kNow);
  const RetryDecider decider(policy, classifier, target.limits());
  support::FakeUniform uniform({0.5});
  for (const AttemptOutcome& outcome :
       {AttemptOutcome(support::Ok()), AttemptOutcome(support::Unavailable()),
        AttemptOutcome(
            support::Unavailable().WithPushback(absl::Milliseconds(100))),
        AttemptOutcome(support::Unavailable().WithReason(
            "ANOTHER_REASON_TOO_LONG_FOR_THE_STRING"))}) {
    EXPECT_EQ(AllocationsOf([&] {
                CallProgress progress(kNow,
                                      Deadline::After(kNow, absl::Seconds(1)),
                                      CallGrant(2, Owner(), true));
                progress.grant.StartAttempt();
                decider.Decide(outcome, kNow, uniform, progress);
              }),
              0u);
  }
}

TEST(AllocationTest, CodecsAllocateNothing) {
  const absl::string_view header = "g=1,n=1,h=3,k=r,w=unavailable";
  const absl::string_view advice = "r=after,ms=120,w=overload,u=0";
  const absl::string_view malformed = "g=2,n=0,h=sixteen";
  const absl::string_view pushback = "250";
  EXPECT_EQ(
      AllocationsOf([&] {
        char buffer[kRetryBudgetBytes];
        EncodeRetryBudget(DecodeRetryBudget({&header, 1}).header, buffer);
        DecodeRetryBudget({&malformed, 1});
        char advice_buffer[kRetryAdviceBytes];
        EncodeRetryAdvice(*DecodeRetryAdvice({&advice, 1}), advice_buffer);
        DecodeRetryAdvice({&malformed, 1});
        ParsePushback({&pushback, 1});
      }),
      0u);
}

TEST(AllocationTest, InboundGrantAllocatesNothing) {
  const absl::string_view header = "g=1,n=1,h=3";
  const InboundGrantOptions options;
  InboundEvidence evidence;
  evidence.header_values = {&header, 1};
  evidence.previous_rpc_attempts = "1";
  evidence.envoy_attempt_count = "1";
  EXPECT_EQ(AllocationsOf([&] { ResolveInboundGrant(options, evidence); }), 0u);
}

TEST(AllocationTest, BudgetAllocatesNothing) {
  ProcessBudget budget(ProcessBudgetOptions(), kNow);
  EXPECT_EQ(AllocationsOf([&] {
              BudgetSpending spending;
              budget.TryWithdraw(RetryCost::kTransient, kNow, spending);
              budget.ReturnUnsent(RetryCost::kTransient, spending);
              budget.OnFirstAttemptSuccess();
            }),
            0u);
}

TEST(AllocationTest, LookingUpAPolicyAllocatesNothing) {
  Policy policy;
  policy.SetService("a.package.of.some.length.v1.Service", MethodPolicy());
  policy.SetMethod("a.package.of.some.length.v1.Service", "Method",
                   MethodPolicy());
  EXPECT_EQ(AllocationsOf([&] {
              policy.Find("/a.package.of.some.length.v1.Service/Method");
              policy.Find("/a.package.of.some.length.v1.Service/Other");
              policy.Find("/another.package.of.some.length.v1.Other/Other");
            }),
            0u);
}

}  // namespace
}  // namespace baton::core
