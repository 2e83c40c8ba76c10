// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_HARM_RUNS_PLANTED_DEFECTS_H_
#define BATON_TESTS_HARM_RUNS_PLANTED_DEFECTS_H_

#include <memory>
#include <optional>
#include <string>

#include "grpcpp/grpcpp.h"

namespace baton::harm {

// Defects of a channel that prove that the harness finds them.
enum class Defect {
  kNone,
  kRefuse,  // turns an OK into UNAVAILABLE
  kDelay,   // delivers each status too late
  kChange,  // changes the message of each status, and of an OK the metadata
  kResend,  // sends the request again after a good response
  kCharge,  // charges a token for each call
  kLeave,   // leaves an attempt at the server
  kDrop,    // never delivers the end of a call
  kCrash,   // ends the process
};

// Returns the defect with a name like "resend", or nullopt.
std::optional<Defect> DefectByName(const std::string& name);

// Returns a channel without Baton that has the defect. kNone and kCharge give a
// bare channel.
std::shared_ptr<grpc::Channel> NewDefectiveChannel(
    Defect defect, const std::string& address,
    const grpc::ChannelArguments& arguments);

}  // namespace baton::harm

#endif  // BATON_TESTS_HARM_RUNS_PLANTED_DEFECTS_H_
