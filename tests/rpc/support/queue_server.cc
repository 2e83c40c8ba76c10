// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/rpc/support/queue_server.h"

#include <utility>

#include "gtest/gtest.h"

namespace baton {

using testing::v1::CallRequest;
using testing::v1::CallResponse;

std::ostream& operator<<(std::ostream& out, QueueService service) {
  return out << (service == QueueService::kTyped ? "Queue" : "Generic");
}

QueueServer::QueueServer(QueueService service, Handler handler,
                         ServerOptions options)
    : kind_(service), handler_(std::move(handler)) {
  int port = 0;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                           &port);
  const absl::Status installed = InstallServer(&builder, std::move(options));
  EXPECT_TRUE(installed.ok()) << installed;
  if (kind_ == QueueService::kTyped) {
    builder.RegisterService(&typed_);
  } else {
    builder.RegisterAsyncGenericService(&generic_);
  }
  queue_ = builder.AddCompletionQueue();
  server_ = builder.BuildAndStart();
  EXPECT_NE(server_, nullptr);
  address_ = "127.0.0.1:" + std::to_string(port);
  thread_ = std::thread([this] { Serve(); });
}

QueueServer::~QueueServer() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    stopping_ = true;
  }
  server_->Shutdown();
  queue_->Shutdown();
  thread_.join();
}

std::shared_ptr<grpc::Channel> QueueServer::NewChannel() const {
  return grpc::CreateChannel(address_, grpc::InsecureChannelCredentials());
}

void QueueServer::Serve() {
  while (kind_ == QueueService::kTyped ? ServeTyped() : ServeGeneric()) {
  }
  void* tag = nullptr;
  bool ok = false;
  while (queue_->Next(&tag, &ok)) {
  }
}

bool QueueServer::Ask(const std::function<void()>& request_call) {
  // After Shutdown(), gRPC allows no new requests for calls.
  std::lock_guard<std::mutex> lock(mutex_);
  if (stopping_) return false;
  request_call();
  return true;
}

bool QueueServer::Next() {
  void* tag = nullptr;
  bool ok = false;
  return queue_->Next(&tag, &ok) && ok;
}

bool QueueServer::ServeTyped() {
  grpc::ServerContext context;
  CallRequest request;
  CallResponse response;
  grpc::ServerAsyncResponseWriter<CallResponse> responder(&context);
  if (!Ask([&] {
        typed_.RequestCall(&context, &request, &responder, queue_.get(),
                           queue_.get(), this);
      }) ||
      !Next()) {
    return false;
  }
  const grpc::Status status = handler_(context);
  responder.Finish(response, status, this);
  Next();
  return true;
}

bool QueueServer::ServeGeneric() {
  grpc::GenericServerContext context;
  grpc::GenericServerAsyncReaderWriter stream(&context);
  grpc::ByteBuffer message;
  if (!Ask([&] {
        generic_.RequestCall(&context, &stream, queue_.get(), queue_.get(),
                             this);
      }) ||
      !Next()) {
    return false;
  }
  stream.Read(&message, this);
  Next();
  const grpc::Status status = handler_(context);
  if (status.ok()) {
    stream.WriteAndFinish(message, grpc::WriteOptions(), status, this);
  } else {
    stream.Finish(status, this);
  }
  Next();
  return true;
}

}  // namespace baton
