// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Retried calls whose messages are flatbuffers, with the stub that flatc has
// generated. Baton never parses these messages.

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "baton/client.h"
#include "flatbuffers/grpc.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "notes.grpc.fb.h"
#include "tests/support/calls/awaited_queue.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::testing::Combine;
using testing::Notes;
using ::testing::Values;
using NoteMessage = flatbuffers::grpc::Message<testing::Note>;

NoteMessage Note(const std::string& text) {
  flatbuffers::grpc::MessageBuilder builder;
  builder.Finish(testing::CreateNote(builder, builder.CreateString(text)));
  return builder.ReleaseMessage<testing::Note>();
}

std::string TextOf(const NoteMessage& note) {
  return note.size() == 0 ? "none" : note.GetRoot()->text()->str();
}

// Returns the text that it receives. The first attempt of each call fails.
class NotesService final : public Notes::Service {
 public:
  grpc::Status Say(grpc::ServerContext* /*context*/, const NoteMessage* request,
                   NoteMessage* response) override {
    *response = Note(TextOf(*request));
    return NextStatus();
  }
  grpc::Status Collect(grpc::ServerContext* /*context*/,
                       grpc::ServerReader<NoteMessage>* reader,
                       NoteMessage* response) override {
    *response = Note(ReadAll(*reader));
    return NextStatus();
  }
  grpc::Status Watch(grpc::ServerContext* /*context*/,
                     const NoteMessage* request,
                     grpc::ServerWriter<NoteMessage>* writer) override {
    return Send(TextOf(*request), *writer);
  }
  grpc::Status Chat(
      grpc::ServerContext* /*context*/,
      grpc::ServerReaderWriter<NoteMessage, NoteMessage>* stream) override {
    return Send(ReadAll(*stream), *stream);
  }

  int attempts() const { return attempts_; }

 private:
  grpc::Status NextStatus() {
    return attempts_++ == 0
               ? grpc::Status(grpc::StatusCode::UNAVAILABLE, "busy")
               : grpc::Status::OK;
  }
  template <typename Stream>
  static std::string ReadAll(Stream& stream) {
    std::string text;
    for (NoteMessage note; stream.Read(&note);) text += TextOf(note);
    return text;
  }
  template <typename Stream>
  grpc::Status Send(const std::string& text, Stream& stream) {
    const grpc::Status status = NextStatus();
    if (status.ok()) stream.Write(Note(text));
    return status;
  }

  std::atomic<int> attempts_{0};
};

// Whether the first attempt is hijacked, and the size of the text. A large
// message arrives in several slices.
class FlatbuffersTest
    : public ::testing::TestWithParam<std::tuple<bool, std::size_t>> {
 protected:
  FlatbuffersTest() {
    int port = 0;
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                             &port);
    builder.RegisterService(&service_);
    server_ = builder.BuildAndStart();
    stub_ = Notes::NewStub(NewBatonChannel(
        absl::StrCat("127.0.0.1:", port), QuickOptions(),
        std::get<0>(GetParam()) ? PassingInterceptors()
                                : ClientInterceptorFactories()));
  }

  void ExpectRetried(const grpc::Status& status) {
    EXPECT_TRUE(status.ok()) << status.error_message();
    EXPECT_EQ(service_.attempts(), 2);
  }

  const std::string text_ = std::string(std::get<1>(GetParam()), 'x');
  NotesService service_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<Notes::Stub> stub_;
  const std::shared_ptr<grpc::ClientContext> context_ = NewContext(kPatience);
};

INSTANTIATE_TEST_SUITE_P(Channels, FlatbuffersTest,
                         Combine(Values(false, true), Values(5, 100 << 10)),
                         [](const auto& form) {
                           return absl::StrCat(
                               std::get<0>(form.param) ? "Hijacked" : "InPlace",
                               std::get<1>(form.param), "Bytes");
                         });

TEST_P(FlatbuffersTest, SyncCallReceivesItsResponse) {
  NoteMessage response;
  ExpectRetried(stub_->Say(context_.get(), Note(text_), &response));
  EXPECT_EQ(TextOf(response), text_);
}

TEST_P(FlatbuffersTest, QueueCallReceivesItsResponse) {
  AwaitedQueue queue;
  const auto call = stub_->AsyncSay(context_.get(), Note(text_), queue.get());
  NoteMessage response;
  grpc::Status status;
  call->Finish(&response, &status, queue.tag());
  EXPECT_TRUE(queue.Await());
  ExpectRetried(status);
  EXPECT_EQ(TextOf(response), text_);
}

TEST_P(FlatbuffersTest, ClientStreamReceivesItsResponse) {
  NoteMessage response;
  const auto stream = stub_->Collect(context_.get(), &response);
  EXPECT_TRUE(stream->Write(Note(text_)));
  EXPECT_TRUE(stream->Write(Note("end")));
  stream->WritesDone();
  ExpectRetried(stream->Finish());
  EXPECT_EQ(TextOf(response), text_ + "end");
}

TEST_P(FlatbuffersTest, ServerStreamReceivesItsMessage) {
  const auto stream = stub_->Watch(context_.get(), Note(text_));
  NoteMessage message;
  EXPECT_TRUE(stream->Read(&message));
  EXPECT_EQ(TextOf(message), text_);
  EXPECT_FALSE(stream->Read(&message));
  ExpectRetried(stream->Finish());
}

TEST_P(FlatbuffersTest, BidirectionalStreamReceivesItsMessage) {
  const auto stream = stub_->Chat(context_.get());
  EXPECT_TRUE(stream->Write(Note(text_)));
  stream->WritesDone();
  NoteMessage message;
  EXPECT_TRUE(stream->Read(&message));
  EXPECT_EQ(TextOf(message), text_);
  EXPECT_FALSE(stream->Read(&message));
  ExpectRetried(stream->Finish());
}

TEST_P(FlatbuffersTest, QueueStreamReceivesItsMessage) {
  AwaitedQueue queue;
  const auto stream =
      stub_->AsyncChat(context_.get(), queue.get(), queue.tag());
  EXPECT_TRUE(queue.Await());
  stream->WriteLast(Note(text_), grpc::WriteOptions(), queue.tag());
  EXPECT_TRUE(queue.Await());
  NoteMessage message;
  stream->Read(&message, queue.tag());
  EXPECT_TRUE(queue.Await());
  EXPECT_EQ(TextOf(message), text_);
  grpc::Status status;
  stream->Finish(&status, queue.tag());
  EXPECT_TRUE(queue.Await());
  ExpectRetried(status);
}

}  // namespace
}  // namespace baton
