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

// What a ScriptedServer does with one attempt, in this order: sends headers, if
// asked to; reads more than the first message, if asked to; holds, if asked to;
// writes messages, if it has any; then answers, or cuts the connection.
//
//   Fail(grpc::StatusCode::UNAVAILABLE, "busy").WithPushback("20")
//   Answer("late").Held()
//   Fail(grpc::StatusCode::UNAVAILABLE).AfterReading(3).AfterWriting({"a"})
struct ScriptStep {
  enum class Body {
    kEcho,     // A CallResponse with what the CallRequest asks for.
    kPayload,  // A CallResponse with `body`.
    kRaw,      // `body` itself, which need not parse.
    kNone,     // No message at all.
  };

  // A step that fails and says no more is answered "trailers only". With
  // initial metadata of its own, or with headers first, it is not.
  grpc::Status status;
  Body body_kind = Body::kEcho;  // Of a step that is OK.
  std::string body;
  std::multimap<std::string, std::string> initial_metadata;
  std::multimap<std::string, std::string> trailing_metadata;
  // Messages to be read, the first included.
  int reads = 1;
  // Each message that is read is written back at once.
  bool echoes_each = false;
  // Payloads of messages written before the last one, if there is one.
  std::vector<std::string> messages;
  bool headers_first = false;
  bool held = false;
  bool cuts_connection = false;

  // `details` is what the client finds in error_details(): bytes, by custom a
  // google.rpc.Status.
  ScriptStep WithDetails(const std::string& details) const;
  ScriptStep WithTrailer(const std::string& key,
                         const std::string& value) const;
  // Sends grpc-retry-pushback-ms, whatever its value.
  ScriptStep WithPushback(const std::string& value) const;
  ScriptStep WithInitialMetadata(const std::string& key,
                                 const std::string& value) const;
  // Sends the initial metadata, if only an empty one, before anything else.
  ScriptStep HeadersFirst() const;
  // Reads so many messages, or all of them until the client says that there
  // are no more.
  ScriptStep AfterReading(int messages) const;
  ScriptStep AfterReadingAll() const;
  // The same, and writes each one back at once.
  ScriptStep AfterEchoing(int messages) const;
  ScriptStep AfterEchoingAll() const;
  // Writes these first.
  ScriptStep AfterWriting(std::vector<std::string> payloads) const;
  // Goes on when the server is told to Release() this attempt, and never if the
  // call ends before.
  ScriptStep Held() const;
};

// OK, with the request's payload, or with as many bytes as it asks for.
ScriptStep Echo();
// OK, with this payload.
ScriptStep Answer(const std::string& payload);
// OK, with a payload of that many bytes: more than a client takes, perhaps.
ScriptStep AnswerOfSize(std::size_t bytes);
// OK, with these bytes in place of a serialized CallResponse.
ScriptStep AnswerRaw(const std::string& bytes);
// OK, and no message, which a unary method may not do; the end of a stream.
ScriptStep AnswerWithoutMessage();
ScriptStep Fail(grpc::StatusCode code, const std::string& message = "");
// Cuts the transport that the attempt came by, under every call on it.
ScriptStep CutConnection();

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_CALLS_SCRIPT_STEP_H_
