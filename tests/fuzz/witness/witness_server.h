// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_FUZZ_WITNESS_WITNESS_SERVER_H_
#define BATON_TESTS_FUZZ_WITNESS_WITNESS_SERVER_H_

#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "baton/client.h"
#include "baton/server.h"
#include "grpcpp/generic/async_generic_service.h"
#include "grpcpp/grpcpp.h"
#include "tests/fuzz/witness/witness_handlers.h"

namespace baton::fuzz {

// The API of the handler that serves a call of the witness.
enum class Api { kCallback, kSync, kQueue, kGeneric };
constexpr Api kApis[] = {Api::kCallback, Api::kSync, Api::kQueue,
                         Api::kGeneric};

// The key of the metadata by which the server knows the witness.
constexpr char kTokenKey[] = "witness";

// Returns options for a witness: idempotent calls, retries without a wait.
ClientOptions OptionsOfWitness();

// Returns the path of a unary or server-streaming method with this API.
std::string PathOf(Api api);

// A server with Baton and handlers of all APIs. A caller with the secret token
// is the witness: its first attempt fails, and its second one succeeds. Each
// other request gets the status that its metadata "fail" names.
class WitnessServer {
 public:
  // If `fails_with_any_code`, other callers can make handlers fail with codes
  // that clients retry. The witness uses a channel with `client`.
  WitnessServer(ServerOptions options, ClientOptions client,
                bool fails_with_any_code);
  ~WitnessServer();

  int port() const { return port_; }
  std::string target() const;
  const std::string& token() const { return token_; }

  // Makes a call of the witness. Returns what the witness and the handlers have
  // seen of it, without times.
  std::string CallOfWitness(Api api);

 private:
  grpc::Status JudgeRequest(grpc::ServerContextBase& context);
  grpc::Status JudgeWitness(grpc::ServerContextBase& context);

  const std::string token_;  // Random, so that no input contains it.
  const bool fails_with_any_code_;
  const int max_grant_;
  std::mutex mutex_;
  int attempts_ = 0;  // Of the current call. Guarded by mutex_, as is seen_.
  std::string seen_;
  const Judge judge_ = [this](grpc::ServerContextBase& context) {
    return JudgeRequest(context);
  };
  MixedHandlers mixed_{judge_};
  SyncHandlers sync_{judge_};
  grpc::AsyncGenericService generic_;
  std::unique_ptr<grpc::ServerCompletionQueue> queue_;
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
  std::thread thread_;
  std::shared_ptr<grpc::Channel> channel_;
};

}  // namespace baton::fuzz

#endif  // BATON_TESTS_FUZZ_WITNESS_WITNESS_SERVER_H_
