// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/idempotency/proof/payments.h"

#include <mutex>
#include <random>
#include <string>

#include "absl/strings/str_cat.h"
#include "baton/chain/loopback_socket.h"
#include "baton/idempotency/idempotency_key.h"
#include "baton/server.h"
#include "examples/idempotency/ledger.h"
#include "grpcpp/grpcpp.h"
#include "tests/idempotency/proof/effects.h"
#include "tests/support/signal.h"

namespace baton {
namespace {

using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

// The parts of all runs, from 0 to 1: each has the runs below it, down to the
// one before.
constexpr double kFailsBeforeEffect = 0.01;
constexpr double kFailsAfterEffect = 0.02;
constexpr double kLosesAnswer = 0.03;
constexpr double kIsSlow = 0.2;
constexpr double kIsVerySlow = 0.205;
constexpr double kOutlivesLease = 0.206;

class Payments : public Scripted::Service {
 public:
  explicit Payments(uint64_t seed) : random_(seed) {}

  grpc::Status Call(grpc::ServerContext* context, const CallRequest* request,
                    CallResponse* response) final {
    const double draw = Draw();
    const RequestScope scope = RequestScope::From(context);
    if (draw < kFailsBeforeEffect) {
      scope.NotExecuted();
      return {grpc::StatusCode::UNAVAILABLE, "nothing happened"};
    }
    const std::string receipt =
        Apply(request->payload(), std::string(scope.idempotency_key()));
    if (receipt.empty()) return {grpc::StatusCode::INTERNAL, "disk"};
    if (draw < kFailsAfterEffect) {
      return {grpc::StatusCode::UNAVAILABLE, "something happened"};
    }
    if (draw < kLosesAnswer) {
      // All other calls on the connection lose their answers, too.
      chain::CutLoopbackConnection(context->peer());
    } else if (draw < kIsSlow) {
      Signal().Await(absl::Milliseconds(5));
    } else if (draw < kIsVerySlow) {
      Signal().Await(absl::Milliseconds(100));
    } else if (draw < kOutlivesLease) {
      Signal().Await(kLease + absl::Milliseconds(100));
    }
    response->set_payload(receipt);
    return grpc::Status::OK;
  }

 private:
  // Applies the effect of a request. Returns its receipt, or "" on failure.
  virtual std::string Apply(const std::string& request,
                            const std::string& key) = 0;

  double Draw() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return std::uniform_real_distribution<double>()(random_);
  }

  std::mutex mutex_;
  std::mt19937_64 random_;  // guarded by mutex_
};

class FilePayments final : public Payments {
 public:
  FilePayments(const std::string& path, uint64_t seed)
      : Payments(seed), effects_(path) {}

 private:
  std::string Apply(const std::string& request,
                    const std::string& /*key*/) override {
    // A receipt belongs to one effect, also across processes.
    std::string receipt = NewIdempotencyKey();
    return effects_.Add(request, receipt) ? receipt : "";
  }

  EffectFile effects_;
};

class LedgerPayments final : public Payments {
 public:
  LedgerPayments(const std::string& path, uint64_t seed)
      : Payments(seed), ledger_(path) {}

 private:
  std::string Apply(const std::string& request,
                    const std::string& key) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto receipt = ledger_.Charge(key, request, [] {});
    return receipt.ok ? absl::StrCat(receipt.number) : "";
  }

  std::mutex mutex_;
  examples::Ledger ledger_;  // guarded by mutex_
};

}  // namespace

std::unique_ptr<Scripted::Service> NewPayments(
    const Replica::Settings& settings) {
  if (settings.guard == Guard::kDatabase) {
    return std::make_unique<LedgerPayments>(settings.directory + "/ledger",
                                            settings.seed);
  }
  return std::make_unique<FilePayments>(settings.directory + "/effects",
                                        settings.seed);
}

}  // namespace baton
