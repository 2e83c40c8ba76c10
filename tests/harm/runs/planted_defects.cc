// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/harm/runs/planted_defects.h"

#include <cstdlib>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "tests/harm/runs/pause.h"
#include "tests/support/real_time.h"

namespace baton::harm {
namespace {

using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

constexpr int kDelay = 60;  // in milliseconds

// A stream that stays open until the process ends.
struct LeftStream {
  explicit LeftStream(const std::string& address)
      : stub(Scripted::NewStub(grpc::CreateChannel(
            address, grpc::InsecureChannelCredentials()))) {}
  grpc::ClientContext context;
  CallResponse response;
  std::unique_ptr<Scripted::Stub> stub;
  std::unique_ptr<grpc::ClientWriter<CallRequest>> stream;
};

class Defective final : public rpc::Interceptor {
 public:
  Defective(Defect defect, std::string address)
      : defect_(defect), address_(std::move(address)) {}

  void Intercept(rpc::InterceptorBatchMethods* batch) override {
    if (batch->QueryInterceptionHookPoint(
            rpc::Hook::PRE_SEND_INITIAL_METADATA)) {
      const auto* metadata = batch->GetSendInitialMetadata();
      const auto found = metadata->find("harm-call");
      if (found != metadata->end()) id_ = found->second;
    }
    if (!batch->QueryInterceptionHookPoint(rpc::Hook::POST_RECV_STATUS) ||
        OnStatus(batch->GetRecvStatus())) {
      batch->Proceed();
    }
  }

 private:
  // Returns false if the application must never see the status.
  bool OnStatus(grpc::Status* status) {
    switch (defect_) {
      case Defect::kRefuse:
        if (status->ok()) {
          *status = grpc::Status(grpc::StatusCode::UNAVAILABLE, "refused");
        }
        break;
      case Defect::kDelay:
        Pause(kDelay);
        break;
      case Defect::kChange:
        *status = grpc::Status(status->error_code(),
                               status->error_message() + "!", "changed");
        break;
      case Defect::kResend:
        if (status->ok()) Resend();
        break;
      case Defect::kLeave:
        Leave();
        break;
      case Defect::kDrop:
        return false;
      case Defect::kCrash:
        std::abort();
      case Defect::kNone:
      case Defect::kCharge:
        break;
    }
    return true;
  }

  void Resend() const {
    grpc::ClientContext context;
    context.AddMetadata("harm-call", id_);
    context.set_deadline(FromNow(absl::Milliseconds(200)));
    CallResponse response;
    Scripted::NewStub(
        grpc::CreateChannel(address_, grpc::InsecureChannelCredentials()))
        ->Call(&context, CallRequest(), &response);
  }

  void Leave() const {
    // Leaks, because the stream must outlive the call.
    auto* const left = new LeftStream(address_);
    left->context.AddMetadata("harm-call", id_);
    left->stream = left->stub->ClientStream(&left->context, &left->response);
    left->stream->Write(CallRequest());
  }

  const Defect defect_;
  const std::string address_;
  std::string id_;
};

class DefectiveFactory final : public rpc::ClientInterceptorFactoryInterface {
 public:
  DefectiveFactory(Defect defect, std::string address)
      : defect_(defect), address_(std::move(address)) {}
  rpc::Interceptor* CreateClientInterceptor(
      rpc::ClientRpcInfo* /*info*/) override {
    return new Defective(defect_, address_);
  }

 private:
  const Defect defect_;
  const std::string address_;
};

}  // namespace

std::optional<Defect> DefectByName(const std::string& name) {
  static const std::vector<std::pair<std::string, Defect>> kNames = {
      {"", Defect::kNone},         {"refuse", Defect::kRefuse},
      {"delay", Defect::kDelay},   {"change", Defect::kChange},
      {"resend", Defect::kResend}, {"charge", Defect::kCharge},
      {"leave", Defect::kLeave},   {"drop", Defect::kDrop},
      {"crash", Defect::kCrash},
  };
  for (const auto& [text, defect] : kNames) {
    if (text == name) return defect;
  }
  return std::nullopt;
}

std::shared_ptr<grpc::Channel> NewDefectiveChannel(
    Defect defect, const std::string& address,
    const grpc::ChannelArguments& arguments) {
  std::vector<std::unique_ptr<rpc::ClientInterceptorFactoryInterface>>
      factories;
  factories.push_back(std::make_unique<DefectiveFactory>(defect, address));
  return grpc::experimental::CreateCustomChannelWithInterceptors(
      address, grpc::InsecureChannelCredentials(), arguments,
      std::move(factories));
}

}  // namespace baton::harm
