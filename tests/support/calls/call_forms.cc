// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/calls/call_forms.h"

#include <utility>

#include "baton/testing/v1/scripted.grpc.pb.h"
#include "grpcpp/generic/generic_stub.h"
#include "gtest/gtest.h"
#include "tests/support/calls/message_bytes.h"
#include "tests/support/real_time.h"

namespace baton {
namespace {

using ::baton::testing::v1::CallRequest;
using ::baton::testing::v1::CallResponse;
using ::baton::testing::v1::Scripted;

using Channel = std::shared_ptr<grpc::ChannelInterface>;
using State = UnaryCallState;

constexpr char kMethod[] = "/baton.testing.v1.Scripted/Call";

std::thread StartSync(const Channel& channel, State* state) {
  return std::thread([channel, state] {
    const auto stub = Scripted::NewStub(channel);
    state->status =
        stub->Call(state->context.get(), state->request, &state->response);
    state->End();
  });
}

// Drives one call to its end on its own queue. The addresses of two members of
// the state serve as tags.
template <typename Response>
void DriveQueue(State* state, grpc::CompletionQueue* queue,
                grpc::ClientAsyncResponseReader<Response>* reader,
                Response* response) {
  void* const finished = &state->finish_ok;
  void* tag = nullptr;
  bool ok = false;
  while (queue->Next(&tag, &ok)) {
    if (tag == finished) {
      state->finish_ok = ok;
      // Shut down before the call ends, so that nothing is left to do
      // afterwards.
      queue->Shutdown();
    } else {
      state->initial_metadata_ok = ok;
      reader->Finish(response, &state->status, finished);
    }
  }
}

template <typename Response>
std::thread StartQueue(
    State* state, std::unique_ptr<grpc::CompletionQueue> queue,
    std::unique_ptr<grpc::ClientAsyncResponseReader<Response>> reader,
    Response* response, bool initial_metadata_first) {
  reader->StartCall();
  if (initial_metadata_first) {
    reader->ReadInitialMetadata(&state->initial_metadata_ok);
  } else {
    reader->Finish(response, &state->status, &state->finish_ok);
  }
  return std::thread(
      [state, response, queue = std::move(queue), reader = std::move(reader)] {
        DriveQueue(state, queue.get(), reader.get(), response);
        state->End();
      });
}

std::thread StartCq(const Channel& channel, State* state,
                    bool initial_metadata_first) {
  auto queue = std::make_unique<grpc::CompletionQueue>();
  auto reader = Scripted::NewStub(channel)->PrepareAsyncCall(
      state->context.get(), state->request, queue.get());
  return StartQueue<CallResponse>(state, std::move(queue), std::move(reader),
                                  &state->response, initial_metadata_first);
}

std::thread StartGenericCq(const Channel& channel, State* state,
                           bool initial_metadata_first) {
  auto queue = std::make_unique<grpc::CompletionQueue>();
  auto reader = grpc::GenericStub(channel).PrepareUnaryCall(
      state->context.get(), kMethod, state->request_bytes, queue.get());
  return StartQueue<grpc::ByteBuffer>(state, std::move(queue),
                                      std::move(reader), &state->response_bytes,
                                      initial_metadata_first);
}

std::function<void(grpc::Status)> EndOf(State* state) {
  return [state](grpc::Status status) {
    state->status = std::move(status);
    state->End();
  };
}

// Deletes itself when it is done.
class Reactor final : public grpc::ClientUnaryReactor {
 public:
  explicit Reactor(State* state) : state_(state) {}

  void OnReadInitialMetadataDone(bool ok) override {
    state_->initial_metadata_ok = ok;
  }

  void OnDone(const grpc::Status& status) override {
    state_->status = status;
    state_->End();
    delete this;
  }

 private:
  State* const state_;
};

// Starts the call. Returns its thread, if it needs one.
std::thread Start(const Channel& channel, State* state) {
  switch (state->form) {
    case UnaryForm::kSync:
      return StartSync(channel, state);
    case UnaryForm::kCqFinish:
      return StartCq(channel, state, /*initial_metadata_first=*/false);
    case UnaryForm::kCqInitialMetadata:
      return StartCq(channel, state, /*initial_metadata_first=*/true);
    case UnaryForm::kGenericCq:
      return StartGenericCq(channel, state, /*initial_metadata_first=*/false);
    case UnaryForm::kGenericCqInitialMetadata:
      return StartGenericCq(channel, state, /*initial_metadata_first=*/true);
    case UnaryForm::kCallback:
      Scripted::NewStub(channel)->async()->Call(state->context.get(),
                                                &state->request,
                                                &state->response, EndOf(state));
      return {};
    case UnaryForm::kGenericCallback:
      grpc::GenericStub(channel).UnaryCall(
          state->context.get(), kMethod, grpc::StubOptions(),
          &state->request_bytes, &state->response_bytes, EndOf(state));
      return {};
    case UnaryForm::kTypedGenericCallback:
      grpc::TemplatedGenericStub<CallRequest, CallResponse>(channel).UnaryCall(
          state->context.get(), kMethod, grpc::StubOptions(), &state->request,
          &state->response, EndOf(state));
      return {};
    case UnaryForm::kReactor: {
      auto* const reactor = new Reactor(state);
      Scripted::NewStub(channel)->async()->Call(
          state->context.get(), &state->request, &state->response, reactor);
      reactor->StartCall();
      return {};
    }
    case UnaryForm::kGenericReactor: {
      auto* const reactor = new Reactor(state);
      grpc::GenericStub(channel).PrepareUnaryCall(
          state->context.get(), kMethod, grpc::StubOptions(),
          &state->request_bytes, &state->response_bytes, reactor);
      reactor->StartCall();
      return {};
    }
  }
  return {};
}

std::unique_ptr<State> NewState(UnaryForm form,
                                std::shared_ptr<grpc::ClientContext> context,
                                const CallRequest& request) {
  auto state = std::make_unique<State>();
  state->form = form;
  state->context = std::move(context);
  state->request = request;
  state->request_bytes = ToBytes(request);
  return state;
}

}  // namespace

StartedCall::StartedCall(std::unique_ptr<State> state, std::thread thread)
    : state_(std::move(state)), thread_(std::move(thread)) {}

StartedCall::~StartedCall() {
  if (!ended()) {
    state_->context->TryCancel();
    state_->AwaitEnd(kPatience);
  }
  if (ended()) {
    if (thread_.joinable()) thread_.join();
    return;
  }
  ADD_FAILURE() << state_->form << ": the call did not end within " << kPatience
                << " of its cancellation";
  // The thread may still write to the state, which therefore leaks.
  if (thread_.joinable()) thread_.detach();
  state_.release();
}

UnaryResult StartedCall::Wait(absl::Duration bound) {
  EXPECT_TRUE(state_->AwaitEnd(bound))
      << state_->form << ": the call did not end within " << bound;
  return state_->Result();
}

std::unique_ptr<StartedCall> StartUnaryCall(
    UnaryForm form, const Channel& channel,
    std::shared_ptr<grpc::ClientContext> context, const CallRequest& request,
    CallHooks hooks) {
  auto state = NewState(form, std::move(context), request);
  state->on_end = std::move(hooks.on_end);
  std::thread thread = Start(channel, state.get());
  auto call =
      std::make_unique<StartedCall>(std::move(state), std::move(thread));
  if (hooks.after_start != nullptr) hooks.after_start();
  return call;
}

UnaryResult MakeUnaryCall(UnaryForm form, const Channel& channel,
                          std::shared_ptr<grpc::ClientContext> context,
                          const CallRequest& request) {
  return StartUnaryCall(form, channel, std::move(context), request)->Wait();
}

CallRequest RequestOf(const std::string& payload) {
  CallRequest request;
  request.set_payload(payload);
  return request;
}

std::shared_ptr<grpc::ClientContext> NewContext(absl::Duration timeout) {
  auto context = std::make_shared<grpc::ClientContext>();
  if (timeout != absl::InfiniteDuration()) {
    context->set_deadline(FromNow(timeout));
  }
  return context;
}

}  // namespace baton
