// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_HARM_RUNS_DRIVER_H_
#define BATON_TESTS_HARM_RUNS_DRIVER_H_

#include <memory>
#include <string>

#include "baton/testing/v1/scripted.pb.h"
#include "grpcpp/grpcpp.h"
#include "tests/harm/outcome.h"
#include "tests/harm/scenario.h"
#include "tests/support/real_time.h"

namespace baton::harm {

// A call that a driver makes. The caller keeps everything until the end.
struct DrivenCall {
  const CallPlan& plan;
  std::shared_ptr<grpc::Channel> channel;
  grpc::ClientContext& context;
  CallOutcome& outcome;
  const Stopwatch watch = Stopwatch();
};

// Make the call with one API of gRPC, and return at its end. They fill in the
// outcome, except for the time and the report.
void DriveSync(const DrivenCall& call);
void DriveQueue(const DrivenCall& call);
void DriveCallback(const DrivenCall& call);
void DriveGeneric(const DrivenCall& call);

// Makes the call with the API of its plan. Sets the options of the context.
void Drive(const DrivenCall& call);

// These are parts of all drivers.
testing::v1::CallRequest RequestNumber(const CallPlan& plan, int number);
void RecordInitialMetadata(const DrivenCall& call);
void RecordMessage(const testing::v1::CallResponse& response,
                   CallOutcome& outcome);
void RecordEndOfMessages(CallOutcome& outcome);
void RecordEnd(const grpc::Status& status, const grpc::ClientContext& context,
               CallOutcome& outcome);
// Returns whether the application reads another message.
bool ReadsMore(const DrivenCall& call);

}  // namespace baton::harm

#endif  // BATON_TESTS_HARM_RUNS_DRIVER_H_
