// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Calls of all message types on channels of both codecs. The type that the
// application passes decides, and no combination corrupts memory.

#include <memory>
#include <string>
#include <tuple>
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

std::string Name(MessageCodec codec) {
  return codec == MessageCodec::kBytes ? "BytesCodec" : "ProtobufCodec";
}

// The first attempt of each call fails.
class MessageTypesTest : public ::testing::Test {
 protected:
  explicit MessageTypesTest(MessageCodec codec) { options_.codec = codec; }

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
                              public ::testing::WithParamInterface<
                                  std::tuple<UnaryForm, MessageCodec>> {
 protected:
  UnaryMessageTypesTest() : MessageTypesTest(std::get<1>(GetParam())) {}
};

INSTANTIATE_TEST_SUITE_P(Forms, UnaryMessageTypesTest,
                         Combine(ValuesIn(AllUnaryForms()),
                                 Values(MessageCodec::kProtobuf,
                                        MessageCodec::kBytes)),
                         [](const auto& form) {
                           return Name(std::get<0>(form.param)) +
                                  Name(std::get<1>(form.param));
                         });

TEST_P(UnaryMessageTypesTest, RetriedCallReturnsItsResponse) {
  for (const bool in_place : {true, false}) {
    server_.Add(Fail(StatusCode::UNAVAILABLE, "busy"));
    const UnaryResult result =
        MakeUnaryCall(std::get<0>(GetParam()),
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
      public ::testing::WithParamInterface<
          std::tuple<StreamApi, StreamKind, MessageCodec>> {
 protected:
  StreamMessageTypesTest() : MessageTypesTest(std::get<2>(GetParam())) {}
};

INSTANTIATE_TEST_SUITE_P(
    Forms, StreamMessageTypesTest,
    Combine(ValuesIn(AllStreamApis()), ValuesIn(AllStreamKinds()),
            Values(MessageCodec::kProtobuf, MessageCodec::kBytes)),
    [](const auto& form) {
      return Name(std::get<0>(form.param)) + Name(std::get<1>(form.param)) +
             Name(std::get<2>(form.param));
    });

TEST_P(StreamMessageTypesTest, RetriedStreamReturnsItsMessages) {
  FailOnce();
  server_.Add(Answer("ok").AfterReadingAll());
  const auto [api, kind, codec] = GetParam();
  const auto context = NewContext(kPatience);
  const StreamResult result =
      MakeStreamCall(api, kind, NewChannel(), *context, {"hello"});
  EXPECT_TRUE(result.status.ok()) << result;
  EXPECT_EQ(result.payloads, std::vector<std::string>{"ok"});
  EXPECT_EQ(server_.attempts(), 2);
}

class OtherMessageTypesTest
    : public MessageTypesTest,
      public ::testing::WithParamInterface<MessageCodec> {
 protected:
  OtherMessageTypesTest() : MessageTypesTest(GetParam()) {}

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

INSTANTIATE_TEST_SUITE_P(Codecs, OtherMessageTypesTest,
                         Values(MessageCodec::kProtobuf, MessageCodec::kBytes),
                         [](const auto& codec) { return Name(codec.param); });

// A buffer that is used again is not empty, and looks like an object.
TEST_P(OtherMessageTypesTest, UsedBufferReceivesTheMessageOfAStream) {
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

TEST_P(OtherMessageTypesTest, BytesCodecReceivesForeignTypesOfAStream) {
  options_.codec = MessageCodec::kBytes;  // the only one for such a stream
  FailOnce();
  server_.Add(Answer("ok").AfterReadingAll());
  grpc::TemplatedGenericStub<ForeignMessage, ForeignMessage> stub(NewChannel());
  const auto context = NewContext(kPatience);
  AwaitedQueue queue;
  const auto stream = stub.PrepareCall(context.get(), kBidiMethod, queue.get());
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
  EXPECT_TRUE(status.ok()) << status.error_message();
}

TEST_P(OtherMessageTypesTest, ForeignTypeReceivesTheResponseOfASyncCall) {
  FailOnce();
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
}

TEST_P(OtherMessageTypesTest, ForeignTypeReceivesTheResponseOnAQueue) {
  FailOnce();
  grpc::TemplatedGenericStub<ForeignMessage, ForeignMessage> stub(NewChannel());
  const auto context = NewContext(kPatience);
  AwaitedQueue queue;
  ForeignMessage response;
  grpc::Status status;
  const auto reader = stub.PrepareUnaryCall(context.get(), kUnaryMethod,
                                            Foreign("hello"), queue.get());
  reader->StartCall();
  reader->Finish(&response, &status, queue.tag());
  EXPECT_TRUE(queue.Await());
  EXPECT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(PayloadOf(response), "hello");
}

TEST_P(OtherMessageTypesTest, ForeignTypeReceivesTheResponseInACallback) {
  FailOnce();
  grpc::TemplatedGenericStub<ForeignMessage, ForeignMessage> stub(NewChannel());
  const auto context = NewContext(kPatience);
  const ForeignMessage request = Foreign("hello");
  ForeignMessage response;
  grpc::Status status;
  Signal done;
  stub.UnaryCall(context.get(), kUnaryMethod, grpc::StubOptions(), &request,
                 &response, [&](grpc::Status result) {
                   status = std::move(result);
                   done.Give();
                 });
  ASSERT_TRUE(done.Await(kPatience));
  EXPECT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(PayloadOf(response), "hello");
}

}  // namespace
}  // namespace baton
