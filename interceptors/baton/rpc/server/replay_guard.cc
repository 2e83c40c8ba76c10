// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/server/replay_guard.h"

#include <string>
#include <utility>

#include "baton/rpc/server/repeated_answer.h"
#include "baton/rpc/server/request_content.h"
#include "baton/rpc/server/request_destruction.h"

namespace baton::rpc {
namespace {

bool IsUnary(const ServiceMethod& method) {
  return method.method_type() == grpc::internal::RpcMethod::NORMAL_RPC;
}

bool IsCallback(const ServiceMethod& method) {
  return method.api_type() == ServiceMethod::ApiType::CALL_BACK;
}

// Waits for one notification.
class Notice {
 public:
  void Notify() {
    const MutexLock lock(mutex_);
    notified_ = true;
    changed_.NotifyAll();
  }
  void Wait() {
    const MutexLock lock(mutex_);
    while (!notified_) changed_.Wait(mutex_);
  }

 private:
  Mutex mutex_;
  CondVar changed_;
  bool notified_ ABSL_GUARDED_BY(mutex_) = false;
};

// Claims the key of a callback request without blocking its thread.
class CallbackClaim : public std::enable_shared_from_this<CallbackClaim> {
 public:
  CallbackClaim(std::shared_ptr<RequestRecord> record,
                std::function<void()> done)
      : record_(std::move(record)),
        replay_(*record_->key().replay()),
        done_(std::move(done)) {}

  void Start() {
    if (!replay_.MayBlock()) return Claim();
    replay_.runtime().Post([self = shared_from_this()] { self->Claim(); });
  }

 private:
  void Claim() {
    if (replay_.Begin().has_value()) return done_();
    if (record_->Remaining() <= absl::ZeroDuration()) {
      replay_.Reject(ReplayResult::kWaitTimedOut);
      return done_();
    }
    const bool waits =
        replay_.Wait(record_->deadline().time(), [self = shared_from_this()] {
          self->replay_.runtime().Post([self] { self->Claim(); });
        });
    if (waits) return;
    replay_.Reject(ReplayResult::kTooManyWait);
    done_();
  }

  const std::shared_ptr<RequestRecord> record_;
  RequestReplay& replay_;
  const std::function<void()> done_;
};

void ClaimAndWait(const RequestRecord& record, RequestReplay& replay) {
  while (!replay.Begin().has_value()) {
    if (record.Remaining() <= absl::ZeroDuration()) {
      return replay.Reject(ReplayResult::kWaitTimedOut);
    }
    const auto notice = std::make_shared<Notice>();
    if (!replay.Wait(record.deadline().time(),
                     [notice] { notice->Notify(); })) {
      return replay.Reject(ReplayResult::kTooManyWait);
    }
    notice->Wait();
  }
}

}  // namespace

ReplayGuard::ReplayGuard(const ServiceMethod& method)
    : is_callback_(IsCallback(method)),
      prototype_(IsUnary(method) ? RequestPrototype(method.name()) : nullptr),
      is_read_only_(IsReadOnly(method.name())) {}

bool ReplayGuard::Guards(const HandlerParameter& parameter,
                         RequestRecord& record) const {
  // The handler itself answers a request that could not be parsed.
  if (prototype_ == nullptr || !parameter.status.ok() ||
      parameter.request == nullptr ||
      !CanDestroyRequest(prototype_, parameter.request)) {
    return false;
  }
  record.key().NoteHonored();
  return record.key().replay() != nullptr || !record.key().error().empty();
}

void ReplayGuard::SetRequest(const HandlerParameter& parameter,
                             RequestRecord& record,
                             RequestReplay& replay) const {
  const auto& request =
      *static_cast<const google::protobuf::Message*>(parameter.request);
  replay.SetRequest(record.key().CallerOf(*parameter.server_context),
                    FingerprintOf(request), is_read_only_);
}

bool ReplayGuard::AdmitSync(const HandlerParameter& parameter,
                            RequestRecord& record) const {
  if (RequestReplay* const replay = record.key().replay()) {
    SetRequest(parameter, record, *replay);
    ClaimAndWait(record, *replay);
    if (core::Runs(replay->result())) return true;
  }
  Answer(parameter, record);
  return false;
}

void ReplayGuard::AdmitCallback(
    const HandlerParameter& parameter, const Record& record,
    std::function<void(const HandlerParameter&)> run) const {
  RequestReplay* const replay = record->key().replay();
  if (replay == nullptr) return Answer(parameter, *record);
  SetRequest(parameter, *record, *replay);
  // The objects behind the parameters live until the request ends.
  const auto done = [this, parameter, record, replay, run = std::move(run)] {
    if (core::Runs(replay->result())) return run(parameter);
    Answer(parameter, *record);
  };
  std::make_shared<CallbackClaim>(record, done)->Start();
}

void ReplayGuard::Answer(const HandlerParameter& parameter,
                         RequestRecord& record) const {
  const RepeatedAnswer answer = AnswerTo(record, *parameter.server_context);
  const grpc::ByteBuffer response = BufferOf(answer.response);
  if (is_callback_) return AnswerCallback(parameter, answer.status, response);
  DestroyRequest(prototype_, parameter.request);
  AnswerSync(parameter, answer.status, response);
}

}  // namespace baton::rpc
