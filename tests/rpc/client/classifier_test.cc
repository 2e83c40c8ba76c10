// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// What a classifier of the application sees of the attempts of a call, in every
// form of call.

#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "baton/client.h"
#include "baton/mutex.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/stream_forms.h"
#include "tests/support/calls/stream_kind.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/calls/unary_result.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::AllOf;
using ::testing::Combine;
using ::testing::Contains;
using ::testing::Field;
using ::testing::TestParamInfo;
using ::testing::ValuesIn;

struct Seen {
  absl::StatusCode code;
  std::string method;
  int attempt_number;
  std::string message;
  std::string error_details;
};

// Retries a failure whose trailer says that the shard is moving. The codes
// alone would make all these failures final.
class ShardClassifier final : public Classifier {
 public:
  OutcomeClass Classify(const AttemptOutcome& outcome) const override {
    return codes_.Classify(outcome);
  }

  OutcomeClass ClassifyWithDetails(
      const AttemptOutcome& outcome,
      const AttemptDetails& details) const override {
    const MutexLock lock(mutex_);
    seen_.push_back({outcome.code, std::string(details.method()),
                     details.attempt_number(), std::string(details.message()),
                     std::string(details.error_details())});
    details.ForEachTrailer([&](absl::string_view key, absl::string_view value) {
      trailer_bytes_ += key.size() + value.size();
    });
    return details.FindTrailer("shard-state") == "moving"
               ? OutcomeClass::kTransient
               : codes_.ClassifyWithDetails(outcome, details);
  }

  std::vector<Seen> seen() const {
    const MutexLock lock(mutex_);
    return seen_;
  }
  std::size_t trailer_bytes() const {
    const MutexLock lock(mutex_);
    return trailer_bytes_;
  }

 private:
  const ClassifierOptions options_;
  const StatusClassifier codes_{options_};
  mutable Mutex mutex_;
  mutable std::vector<Seen> seen_ ABSL_GUARDED_BY(mutex_);
  mutable std::size_t trailer_bytes_ ABSL_GUARDED_BY(mutex_) = 0;
};

const char kDetails[] =
    "\x08\x05\x12\x04"
    "away";

ScriptStep Moving(const std::string& message) {
  return Fail(StatusCode::NOT_FOUND, message)
      .WithDetails(kDetails)
      .WithTrailer("shard-state", "moving");
}

auto IsAttempt(absl::StatusCode code, int number, const std::string& message,
               const std::string& details) {
  return AllOf(Field(&Seen::code, code), Field(&Seen::attempt_number, number),
               Field(&Seen::message, message),
               Field(&Seen::error_details, details));
}

class ClassifierDetailsTest : public ::testing::Test {
 protected:
  ClassifierDetailsTest() { options_.classifier = classifier_; }

  void ExpectBothAttemptsSeen(absl::string_view method) {
    const std::vector<Seen> seen = classifier_->seen();
    EXPECT_THAT(seen, Contains(IsAttempt(absl::StatusCode::kNotFound, 1,
                                         "not here", kDetails)));
    EXPECT_THAT(seen, Contains(IsAttempt(absl::StatusCode::kOk, 2, "", "")));
    for (const Seen& one : seen) EXPECT_EQ(one.method, method);
  }

  const std::shared_ptr<ShardClassifier> classifier_ =
      std::make_shared<ShardClassifier>();
  ScriptedServer server_;
  ClientOptions options_ = QuickOptions();
};

class UnaryClassifierTest : public ClassifierDetailsTest,
                            public ::testing::WithParamInterface<UnaryForm> {};

INSTANTIATE_TEST_SUITE_P(Forms, UnaryClassifierTest, ValuesIn(AllUnaryForms()),
                         NameOfForm);

TEST_P(UnaryClassifierTest, ClassifierSeesTheDetailsOfEachAttempt) {
  server_.Add(Moving("not here"));
  server_.Add(Answer("ok"));
  const UnaryResult result =
      MakeUnaryCall(GetParam(), NewBatonChannel(server_.address(), options_),
                    NewContext(kPatience), RequestOf("hello"));
  EXPECT_TRUE(result.status.ok()) << result;
  EXPECT_EQ(server_.attempts(), 2);
  ExpectBothAttemptsSeen("/baton.testing.v1.Scripted/Call");
}

using StreamForm = std::tuple<StreamApi, StreamKind>;

class StreamClassifierTest : public ClassifierDetailsTest,
                             public ::testing::WithParamInterface<StreamForm> {
};

std::string NameOfStream(const TestParamInfo<StreamForm>& param) {
  return absl::StrCat(Name(std::get<0>(param.param)),
                      Name(std::get<1>(param.param)));
}

INSTANTIATE_TEST_SUITE_P(Forms, StreamClassifierTest,
                         Combine(ValuesIn(AllStreamApis()),
                                 ValuesIn(AllStreamKinds())),
                         NameOfStream);

absl::string_view MethodOf(StreamKind kind) {
  switch (kind) {
    case StreamKind::kServer:
      return "/baton.testing.v1.Scripted/ServerStream";
    case StreamKind::kClient:
      return "/baton.testing.v1.Scripted/ClientStream";
    case StreamKind::kBidi:
      break;
  }
  return "/baton.testing.v1.Scripted/Bidi";
}

TEST_P(StreamClassifierTest, ClassifierSeesTheDetailsOfEachAttempt) {
  server_.Add(Moving("not here"));
  server_.Add(Answer("ok").AfterReadingAll());
  const auto context = NewContext(kPatience);
  const StreamResult result = MakeStreamCall(
      std::get<0>(GetParam()), std::get<1>(GetParam()),
      NewBatonChannel(server_.address(), options_), *context, {"a"});
  EXPECT_TRUE(result.status.ok()) << result;
  EXPECT_EQ(server_.attempts(), 2);
  ExpectBothAttemptsSeen(MethodOf(std::get<1>(GetParam())));
}

TEST_F(ClassifierDetailsTest, ClassifierSeesTheDetailsOfHedges) {
  HedgeOptions& hedge = options_.policy.everything().hedge;
  hedge.max_attempts = 3;
  hedge.delay = absl::ZeroDuration();
  hedge.max_extra_load_ratio = 1;
  hedge.non_fatal_codes = {absl::StatusCode::kNotFound};
  server_.Otherwise([](const SeenAttempt& attempt) {
    return Moving(attempt.Values("retry-budget").front().find("n=0") !=
                          std::string::npos
                      ? "first"
                      : "hedge");
  });
  const UnaryResult result = MakeUnaryCall(
      UnaryForm::kSync, NewBatonChannel(server_.address(), options_),
      NewContext(kPatience), RequestOf("hello"));
  EXPECT_EQ(result.status.error_code(), StatusCode::NOT_FOUND) << result;
  const std::vector<Seen> seen = classifier_->seen();
  EXPECT_THAT(seen, Contains(IsAttempt(absl::StatusCode::kNotFound, 1, "first",
                                       kDetails)));
  for (const int number : {2, 3}) {
    EXPECT_THAT(seen, Contains(IsAttempt(absl::StatusCode::kNotFound, number,
                                         "hedge", kDetails)));
  }
}

TEST_F(ClassifierDetailsTest, ClassifierSeesTheDetailsOfAPassThroughCall) {
  options_.policy.everything().retry.max_attempts = 1;
  server_.Add(Moving("not here"));
  const UnaryResult result = MakeUnaryCall(
      UnaryForm::kSync, NewBatonChannel(server_.address(), options_),
      NewContext(kPatience), RequestOf("hello"));
  EXPECT_EQ(result.status.error_code(), StatusCode::NOT_FOUND) << result;
  EXPECT_THAT(classifier_->seen(),
              Contains(IsAttempt(absl::StatusCode::kNotFound, 1, "not here",
                                 kDetails)));
}

// A gateway in front of an HTTP service passes the code on.
TEST_F(ClassifierDetailsTest, PresetReadsTheHttpCodeInATrailer) {
  options_.classifier = nullptr;
  options_.policy.everything().retry.classifier.preset =
      ClassifierPreset::kCosmosDb;
  server_.Add(Fail(StatusCode::UNKNOWN).WithTrailer("http-status", "449"));
  server_.Add(Fail(StatusCode::UNKNOWN).WithTrailer("http-status", "412"));
  const auto context = NewContext(kPatience);
  const UnaryResult result = MakeUnaryCall(
      UnaryForm::kSync, NewBatonChannel(server_.address(), options_), context,
      RequestOf("hello"));
  EXPECT_EQ(result.status.error_code(), StatusCode::UNKNOWN) << result;
  EXPECT_EQ(server_.attempts(), 2);
  EXPECT_EQ(GetCallReport(*context)->stop_reason, StopReason::kNotRetryable);
}

TEST_F(ClassifierDetailsTest, RuleReadsMessageAndTrailer) {
  options_.classifier = nullptr;
  FailureRule rule;
  rule.trailer = "shard-state";
  rule.trailer_value = "moving";
  rule.message_contains = "not here";
  rule.outcome_class = OutcomeClass::kTransient;
  options_.policy.everything().retry.classifier.rules = {rule};
  server_.Add(Moving("it is not here"));
  server_.Add(Moving("gone"));
  const UnaryResult result = MakeUnaryCall(
      UnaryForm::kSync, NewBatonChannel(server_.address(), options_),
      NewContext(kPatience), RequestOf("hello"));
  EXPECT_EQ(result.status.error_message().substr(0, 4), "gone") << result;
  EXPECT_EQ(server_.attempts(), 2);
}

// A response may have any trailers: binary, empty, repeated, and many.
TEST_F(ClassifierDetailsTest, HostileTrailersReachTheClassifierUnharmed) {
  ScriptStep hostile = Fail(StatusCode::NOT_FOUND, std::string(500, '\x01'))
                           .WithDetails(std::string(300, '\xff'))
                           .WithTrailer("shard-state", "")
                           .WithTrailer("x-bin", std::string("\0\xff\n", 3));
  for (int i = 0; i < 50; ++i) {
    hostile = hostile.WithTrailer("shard-state", "moving");
    hostile = hostile.WithTrailer(absl::StrCat("k", i), "v");
  }
  server_.Add(hostile);
  const UnaryResult result = MakeUnaryCall(
      UnaryForm::kSync, NewBatonChannel(server_.address(), options_),
      NewContext(kPatience), RequestOf("hello"));
  // The first value counts, so there is no retry.
  EXPECT_EQ(result.status.error_code(), StatusCode::NOT_FOUND) << result;
  EXPECT_EQ(server_.attempts(), 1);
  EXPECT_GT(classifier_->trailer_bytes(), 50u * 17);
}

}  // namespace
}  // namespace baton
