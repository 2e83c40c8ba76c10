// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_HARM_ENDS_H_
#define BATON_TESTS_HARM_ENDS_H_

#include "tests/harm/outcome.h"
#include "tests/harm/scenario.h"

// Calls that end in another way than on bare gRPC, as
// docs/differences-from-grpc.md says.
namespace baton::harm {

// Returns whether gRPC ended both calls because the application cancelled them.
bool IsSameCancel(const CallPlan& plan, const CallOutcome& bare,
                  const CallOutcome& call);

// Returns whether the application cancels the call before it polls its queue.
// Bare gRPC then reads what had arrived before only if another thread polls.
bool IsCancelledBeforePoll(const CallPlan& plan);

// Returns whether the application cancelled the call at the moment at which
// bare gRPC ended it, or read its last message. Each of both may come first.
bool CancelRaces(const CallPlan& plan, const CallOutcome& bare,
                 const CallOutcome& call);

// Returns whether both calls failed, and the documentation says why their ends
// differ:
//
// - The connection broke before the application polled its queue. Bare gRPC
//   noticed that only when the deadline had passed, or after the application
//   had cancelled the call.
// - The connection of a stream broke before the application cancelled it, and
//   bare gRPC noticed only the cancellation. The application had not read the
//   end of the stream by then.
// - The application cancelled the call, or its deadline passed, while Baton
//   tried again.
// - The connection of a stream broke, and bare gRPC lost messages. With Baton,
//   the application read them until it cancelled the stream.
// - The deadline of a stream passed before the application had read its end,
//   and bare gRPC lost messages that had arrived.
bool IsOtherEnd(const Scenario& scenario, const CallPlan& plan,
                const CallOutcome& bare, const CallOutcome& call);

// Returns whether the server had ended a stream before the application
// cancelled it, and the call has the end that the server sent. Bare gRPC drops
// the messages and the status that the application has not read by then.
bool EndedBeforeCancel(const CallPlan& plan, const CallOutcome& bare,
                       const CallOutcome& call);

}  // namespace baton::harm

#endif  // BATON_TESTS_HARM_ENDS_H_
