// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <string>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "baton/call_observer.h"

namespace baton {
namespace {

using CallObservers = absl::InlinedVector<std::unique_ptr<CallObserver>, 3>;

class CallObserverList final : public CallObserver {
 public:
  explicit CallObserverList(CallObservers observers)
      : observers_(std::move(observers)) {}

  void OnAttemptStart(const AttemptStart& attempt,
                      AttemptMetadata& metadata) override {
    for (auto& observer : observers_) {
      observer->OnAttemptStart(attempt, metadata);
    }
  }
  void OnAttemptEnd(const AttemptEnd& attempt) override {
    for (auto& observer : observers_) observer->OnAttemptEnd(attempt);
  }
  void OnAttemptDiscarded(int number, const AttemptReport& attempt) override {
    for (auto& observer : observers_) {
      observer->OnAttemptDiscarded(number, attempt);
    }
  }
  void OnWait(const Decision& decision) override {
    for (auto& observer : observers_) observer->OnWait(decision);
  }
  void OnCallEnd(const CallReport& report) override {
    for (auto& observer : observers_) observer->OnCallEnd(report);
  }
  std::string TraceId() const override {
    for (const auto& observer : observers_) {
      std::string id = observer->TraceId();
      if (!id.empty()) return id;
    }
    return {};
  }

 private:
  const CallObservers observers_;
};

class CallObserverFactoryList final : public CallObserverFactory {
 public:
  explicit CallObserverFactoryList(
      std::vector<std::shared_ptr<CallObserverFactory>> factories)
      : factories_(std::move(factories)) {}

  std::unique_ptr<CallObserver> OnCallStart(const CallStart& call) override {
    CallObservers observers;
    for (const auto& factory : factories_) {
      auto observer = factory->OnCallStart(call);
      if (observer != nullptr) observers.push_back(std::move(observer));
    }
    if (observers.empty()) return nullptr;
    if (observers.size() == 1) return std::move(observers.front());
    return std::make_unique<CallObserverList>(std::move(observers));
  }

 private:
  const std::vector<std::shared_ptr<CallObserverFactory>> factories_;
};

}  // namespace

std::shared_ptr<CallObserverFactory> CombineCallObservers(
    std::vector<std::shared_ptr<CallObserverFactory>> factories) {
  factories.erase(std::remove(factories.begin(), factories.end(), nullptr),
                  factories.end());
  if (factories.empty()) return nullptr;
  if (factories.size() == 1) return std::move(factories.front());
  return std::make_shared<CallObserverFactoryList>(std::move(factories));
}

}  // namespace baton
