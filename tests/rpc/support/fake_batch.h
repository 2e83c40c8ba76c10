// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_RPC_SUPPORT_FAKE_BATCH_H_
#define BATON_TESTS_RPC_SUPPORT_FAKE_BATCH_H_

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "baton/rpc/grpc/interception.h"
#include "google/protobuf/wrappers.pb.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"

namespace baton::rpc {

// A batch with receive operations that records each use.
class FakeBatch final : public InterceptorBatchMethods {
 public:
  using Received = std::multimap<grpc::string_ref, grpc::string_ref>;

  explicit FakeBatch(std::set<Hook> hooks) : hooks_(std::move(hooks)) {}

  bool QueryInterceptionHookPoint(Hook hook) override {
    return hooks_.count(hook) > 0;
  }
  void Proceed() override { ++proceeded; }
  void Hijack() override { ADD_FAILURE(); }
  grpc::ByteBuffer* GetSerializedSendMessage() override { return nullptr; }
  const void* GetSendMessage() override { return nullptr; }
  void ModifySendMessage(const void*) override { ADD_FAILURE(); }
  bool GetSendMessageStatus() override { return true; }
  std::multimap<std::string, std::string>* GetSendInitialMetadata() override {
    return hooks_.count(Hook::PRE_SEND_INITIAL_METADATA) > 0 ? &sent : nullptr;
  }
  grpc::Status GetSendStatus() override { return grpc::Status::OK; }
  void ModifySendStatus(const grpc::Status&) override { ADD_FAILURE(); }
  std::multimap<std::string, std::string>* GetSendTrailingMetadata() override {
    return nullptr;
  }
  void* GetRecvMessage() override { return received ? &message : nullptr; }
  Received* GetRecvInitialMetadata() override { return &initial; }
  grpc::Status* GetRecvStatus() override { return &status; }
  Received* GetRecvTrailingMetadata() override { return &trailing; }
  std::unique_ptr<grpc::ChannelInterface> GetInterceptedChannel() override {
    return nullptr;
  }
  void FailHijackedRecvMessage() override { message_failed = true; }
  void FailHijackedSendMessage() override { ADD_FAILURE(); }

  std::multimap<std::string, std::string> sent;
  google::protobuf::StringValue message;
  bool received = true;  // false: gRPC has brought no message
  Received initial;
  Received trailing;
  grpc::Status status;
  int proceeded = 0;
  bool message_failed = false;

 private:
  const std::set<Hook> hooks_;
};

}  // namespace baton::rpc

#endif  // BATON_TESTS_RPC_SUPPORT_FAKE_BATCH_H_
