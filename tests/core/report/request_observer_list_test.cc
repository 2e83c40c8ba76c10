// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "baton/request_observer.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace baton::core {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::IsNull;
using ::testing::SizeIs;

using Notes = std::vector<std::string>;

class NotedRequest final : public RequestObserver {
 public:
  NotedRequest(std::string name, Notes& notes)
      : name_(std::move(name)), notes_(notes) {}

  std::unique_ptr<Attachment> Attach() override {
    return std::make_unique<NotedAttachment>(name_, notes_);
  }
  void OnRequestEnd(const RequestReport&) override {
    notes_.push_back(name_ + " is over");
  }

 private:
  class NotedAttachment final : public Attachment {
   public:
    NotedAttachment(std::string name, Notes& notes)
        : name_(std::move(name)), notes_(notes) {
      notes_.push_back("on " + name_);
    }
    ~NotedAttachment() override { notes_.push_back("off " + name_); }

   private:
    const std::string name_;
    Notes& notes_;
  };

  const std::string name_;
  Notes& notes_;
};

class NotingFactory final : public RequestObserverFactory {
 public:
  NotingFactory(std::string name, Notes& notes)
      : name_(std::move(name)), notes_(notes) {}
  std::unique_ptr<RequestObserver> OnRequestStart(
      const RequestStart&) override {
    return std::make_unique<NotedRequest>(name_, notes_);
  }

 private:
  const std::string name_;
  Notes& notes_;
};

class BlindFactory final : public RequestObserverFactory {
 public:
  std::unique_ptr<RequestObserver> OnRequestStart(
      const RequestStart&) override {
    return nullptr;
  }
};

TEST(RequestObserverListTest, CallsObserversInTheGivenOrder) {
  Notes notes;
  const auto factory =
      CombineRequestObservers({std::make_shared<NotingFactory>("a", notes),
                               std::make_shared<NotingFactory>("b", notes)});
  const auto request = factory->OnRequestStart({});
  EXPECT_THAT(request->members(), SizeIs(2));
  request->Attach();
  request->OnRequestEnd({});
  EXPECT_THAT(notes, ElementsAre("on a", "on b", "off b", "off a", "a is over",
                                 "b is over"));
}

TEST(RequestObserverListTest, SingleObserverIsNotWrapped) {
  Notes notes;
  const auto one = std::make_shared<NotingFactory>("a", notes);
  EXPECT_EQ(CombineRequestObservers({nullptr, one}), one);
  const auto factory =
      CombineRequestObservers({one, std::make_shared<BlindFactory>()});
  EXPECT_THAT(factory->OnRequestStart({})->members(), IsEmpty());
}

TEST(RequestObserverListTest, NoObserversMakeANullObserver) {
  EXPECT_THAT(CombineRequestObservers({}), IsNull());
  const auto blind = CombineRequestObservers(
      {std::make_shared<BlindFactory>(), std::make_shared<BlindFactory>()});
  EXPECT_THAT(blind->OnRequestStart({}), IsNull());
}

}  // namespace
}  // namespace baton::core
