// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_CALLS_SCRIPT_STEP_H_
#define BATON_TESTS_SUPPORT_CALLS_SCRIPT_STEP_H_

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "grpcpp/support/status.h"

namespace baton {

// The actions of a ScriptedServer for one attempt, in this order: sends
// headers, reads more messages, holds, writes messages, responds or cuts the
// connection. Each action is optional except the last one.
//
//   Fail(grpc::StatusCode::UNAVAILABLE, "busy").WithPushback("20")
//   Answer("late").Held()
//   Fail(grpc::StatusCode::UNAVAILABLE).AfterReading(3).AfterWriting({"a"})
struct ScriptStep {
  enum class Body {
    kEcho,     // A CallResponse as the CallRequest asks.
    kPayload,  // A CallResponse with `body`.
    kRaw,      // `body` itself, which need not parse.
    kNone,     // No message at all.
  };

  // A step that only fails responds "trailers only". With its own initial
  // metadata, or with headers first, it does not.
  grpc::Status status;
  Body body_kind = Body::kEcho;  // For a step that is OK.
  std::string body;
  std::multimap<std::string, std::string> initial_metadata;
  std::multimap<std::string, std::string> trailing_metadata;
  // The number of messages to read, including the first.
  int reads = 1;
  // Whether each message is written back immediately.
  bool echoes_each = false;
  // Payloads of the messages before the last message, if there is one.
  std::vector<std::string> messages;
  bool headers_first = false;
  bool held = false;
  bool cuts_connection = false;

  // `details` is what the client finds in error_details(): bytes, usually a
  // google.rpc.Status.
  ScriptStep WithDetails(const std::string& details) const;
  ScriptStep WithTrailer(const std::string& key,
                         const std::string& value) const;
  // Sends grpc-retry-pushback-ms, with any value.
  ScriptStep WithPushback(const std::string& value) const;
  ScriptStep WithInitialMetadata(const std::string& key,
                                 const std::string& value) const;
  // Sends the initial metadata, even if it is empty, before anything else.
  ScriptStep HeadersFirst() const;
  // Reads this many messages, or all of them until the client half-closes.
  ScriptStep AfterReading(int messages) const;
  ScriptStep AfterReadingAll() const;
  // Reads as AfterReading() does, and writes each message back immediately.
  ScriptStep AfterEchoing(int messages) const;
  ScriptStep AfterEchoingAll() const;
  // Writes these messages first.
  ScriptStep AfterWriting(std::vector<std::string> payloads) const;
  // Continues when the test calls Release() for this attempt. Never continues
  // if the call ends before.
  ScriptStep Held() const;
};

// OK, with the request's payload, or with as many bytes as it asks for.
ScriptStep Echo();
// OK, with this payload.
ScriptStep Answer(const std::string& payload);
// OK, with a payload of that many bytes, possibly more than a client accepts.
ScriptStep AnswerOfSize(std::size_t bytes);
// OK, with these bytes instead of a serialized CallResponse.
ScriptStep AnswerRaw(const std::string& bytes);
// OK without a message. Invalid for a unary method, and the end of a stream.
ScriptStep AnswerWithoutMessage();
ScriptStep Fail(grpc::StatusCode code, const std::string& message = "");
// Closes the connection of the attempt, together with all calls on it.
ScriptStep CutConnection();

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_CALLS_SCRIPT_STEP_H_
