// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Streams that the application cancels before they start end as on bare gRPC.

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "baton/client.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/patience.h"
#include "tests/support/real_time.h"
#include "tests/support/signal.h"

namespace baton {
namespace {

using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

using Channel = std::shared_ptr<grpc::Channel>;

// Records what the application sees.
class Reactor final
    : public grpc::ClientBidiReactor<CallRequest, CallResponse> {
 public:
  explicit Reactor(Scripted::Stub& stub, grpc::ClientContext& context) {
    stub.async()->Bidi(&context, this);
  }
  void Start() {
    StartRead(&response_);
    StartWrite(&request_);
    StartCall();
  }
  void OnReadDone(bool ok) override { read_ = ok; }
  void OnWriteDone(bool ok) override { written_ = ok; }
  void OnDone(const grpc::Status& status) override {
    status_ = status;
    done_.Give();
  }
  std::string Seen() {
    EXPECT_TRUE(done_.Await());
    return absl::StrCat("read ", read_, ", written ", written_, ", code ",
                        status_.error_code());
  }

 private:
  const CallRequest request_ = RequestOf("a");
  CallResponse response_;
  bool read_ = false;
  bool written_ = false;
  grpc::Status status_;
  Signal done_;
};

std::string ByCallback(const Channel& channel, bool corked) {
  const auto context = NewContext(kPatience);
  context->set_initial_metadata_corked(corked);
  const auto stub = Scripted::NewStub(channel);
  Reactor reactor(*stub, *context);
  context->TryCancel();
  reactor.Start();
  return reactor.Seen();
}

std::string BySync(const Channel& channel) {
  const auto context = NewContext(kPatience);
  context->set_initial_metadata_corked(true);
  const auto stub = Scripted::NewStub(channel);
  const auto stream = stub->Bidi(context.get());
  context->TryCancel();
  const bool written = stream->Write(RequestOf("a"));
  CallResponse response;
  const bool read = stream->Read(&response);
  return absl::StrCat("read ", read, ", written ", written, ", code ",
                      stream->Finish().error_code());
}

class StreamEarlyCancelTest : public ::testing::Test {
 protected:
  ScriptedServer server_;
  const Channel bare_ = grpc::CreateChannel(server_.address(),
                                            grpc::InsecureChannelCredentials());
  const Channel baton_ = NewBatonChannel(server_.address(), QuickOptions());
};

TEST_F(StreamEarlyCancelTest, ReactorSeesTheSameAsOnBareGrpc) {
  EXPECT_EQ(ByCallback(baton_, /*corked=*/false),
            ByCallback(bare_, /*corked=*/false));
}

TEST_F(StreamEarlyCancelTest, CorkedReactorSeesTheSameAsOnBareGrpc) {
  EXPECT_EQ(ByCallback(baton_, /*corked=*/true),
            ByCallback(bare_, /*corked=*/true));
}

TEST_F(StreamEarlyCancelTest, CorkedSynchronousStreamSeesTheSameAsOnBareGrpc) {
  EXPECT_EQ(BySync(baton_), BySync(bare_));
}

}  // namespace
}  // namespace baton
