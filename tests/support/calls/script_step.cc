// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/calls/script_step.h"

#include <limits>
#include <utility>

namespace baton {
namespace {

ScriptStep AnswerWith(ScriptStep::Body kind, const std::string& body) {
  ScriptStep step;
  step.body_kind = kind;
  step.body = body;
  return step;
}

}  // namespace

ScriptStep ScriptStep::WithDetails(const std::string& details) const {
  ScriptStep step = *this;
  step.status =
      grpc::Status(status.error_code(), status.error_message(), details);
  return step;
}

ScriptStep ScriptStep::WithTrailer(const std::string& key,
                                   const std::string& value) const {
  ScriptStep step = *this;
  step.trailing_metadata.emplace(key, value);
  return step;
}

ScriptStep ScriptStep::WithPushback(const std::string& value) const {
  return WithTrailer("grpc-retry-pushback-ms", value);
}

ScriptStep ScriptStep::WithInitialMetadata(const std::string& key,
                                           const std::string& value) const {
  ScriptStep step = *this;
  step.initial_metadata.emplace(key, value);
  return step;
}

ScriptStep ScriptStep::AfterReading(int count) const {
  ScriptStep step = *this;
  step.reads = count;
  return step;
}

ScriptStep ScriptStep::AfterReadingAll() const {
  return AfterReading(std::numeric_limits<int>::max());
}

ScriptStep ScriptStep::AfterEchoing(int count) const {
  ScriptStep step = AfterReading(count);
  step.echoes_each = true;
  return step;
}

ScriptStep ScriptStep::AfterEchoingAll() const {
  return AfterEchoing(std::numeric_limits<int>::max());
}

ScriptStep ScriptStep::AfterWriting(std::vector<std::string> payloads) const {
  ScriptStep step = *this;
  step.messages = std::move(payloads);
  return step;
}

ScriptStep ScriptStep::HeadersFirst() const {
  ScriptStep step = *this;
  step.headers_first = true;
  return step;
}

ScriptStep ScriptStep::Held() const {
  ScriptStep step = *this;
  step.held = true;
  return step;
}

ScriptStep Echo() { return ScriptStep(); }

ScriptStep Answer(const std::string& payload) {
  return AnswerWith(ScriptStep::Body::kPayload, payload);
}

ScriptStep AnswerOfSize(std::size_t bytes) {
  return Answer(std::string(bytes, 'x'));
}

ScriptStep AnswerRaw(const std::string& bytes) {
  return AnswerWith(ScriptStep::Body::kRaw, bytes);
}

ScriptStep AnswerWithoutMessage() {
  return AnswerWith(ScriptStep::Body::kNone, "");
}

ScriptStep Fail(grpc::StatusCode code, const std::string& message) {
  ScriptStep step;
  step.status = grpc::Status(code, message);
  return step;
}

ScriptStep CutConnection() {
  ScriptStep step;
  step.cuts_connection = true;
  return step;
}

}  // namespace baton
