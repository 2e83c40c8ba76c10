// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "baton/call_observer.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace baton::core {
namespace {

using ::testing::ElementsAre;
using ::testing::IsNull;

using Notes = std::vector<std::string>;

class NotedCall final : public CallObserver {
 public:
  NotedCall(std::string name, Notes& notes)
      : name_(std::move(name)), notes_(notes) {}

  void OnAttemptStart(const AttemptStart& attempt,
                      AttemptMetadata& metadata) override {
    Note(absl::StrCat("starts ", attempt.number));
    metadata.Set("x-last", name_);
  }
  void OnAttemptEnd(const AttemptEnd& attempt) override {
    Note(absl::StrCat("ends ", attempt.number));
  }
  void OnAttemptDiscarded(int number, const AttemptReport&) override {
    Note(absl::StrCat("drops ", number));
  }
  void OnWait(const Decision&) override { Note("waits"); }
  void OnCallEnd(const CallReport&) override { Note("is over"); }
  std::string TraceId() const override {
    return name_ == "untraced" ? "" : absl::StrCat("trace of ", name_);
  }

 private:
  void Note(const std::string& what) {
    notes_.push_back(absl::StrCat(name_, ": ", what));
  }

  const std::string name_;
  Notes& notes_;
};

class NotingFactory final : public CallObserverFactory {
 public:
  NotingFactory(std::string name, Notes& notes)
      : name_(std::move(name)), notes_(notes) {}

  std::unique_ptr<CallObserver> OnCallStart(const CallStart&) override {
    return std::make_unique<NotedCall>(name_, notes_);
  }

 private:
  const std::string name_;
  Notes& notes_;
};

class BlindFactory final : public CallObserverFactory {
 public:
  std::unique_ptr<CallObserver> OnCallStart(const CallStart&) override {
    return nullptr;
  }
};

class LastValue final : public AttemptMetadata {
 public:
  void Set(absl::string_view key, absl::string_view value) override {
    text = absl::StrCat(key, "=", value);
  }
  std::string text;
};

TEST(CallObserverListTest, CallsObserversInTheGivenOrder) {
  Notes notes;
  const auto both =
      CombineCallObservers({std::make_shared<NotingFactory>("a", notes),
                            std::make_shared<NotingFactory>("b", notes)});
  const auto call = both->OnCallStart({});
  LastValue metadata;
  call->OnAttemptStart({}, metadata);
  call->OnAttemptEnd({});
  call->OnAttemptDiscarded(2, {});
  call->OnWait({});
  call->OnCallEnd({});
  EXPECT_THAT(
      notes, ElementsAre("a: starts 1", "b: starts 1", "a: ends 1", "b: ends 1",
                         "a: drops 2", "b: drops 2", "a: waits", "b: waits",
                         "a: is over", "b: is over"));
  EXPECT_EQ(metadata.text, "x-last=b");
}

TEST(CallObserverListTest, FirstObserverWithATraceNamesIt) {
  Notes notes;
  const auto combined =
      CombineCallObservers({std::make_shared<NotingFactory>("untraced", notes),
                            std::make_shared<NotingFactory>("b", notes),
                            std::make_shared<NotingFactory>("c", notes)});
  EXPECT_EQ(combined->OnCallStart({})->TraceId(), "trace of b");
}

TEST(CallObserverListTest, CombiningNoFactoriesReturnsNull) {
  EXPECT_THAT(CombineCallObservers({}), IsNull());
  EXPECT_THAT(CombineCallObservers({nullptr, nullptr}), IsNull());
}

TEST(CallObserverListTest, CombiningOneFactoryReturnsIt) {
  Notes notes;
  const auto one = std::make_shared<NotingFactory>("a", notes);
  EXPECT_EQ(CombineCallObservers({nullptr, one}), one);
}

TEST(CallObserverListTest, NullObserverDoesNotAffectTheOthers) {
  Notes notes;
  const auto both =
      CombineCallObservers({std::make_shared<BlindFactory>(),
                            std::make_shared<NotingFactory>("b", notes)});
  both->OnCallStart({})->OnCallEnd({});
  EXPECT_THAT(notes, ElementsAre("b: is over"));
}

TEST(CallObserverListTest, OnlyNullObserversMakeNoObserver) {
  const auto both = CombineCallObservers(
      {std::make_shared<BlindFactory>(), std::make_shared<BlindFactory>()});
  EXPECT_THAT(both->OnCallStart({}), IsNull());
}

}  // namespace
}  // namespace baton::core
