// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/shop/node.h"

#include <thread>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "examples/stack/shop/completions.h"
#include "examples/stack/shop/shop.grpc.pb.h"

namespace baton::stack {
namespace {

template <typename Service>
class SyncNode final : public Node, private Service::Service {
 public:
  explicit SyncNode(LayerWork* work) : work_(work) {}

  void Register(grpc::ServerBuilder* builder) override {
    builder->RegisterService(this);
  }

 private:
  grpc::Status Get(grpc::ServerContext* context, const GetRequest* request,
                   GetReply* reply) override {
    return work_->Do(
        *request,
        [context] { return grpc::ClientContext::FromServerContext(*context); },
        reply);
  }

  LayerWork* const work_;
};

template <typename Service>
class CallbackNode final : public Node, private Service::CallbackService {
 public:
  explicit CallbackNode(LayerWork* work) : work_(work) {}

  void Register(grpc::ServerBuilder* builder) override {
    builder->RegisterService(this);
  }

 private:
  grpc::ServerUnaryReactor* Get(grpc::CallbackServerContext* context,
                                const GetRequest* request,
                                GetReply* reply) override {
    grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
    work_->DoAsync(
        *request,
        [context] {
          return grpc::ClientContext::FromCallbackServerContext(*context);
        },
        nullptr, reply,
        [reactor](const grpc::Status& status) { reactor->Finish(status); });
    return reactor;
  }

  LayerWork* const work_;
};

// Its calls to other services use the same queue.
template <typename Service>
class QueueNode final : public Node {
 public:
  explicit QueueNode(LayerWork* work) : work_(work) {}

  void Register(grpc::ServerBuilder* builder) override {
    builder->RegisterService(&service_);
    queue_ = builder->AddCompletionQueue();
  }

  void OnServerStart() override {
    Await();
    poller_ = std::thread([this] { RunCompletions(*queue_); });
  }

  // All requests and their calls have ended before this call.
  void OnServerEnd() override {
    queue_->Shutdown();
    poller_.join();
  }

 private:
  struct Request {
    grpc::ServerContext context;
    GetRequest request;
    GetReply reply;
    grpc::ServerAsyncResponseWriter<GetReply> writer{&context};
  };

  void Await() {
    const auto call = std::make_shared<Request>();
    service_.RequestGet(&call->context, &call->request, &call->writer,
                        queue_.get(), queue_.get(),
                        NewTag([this, call](bool ok) {
                          if (!ok) return;
                          Await();
                          Serve(call);
                        }));
  }

  void Serve(const std::shared_ptr<Request>& call) {
    work_->DoAsync(
        call->request,
        [call] {
          return grpc::ClientContext::FromServerContext(call->context);
        },
        queue_.get(), &call->reply,
        [call](const grpc::Status& status) {
          void* const tag = NewTag([call](bool /*ok*/) {});
          if (status.ok()) {
            call->writer.Finish(call->reply, status, tag);
          } else {
            call->writer.FinishWithError(status, tag);
          }
        });
  }

  LayerWork* const work_;
  typename Service::AsyncService service_;
  std::unique_ptr<grpc::ServerCompletionQueue> queue_;
  std::thread poller_;
};

template <typename Service>
std::unique_ptr<Node> NewNodeOf(ServerStyle style, LayerWork* work) {
  switch (style) {
    case ServerStyle::kSync:
      return std::make_unique<SyncNode<Service>>(work);
    case ServerStyle::kCallback:
      return std::make_unique<CallbackNode<Service>>(work);
    case ServerStyle::kQueue:
      return std::make_unique<QueueNode<Service>>(work);
  }
  return nullptr;
}

}  // namespace

absl::StatusOr<ServerStyle> ParseServerStyle(absl::string_view name) {
  if (name == "sync") return ServerStyle::kSync;
  if (name == "callback") return ServerStyle::kCallback;
  if (name == "queue") return ServerStyle::kQueue;
  return absl::InvalidArgumentError(absl::StrCat(
      "style: must be one of sync, callback, queue, got \"", name, "\""));
}

std::unique_ptr<Node> NewNode(Layer layer, ServerStyle style, LayerWork* work) {
  switch (layer) {
    case ::shop::v1::LAYER_EDGE:
      return NewNodeOf<::shop::v1::Edge>(style, work);
    case ::shop::v1::LAYER_CHECKOUT:
      return NewNodeOf<::shop::v1::Checkout>(style, work);
    case ::shop::v1::LAYER_INVENTORY:
      return NewNodeOf<::shop::v1::Inventory>(style, work);
    default:
      return NewNodeOf<::shop::v1::Pricing>(style, work);
  }
}

}  // namespace baton::stack
