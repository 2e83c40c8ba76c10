// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/calls/scripted_call.h"

#include <cstddef>
#include <utility>

#include "tests/support/calls/message_bytes.h"

namespace baton {
namespace {

std::string ToString(const grpc::string_ref& text) {
  return std::string(text.data(), text.size());
}

grpc::ByteBuffer Body(const ScriptStep& step,
                      const testing::v1::CallRequest& request) {
  if (step.body_kind == ScriptStep::Body::kRaw) return ToBytes(step.body);
  testing::v1::CallResponse response;
  if (step.body_kind == ScriptStep::Body::kPayload) {
    response.set_payload(step.body);
  } else if (request.answer_bytes() > 0) {
    response.set_payload(
        std::string(static_cast<std::size_t>(request.answer_bytes()), 'x'));
  } else {
    response.set_payload(request.payload());
  }
  return ToBytes(response);
}

}  // namespace

ScriptedCall::ScriptedCall(grpc::AsyncGenericService* service,
                           grpc::ServerCompletionQueue* queue) {
  context_.AsyncNotifyWhenDone(&end_tag_);
  service->RequestCall(&context_, &stream_, queue, queue, &operation_tag_);
}

ScriptedCall::Next ScriptedCall::OnTag(const Tag& tag, bool ok,
                                       bool queue_open) {
  queue_open_ = queue_open;
  if (!tag.is_end) return OnOperationDone(ok);
  over_ = true;
  cancelled_ = context_.IsCancelled();
  return done() ? Next::kDelete : Next::kWait;
}

ScriptedCall::Next ScriptedCall::OnOperationDone(bool ok) {
  in_operation_ = false;
  switch (stage_) {
    case Stage::kArriving:
      // No call arrived, and none will arrive: the server shuts down.
      if (!ok) return Next::kDelete;
      arrived_.emplace();
      time_left_ = TimeLeft(context_.deadline());
      if (!queue_open_) {
        stage_ = Stage::kUndecided;
        break;
      }
      Start(Stage::kReading);
      stream_.Read(&request_bytes_, &operation_tag_);
      return Next::kArrived;
    case Stage::kReading:
      OnMessage(ok);
      has_request_ = !payloads_.empty();
      stage_ = Stage::kUndecided;
      return Next::kNeedsStep;
    case Stage::kSendingHeaders:
      Echo();
      break;
    case Stage::kReadingMore:
      OnMessage(ok);
      Echo();
      break;
    case Stage::kEchoing:
      ReadMore();
      break;
    case Stage::kWriting:
      WriteOrFinish();
      break;
    default:
      break;
  }
  return done() ? Next::kDelete : Next::kWait;
}

void ScriptedCall::OnMessage(bool ok) {
  if (ok && FromBytes(request_bytes_, &request_)) {
    payloads_.push_back(request_.payload());
  } else {
    half_closed_ = true;
  }
}

SeenAttempt ScriptedCall::Ended() const {
  SeenAttempt attempt;
  attempt.cancelled = cancelled_;
  attempt.ended_after = arrived_->Elapsed();
  attempt.payloads = payloads_;
  attempt.half_closed = half_closed_;
  return attempt;
}

SeenAttempt ScriptedCall::Arrived() const {
  SeenAttempt attempt;
  attempt.method = context_.method();
  for (const auto& entry : context_.client_metadata()) {
    attempt.metadata.emplace(ToString(entry.first), ToString(entry.second));
  }
  attempt.time_left = time_left_;
  attempt.has_request = has_request_;
  attempt.payload = request_.payload();
  attempt.peer = context_.peer();
  return attempt;
}

void ScriptedCall::Begin(int number, ScriptStep step, bool released) {
  number_ = number;
  step_ = std::move(step);
  released_ = released;
  for (const auto& entry : step_.initial_metadata) {
    context_.AddInitialMetadata(entry.first, entry.second);
  }
  for (const auto& entry : step_.trailing_metadata) {
    context_.AddTrailingMetadata(entry.first, entry.second);
  }
  if (step_.headers_first) {
    Start(Stage::kSendingHeaders);
    stream_.SendInitialMetadata(&operation_tag_);
  } else {
    Echo();
  }
}

void ScriptedCall::Release() {
  released_ = true;
  if (stage_ == Stage::kHolding) HoldOrWrite();
}

void ScriptedCall::Start(Stage stage) {
  stage_ = stage;
  in_operation_ = true;
}

void ScriptedCall::Echo() {
  if (!step_.echoes_each || half_closed_) {
    ReadMore();
  } else if (queue_open_ && !over_) {
    Start(Stage::kEchoing);
    testing::v1::CallResponse response;
    response.set_payload(request_.payload());
    stream_.Write(ToBytes(response), &operation_tag_);
  }
}

void ScriptedCall::ReadMore() {
  if (half_closed_ ||
      payloads_.size() >= static_cast<std::size_t>(step_.reads)) {
    HoldOrWrite();
  } else if (queue_open_ && !over_) {
    Start(Stage::kReadingMore);
    stream_.Read(&request_bytes_, &operation_tag_);
  }
}

void ScriptedCall::HoldOrWrite() {
  if (!queue_open_ || (step_.held && !released_)) {
    stage_ = Stage::kHolding;
  } else if (!over_) {
    WriteOrFinish();
  }
}

void ScriptedCall::WriteOrFinish() {
  if (written_ == step_.messages.size()) {
    Finish();
  } else if (queue_open_ && !over_) {
    Start(Stage::kWriting);
    testing::v1::CallResponse response;
    response.set_payload(step_.messages[written_++]);
    stream_.Write(ToBytes(response), &operation_tag_);
  }
}

void ScriptedCall::Finish() {
  if (step_.cuts_connection) {
    stage_ = Stage::kFinishing;
    peer_to_cut_ = context_.peer();
    return;
  }
  Start(Stage::kFinishing);
  if (!step_.status.ok() || step_.body_kind == ScriptStep::Body::kNone) {
    stream_.Finish(step_.status, &operation_tag_);
  } else {
    stream_.WriteAndFinish(Body(step_, request_), grpc::WriteOptions(),
                           step_.status, &operation_tag_);
  }
}

}  // namespace baton
