// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/server/keyed_request.h"

#include <memory>
#include <string>
#include <utility>

#include "baton/core/decision/replay_decision.h"
#include "baton/rpc/grpc/convert.h"
#include "baton/rpc/grpc/unary_answer.h"
#include "baton/rpc/request/current_request.h"

namespace baton::rpc {

void KeyedRequest::TakeKey(absl::string_view method,
                           const ServerSettings& settings,
                           const InboundMetadata& metadata,
                           const InboundGrant& inbound) {
  const auto key = metadata.IdempotencyKey();
  const std::shared_ptr<ReplayStore>& store = server_.replay_store();
  if (!key.ok()) {
    // Without a store, the key means nothing to this server.
    if (store != nullptr) {
      record_.key().SetInvalid(std::string(key.status().message()));
    }
    return;
  }
  if (!key->has_value()) return;
  std::shared_ptr<RequestReplay> replay;
  if (store != nullptr) {
    std::string name(method);
    const ReplayOptions& options = settings.ReplayOf(name);
    replay = std::make_shared<RequestReplay>(
        store, options,
        ReplayKey{std::move(name), std::string(), std::string(**key)},
        metadata.MayHaveRun(inbound), server_.runtime(),
        server_.shared_counters());
  }
  record_.key().Set(std::string(**key), std::move(replay), server_.caller());
}

bool KeyedRequest::MustNotBlock() const {
  const RequestReplay* const replay = record_.key().replay();
  return replay != nullptr && replay->owns() && replay->MayBlock() &&
         SyncHandlerScope::ContextOf(&record_) == nullptr;
}

void KeyedRequest::StoreAnswer(InterceptorBatchMethods& batch,
                               const grpc::Status& status) {
  const RequestReplay* const replay = record_.key().replay();
  StoredAnswer answer;
  answer.code = FromGrpcCode(status.error_code());
  if (replay != nullptr && replay->owns()) {
    answer.message = status.error_message();
    answer.details = status.error_details();
    if (status.ok() &&
        batch.QueryInterceptionHookPoint(Hook::PRE_SEND_MESSAGE)) {
      answer.response = BytesOf(*batch.GetSerializedSendMessage());
    }
    if (const auto* const trailers = batch.GetSendTrailingMetadata()) {
      answer.trailers.assign(trailers->begin(), trailers->end());
    }
  }
  End(answer.code, answer);
}

bool KeyedRequest::IsHonored() const {
  return server_.replay_store() != nullptr &&
         server_.replay_store()->properties().is_shared &&
         record_.key().honored();
}

void KeyedRequest::End(absl::StatusCode code, const StoredAnswer& answer) {
  RequestReplay* const replay = record_.key().replay();
  if (replay != nullptr) {
    const bool recorded =
        replay->End(core::EndOfRun(code, record_.key().not_executed()), answer);
    result_ = replay->result();
    waited_ = replay->waited();
    store_failed_ = !recorded || result_ == ReplayResult::kStoreFailed ||
                    result_ == ReplayResult::kRanUnguarded;
  } else if (!record_.key().error().empty()) {
    result_ = ReplayResult::kInvalidKey;
  }
  server_.counters().OnReplay(result_, waited_ > absl::ZeroDuration(),
                              store_failed_);
}

void KeyedRequest::CopyTo(RequestReport& report) const {
  report.replay = result_;
  report.replay_wait = waited_;
  report.replay_store_failed = store_failed_;
}

}  // namespace baton::rpc
