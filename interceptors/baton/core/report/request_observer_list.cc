// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "baton/request_observer.h"

namespace baton {
namespace {

using RequestObservers =
    absl::InlinedVector<std::unique_ptr<RequestObserver>, 2>;

class AttachmentList final : public RequestObserver::Attachment {
 public:
  void Add(std::unique_ptr<Attachment> attachment) {
    attachments_.push_back(std::move(attachment));
  }
  ~AttachmentList() override {
    while (!attachments_.empty()) attachments_.pop_back();
  }

 private:
  absl::InlinedVector<std::unique_ptr<Attachment>, 2> attachments_;
};

class RequestObserverList final : public RequestObserver {
 public:
  explicit RequestObserverList(RequestObservers observers)
      : observers_(std::move(observers)) {}

  std::unique_ptr<Attachment> Attach() override {
    auto attachments = std::make_unique<AttachmentList>();
    for (auto& observer : observers_) {
      if (auto attachment = observer->Attach(); attachment != nullptr) {
        attachments->Add(std::move(attachment));
      }
    }
    return attachments;
  }
  void OnRequestEnd(const RequestReport& report) override {
    for (auto& observer : observers_) observer->OnRequestEnd(report);
  }
  Members members() const override { return observers_; }

 private:
  const RequestObservers observers_;
};

class RequestObserverFactoryList final : public RequestObserverFactory {
 public:
  explicit RequestObserverFactoryList(
      std::vector<std::shared_ptr<RequestObserverFactory>> factories)
      : factories_(std::move(factories)) {}

  std::unique_ptr<RequestObserver> OnRequestStart(
      const RequestStart& request) override {
    RequestObservers observers;
    for (const auto& factory : factories_) {
      auto observer = factory->OnRequestStart(request);
      if (observer != nullptr) observers.push_back(std::move(observer));
    }
    if (observers.empty()) return nullptr;
    if (observers.size() == 1) return std::move(observers.front());
    return std::make_unique<RequestObserverList>(std::move(observers));
  }

 private:
  const std::vector<std::shared_ptr<RequestObserverFactory>> factories_;
};

}  // namespace

std::shared_ptr<RequestObserverFactory> CombineRequestObservers(
    std::vector<std::shared_ptr<RequestObserverFactory>> factories) {
  factories.erase(std::remove(factories.begin(), factories.end(), nullptr),
                  factories.end());
  if (factories.empty()) return nullptr;
  if (factories.size() == 1) return std::move(factories.front());
  return std::make_shared<RequestObserverFactoryList>(std::move(factories));
}

}  // namespace baton
