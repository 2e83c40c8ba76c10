// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_RPC_SUPPORT_QUEUE_SERVER_H_
#define BATON_TESTS_RPC_SUPPORT_QUEUE_SERVER_H_

#include <functional>
#include <memory>
#include <mutex>
#include <ostream>
#include <string>
#include <thread>

#include "baton/server.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "grpcpp/generic/async_generic_service.h"
#include "grpcpp/grpcpp.h"

namespace baton {

// The kind of service that a completion queue serves.
enum class QueueService { kTyped, kGeneric };

std::ostream& operator<<(std::ostream& out, QueueService service);

// A server with Baton's server interceptor and a completion queue. One thread
// serves its requests one after the other, without a handler in gRPC. It serves
// Call() of baton.testing.v1.Scripted, or any method.
class QueueServer {
 public:
  using Handler = std::function<grpc::Status(grpc::ServerContext&)>;

  QueueServer(QueueService service, Handler handler,
              ServerOptions options = {});
  ~QueueServer();

  // Returns a channel without Baton.
  std::shared_ptr<grpc::Channel> NewChannel() const;

 private:
  void Serve();
  // Serves one request until its end. Returns false when the queue is shut
  // down.
  bool ServeTyped();
  bool ServeGeneric();
  bool Next();
  // Requests the next call. Returns false if the server shuts down.
  bool Ask(const std::function<void()>& request_call);

  const QueueService kind_;
  const Handler handler_;
  testing::v1::Scripted::WithAsyncMethod_Call<testing::v1::Scripted::Service>
      typed_;
  grpc::AsyncGenericService generic_;
  std::unique_ptr<grpc::ServerCompletionQueue> queue_;
  std::unique_ptr<grpc::Server> server_;
  std::string address_;
  std::mutex mutex_;
  bool stopping_ = false;  // guarded by mutex_
  std::thread thread_;
};

}  // namespace baton

#endif  // BATON_TESTS_RPC_SUPPORT_QUEUE_SERVER_H_
