// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Calls of all message types on the same kind of channel. The type that the
// application passes decides, and no combination corrupts memory.

#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "baton/client.h"
#include "grpcpp/generic/generic_stub.h"
#include "grpcpp/grpcpp.h"
#include "grpcpp/impl/client_unary_call.h"
#include "grpcpp/impl/rpc_method.h"
#include "grpcpp/support/sync_stream.h"
#include "gtest/gtest.h"
#include "tests/support/calls/awaited_queue.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/message_bytes.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/stream_forms.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/patience.h"
#include "tests/support/signal.h"

namespace baton {

// A message of the application that is no protobuf message: flatbuffers and
// other libraries have such types. It has no virtual functions, and its first
// word is no pointer.
struct ForeignMessage {
  std::size_t size = 12345;
  std::string bytes;
};

}  // namespace baton

namespace grpc {

template <>
class SerializationTraits<baton::ForeignMessage> {
 public:
  static Status Serialize(const baton::ForeignMessage& message,
                          ByteBuffer* buffer, bool* own_buffer) {
    const Slice slice(message.bytes);
    ByteBuffer(&slice, 1).Swap(buffer);
    *own_buffer = true;
    return Status::OK;
  }
  static Status Deserialize(ByteBuffer* buffer,
                            baton::ForeignMessage* message) {
    std::vector<Slice> slices;
    const Status status = buffer->Dump(&slices);
    message->bytes.clear();
    for (const Slice& slice : slices) {
      message->bytes.append(reinterpret_cast<const char*>(slice.begin()),
                            slice.size());
    }
    message->size = message->bytes.size();
    buffer->Clear();
    return status;
  }
};

}  // namespace grpc

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::Combine;
using ::testing::TestParamInfo;
using ::testing::Values;
using ::testing::ValuesIn;
using testing::v1::CallRequest;
using testing::v1::CallResponse;

constexpr char kUnaryMethod[] = "/baton.testing.v1.Scripted/Call";
constexpr char kBidiMethod[] = "/baton.testing.v1.Scripted/Bidi";

// The first attempt of each call fails.
class MessageTypesTest : public ::testing::Test {
 protected:
  std::shared_ptr<grpc::Channel> NewChannel(
      ClientInterceptorFactories interceptors = {}) {
    auto channel = CreateChannel(
        server_.address(), grpc::InsecureChannelCredentials(), options_,
        grpc::ChannelArguments(), std::move(interceptors));
    EXPECT_TRUE(channel.ok()) << channel.status();
    return *std::move(channel);
  }

  void FailOnce() {
    server_.Add(Fail(StatusCode::UNAVAILABLE, "busy").AfterReadingAll());
  }

  ScriptedServer server_;
  ClientOptions options_ = QuickOptions();
};

class UnaryMessageTypesTest : public MessageTypesTest,
                              public ::testing::WithParamInterface<UnaryForm> {
};

INSTANTIATE_TEST_SUITE_P(Forms, UnaryMessageTypesTest,
                         ValuesIn(AllUnaryForms()),
                         [](const auto& form) { return Name(form.param); });

TEST_P(UnaryMessageTypesTest, RetriedCallReturnsItsResponse) {
  for (const bool in_place : {true, false}) {
    server_.Add(Fail(StatusCode::UNAVAILABLE, "busy"));
    const UnaryResult result =
        MakeUnaryCall(GetParam(),
                      NewChannel(in_place ? ClientInterceptorFactories()
                                          : PassingInterceptors()),
                      NewContext(kPatience), RequestOf("hello"));
    EXPECT_TRUE(result.status.ok()) << result;
    EXPECT_EQ(result.payload, "hello");
  }
  EXPECT_EQ(server_.attempts(), 4);
}

class StreamMessageTypesTest
    : public MessageTypesTest,
      public ::testing::WithParamInterface<std::tuple<StreamApi, StreamKind>> {
};

std::string NameOfStream(
    const TestParamInfo<std::tuple<StreamApi, StreamKind>>& form) {
  return Name(std::get<0>(form.param)) + Name(std::get<1>(form.param));
}

INSTANTIATE_TEST_SUITE_P(Forms, StreamMessageTypesTest,
                         Combine(ValuesIn(AllStreamApis()),
                                 ValuesIn(AllStreamKinds())),
                         NameOfStream);

using ManyResponsesTest = StreamMessageTypesTest;
INSTANTIATE_TEST_SUITE_P(Forms, ManyResponsesTest,
                         Combine(ValuesIn(AllStreamApis()),
                                 Values(StreamKind::kServer,
                                        StreamKind::kBidi)),
                         NameOfStream);

using OneResponseTest = StreamMessageTypesTest;
INSTANTIATE_TEST_SUITE_P(Forms, OneResponseTest,
                         Combine(ValuesIn(AllStreamApis()),
                                 Values(StreamKind::kClient)),
                         NameOfStream);

TEST_P(StreamMessageTypesTest, RetriedStreamReturnsItsMessages) {
  FailOnce();
  server_.Add(Answer("ok").AfterReadingAll());
  const auto [api, kind] = GetParam();
  const auto context = NewContext(kPatience);
  const StreamResult result =
      MakeStreamCall(api, kind, NewChannel(), *context, {"hello"});
  EXPECT_TRUE(result.status.ok()) << result;
  EXPECT_EQ(result.payloads, std::vector<std::string>{"ok"});
  EXPECT_EQ(server_.attempts(), 2);
}

// The application's type cannot parse the bytes. gRPC then ends the read, and
// the application gets the status of the server.
TEST_P(ManyResponsesTest, UnreadableMessageEndsTheReadAsOnBareGrpc) {
  const auto [api, kind] = GetParam();
  std::vector<StreamResult> results;
  for (const bool bare : {true, false}) {
    server_.Add(AnswerRaw("\xff\xff\xff").AfterReadingAll());
    const auto channel =
        bare ? grpc::CreateChannel(server_.address(),
                                   grpc::InsecureChannelCredentials())
             : NewChannel();
    const auto context = NewContext(kPatience);
    results.push_back(MakeStreamCall(api, kind, channel, *context, {"hello"}));
  }
  const StreamResult& bare = results.front();
  const StreamResult& baton = results.back();
  EXPECT_EQ(baton.status.error_code(), bare.status.error_code());
  EXPECT_EQ(baton.status.error_message(), bare.status.error_message());
  EXPECT_EQ(baton.payloads, bare.payloads);
  EXPECT_EQ(server_.attempts(), 2);
}

// Bare gRPC stops the process if a synchronous stream cannot parse its only
// response.
TEST_P(OneResponseTest, UnreadableResponseFailsTheStream) {
  const auto [api, kind] = GetParam();
  server_.Add(AnswerRaw("\xff\xff\xff").AfterReadingAll());
  const auto context = NewContext(kPatience);
  const StreamResult result =
      MakeStreamCall(api, kind, NewChannel(), *context, {"hello"});
  // Generic streams receive bytes, and parse nothing.
  EXPECT_EQ(result.status.error_code(),
            api == StreamApi::kGeneric ? StatusCode::OK : StatusCode::INTERNAL);
  EXPECT_EQ(server_.attempts(), 1);
}

class OtherMessageTypesTest : public MessageTypesTest {
 protected:
  static ForeignMessage Foreign(const std::string& payload) {
    ForeignMessage message;
    message.bytes = RequestOf(payload).SerializeAsString();
    return message;
  }
  static std::string PayloadOf(const ForeignMessage& message) {
    EXPECT_EQ(message.size, message.bytes.size());
    CallResponse response;
    EXPECT_TRUE(response.ParseFromString(message.bytes));
    return response.payload();
  }
};

// A buffer that is used again is not empty, and looks like an object.
TEST_F(OtherMessageTypesTest, UsedBufferReceivesTheMessageOfAStream) {
  FailOnce();
  server_.Add(Answer("ok").AfterReadingAll());
  grpc::GenericStub stub(NewChannel());
  const auto context = NewContext(kPatience);
  AwaitedQueue queue;
  const auto stream = stub.PrepareCall(context.get(), kBidiMethod, queue.get());
  stream->StartCall(queue.tag());
  EXPECT_TRUE(queue.Await());
  stream->WriteLast(ToBytes(RequestOf("hello")), grpc::WriteOptions(),
                    queue.tag());
  EXPECT_TRUE(queue.Await());
  grpc::ByteBuffer bytes = ToBytes(RequestOf("left from the last call"));
  stream->Read(&bytes, queue.tag());
  EXPECT_TRUE(queue.Await());
  CallResponse response;
  EXPECT_TRUE(FromBytes(bytes, &response));
  EXPECT_EQ(response.payload(), "ok");
  grpc::Status status;
  stream->Finish(&status, queue.tag());
  EXPECT_TRUE(queue.Await());
  EXPECT_TRUE(status.ok()) << status.error_message();
}

// Calls of a type without protobuf. With other interceptors, each first attempt
// is hijacked.
class ForeignTypeTest : public OtherMessageTypesTest,
                        public ::testing::WithParamInterface<bool> {
 protected:
  ForeignTypeTest()
      : channel_(NewChannel(GetParam() ? PassingInterceptors()
                                       : ClientInterceptorFactories())),
        generic_(channel_) {
    FailOnce();
    server_.Add(Answer("ok").AfterReadingAll());
  }

  static grpc::internal::RpcMethod Method(
      const char* name, grpc::internal::RpcMethod::RpcType type) {
    return grpc::internal::RpcMethod(name, type);
  }

  void ExpectOk(const grpc::Status& status) {
    EXPECT_TRUE(status.ok()) << status.error_message();
    EXPECT_EQ(server_.attempts(), 2);
  }

  const std::shared_ptr<grpc::Channel> channel_;
  grpc::TemplatedGenericStub<ForeignMessage, ForeignMessage> generic_;
  const std::shared_ptr<grpc::ClientContext> context_ = NewContext(kPatience);
};

INSTANTIATE_TEST_SUITE_P(Channels, ForeignTypeTest, Values(false, true),
                         [](const auto& hijacked) {
                           return hijacked.param ? "WithOtherInterceptors"
                                                 : "Plain";
                         });

TEST_P(ForeignTypeTest, QueueStreamReceivesItsMessage) {
  AwaitedQueue queue;
  const auto stream =
      generic_.PrepareCall(context_.get(), kBidiMethod, queue.get());
  stream->StartCall(queue.tag());
  EXPECT_TRUE(queue.Await());
  stream->WriteLast(Foreign("hello"), grpc::WriteOptions(), queue.tag());
  EXPECT_TRUE(queue.Await());
  ForeignMessage message;
  stream->Read(&message, queue.tag());
  EXPECT_TRUE(queue.Await());
  EXPECT_EQ(PayloadOf(message), "ok");
  grpc::Status status;
  stream->Finish(&status, queue.tag());
  EXPECT_TRUE(queue.Await());
  ExpectOk(status);
}

// Sends one message and reads one.
class ForeignReactor final
    : public grpc::ClientBidiReactor<ForeignMessage, ForeignMessage> {
 public:
  explicit ForeignReactor(ForeignMessage request)
      : request_(std::move(request)) {}

  void Start() {
    StartRead(&response_);
    StartWriteLast(&request_, grpc::WriteOptions());
    StartCall();
  }
  void OnDone(const grpc::Status& status) override {
    status_ = status;
    done_.Give();
  }
  bool Await() { return done_.Await(kPatience); }
  const grpc::Status& status() const { return status_; }
  const ForeignMessage& response() const { return response_; }

 private:
  ForeignMessage request_;
  ForeignMessage response_;
  grpc::Status status_;
  Signal done_;
};

TEST_P(ForeignTypeTest, ReactorReceivesItsMessage) {
  ForeignReactor reactor(Foreign("hello"));
  generic_.PrepareBidiStreamingCall(context_.get(), kBidiMethod,
                                    grpc::StubOptions(), &reactor);
  reactor.Start();
  ASSERT_TRUE(reactor.Await());
  EXPECT_EQ(PayloadOf(reactor.response()), "ok");
  ExpectOk(reactor.status());
}

TEST_P(ForeignTypeTest, SyncServerStreamReceivesItsMessage) {
  const auto method = Method("/baton.testing.v1.Scripted/ServerStream",
                             grpc::internal::RpcMethod::SERVER_STREAMING);
  const std::unique_ptr<grpc::ClientReader<ForeignMessage>> reader(
      grpc::internal::ClientReaderFactory<ForeignMessage>::Create(
          channel_.get(), method, context_.get(), Foreign("hello")));
  ForeignMessage message;
  EXPECT_TRUE(reader->Read(&message));
  EXPECT_EQ(PayloadOf(message), "ok");
  EXPECT_FALSE(reader->Read(&message));
  ExpectOk(reader->Finish());
}

TEST_P(ForeignTypeTest, SyncClientStreamReceivesItsResponse) {
  const auto method = Method("/baton.testing.v1.Scripted/ClientStream",
                             grpc::internal::RpcMethod::CLIENT_STREAMING);
  ForeignMessage response;
  const std::unique_ptr<grpc::ClientWriter<ForeignMessage>> writer(
      grpc::internal::ClientWriterFactory<ForeignMessage>::Create(
          channel_.get(), method, context_.get(), &response));
  EXPECT_TRUE(writer->Write(Foreign("hello")));
  writer->WritesDone();
  ExpectOk(writer->Finish());
  EXPECT_EQ(PayloadOf(response), "ok");
}

TEST_P(ForeignTypeTest, SyncCallReceivesItsResponse) {
  const auto method =
      Method(kUnaryMethod, grpc::internal::RpcMethod::NORMAL_RPC);
  ForeignMessage response;
  ExpectOk(grpc::internal::BlockingUnaryCall<ForeignMessage, ForeignMessage>(
      channel_.get(), method, context_.get(), Foreign("hello"), &response));
  EXPECT_EQ(PayloadOf(response), "ok");
}

TEST_P(ForeignTypeTest, QueueCallReceivesItsResponse) {
  AwaitedQueue queue;
  ForeignMessage response;
  grpc::Status status;
  const auto reader = generic_.PrepareUnaryCall(context_.get(), kUnaryMethod,
                                                Foreign("hello"), queue.get());
  reader->StartCall();
  reader->Finish(&response, &status, queue.tag());
  EXPECT_TRUE(queue.Await());
  ExpectOk(status);
  EXPECT_EQ(PayloadOf(response), "ok");
}

TEST_P(ForeignTypeTest, CallbackReceivesItsResponse) {
  const ForeignMessage request = Foreign("hello");
  ForeignMessage response;
  grpc::Status status;
  Signal done;
  generic_.UnaryCall(context_.get(), kUnaryMethod, grpc::StubOptions(),
                     &request, &response, [&](grpc::Status result) {
                       status = std::move(result);
                       done.Give();
                     });
  ASSERT_TRUE(done.Await(kPatience));
  ExpectOk(status);
  EXPECT_EQ(PayloadOf(response), "ok");
}

TEST_F(OtherMessageTypesTest, ForeignTypeOfACallWithOneAttemptIsReceived) {
  options_.policy.everything().retry.max_attempts = 1;
  const grpc::internal::RpcMethod method(kUnaryMethod,
                                         grpc::internal::RpcMethod::NORMAL_RPC);
  const auto channel = NewChannel();
  const auto context = NewContext(kPatience);
  ForeignMessage response;
  const grpc::Status status =
      grpc::internal::BlockingUnaryCall<ForeignMessage, ForeignMessage>(
          channel.get(), method, context.get(), Foreign("hello"), &response);
  EXPECT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(PayloadOf(response), "hello");
  EXPECT_EQ(server_.attempts(), 1);
}

// gRPC sends no message then, and an interceptor that asks for it aborts.
TEST_F(OtherMessageTypesTest, CallWithAnInvalidBufferEndsAsOnBareGrpc) {
  const auto code_on = [](const std::shared_ptr<grpc::Channel>& channel) {
    grpc::GenericStub stub(channel);
    const auto context = NewContext(kPatience);
    const grpc::ByteBuffer invalid;
    grpc::ByteBuffer response;
    grpc::Status status;
    AwaitedQueue queue;
    const auto reader = stub.PrepareUnaryCall(context.get(), kUnaryMethod,
                                              invalid, queue.get());
    reader->StartCall();
    reader->Finish(&response, &status, queue.tag());
    EXPECT_TRUE(queue.Await());
    return status.error_code();
  };
  const grpc::StatusCode bare = code_on(grpc::CreateChannel(
      server_.address(), grpc::InsecureChannelCredentials()));
  EXPECT_EQ(code_on(NewChannel()), bare);
}

}  // namespace
}  // namespace baton
