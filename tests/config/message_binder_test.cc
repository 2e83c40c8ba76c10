// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/config/message_binder.h"

#include <string>
#include <vector>

#include "baton/config/syntax/json_syntax.h"
#include "baton/config/syntax/text_syntax.h"
#include "baton/v1/policy.pb.h"
#include "gmock/gmock.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"

namespace baton::config {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Bound {
  v1::Policy policy;
  PositionMap positions;
  std::vector<std::string> errors;
};

Bound Bind(absl::string_view contents, Syntax syntax) {
  Bound bound;
  Diagnostics diagnostics;
  BindMessage(syntax == Syntax::kText ? ParseTextSyntax(contents, diagnostics)
                                      : ParseJsonSyntax(contents, diagnostics),
              syntax, bound.policy, bound.positions, diagnostics);
  bound.errors = diagnostics.Errors("f");
  return bound;
}

// Protobuf's own parser and Baton's parser must read the same policy.
TEST(MessageBinderTest, AgreesWithProtobufOnTextFormat) {
  const char* const kTexts[] = {
      "",
      "methods {}",
      "methods: { name {} name { service: 'a.S', method: \"M\" } }",
      "methods [ { mode: OBSERVE }, { mode: 1 } ]",
      "methods { wait_for_ready: t retry < max_attempts: 0x3 > }",
      R"(methods { retry { classifier { retryable_codes: [ABORTED, 14]
         retryable_codes: INTERNAL rules { reason: 'X\n' } } } })",
      "process_budget { capacity: 1f deposit: inf refill_limit: -2.5e3 }",
      "inbound_grant { trusted_identities: 'a' trusted_identities: ['b' 'c'] }",
      "process_budget { unlimited: True capacity: nan }",
  };
  for (const char* const text : kTexts) {
    v1::Policy expected;
    ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &expected))
        << text;
    const Bound bound = Bind(text, Syntax::kText);
    EXPECT_THAT(bound.errors, IsEmpty()) << text;
    EXPECT_EQ(bound.policy.DebugString(), expected.DebugString()) << text;
  }
}

TEST(MessageBinderTest, JsonTakesBothSpellingsOfNames) {
  const Bound bound = Bind(
      R"({"methods": [{"name": [{}], "wait_for_ready": true,
          "retry": {"maxAttempts": 4.0, "owner": {"mode": "SPLIT"},
                    "classifier": {"retryableCodes": ["ABORTED", 14]}}}],
          "processBudget": {"capacity": "12.5"}, "inbound_grant": null})",
      Syntax::kJson);
  EXPECT_THAT(bound.errors, IsEmpty());
  const v1::RetryOptions& retry = bound.policy.methods(0).retry();
  EXPECT_EQ(retry.max_attempts(), 4);
  EXPECT_EQ(retry.owner().mode(), v1::Owner::SPLIT);
  EXPECT_THAT(
      retry.classifier().retryable_codes(),
      ElementsAre(v1::StatusCode::ABORTED, v1::StatusCode::UNAVAILABLE));
  EXPECT_EQ(bound.policy.process_budget().capacity(), 12.5);
  EXPECT_FALSE(bound.policy.has_inbound_grant());
}

struct Row {
  Syntax syntax;
  const char* contents;
  const char* error;
};

class RefusalTable : public ::testing::TestWithParam<Row> {};

TEST_P(RefusalTable, ErrorNamesProblemAndPosition) {
  EXPECT_THAT(Bind(GetParam().contents, GetParam().syntax).errors,
              ElementsAre(GetParam().error));
}

INSTANTIATE_TEST_SUITE_P(
    Text, RefusalTable,
    ::testing::Values(
        Row{Syntax::kText, "method {}",
            "f:1:1: method: unknown field; did you mean methods?"},
        Row{Syntax::kText, "methods { retry { retryable_codes: OK } }",
            "f:1:19: methods[0].retry.retryable_codes: unknown field; did you "
            "mean classifier.retryable_codes?"},
        Row{Syntax::kText, "frobnicate: 1", "f:1:1: frobnicate: unknown field"},
        Row{Syntax::kText, "methods { mode: Observe }",
            "f:1:17: methods[0].mode: must be one of ENFORCE, OBSERVE, got "
            "Observe; did you mean OBSERVE?"},
        Row{Syntax::kText, "methods { mode: 7 }",
            "f:1:17: methods[0].mode: must be one of ENFORCE, OBSERVE, got 7"},
        Row{Syntax::kText, "methods { retry: 3 }",
            "f:1:18: methods[0].retry: must be a message in braces, "
            "got 3"},
        Row{Syntax::kText, "methods { retry { max_attempts: 3.5 } }",
            "f:1:33: methods[0].retry.max_attempts: must be a whole number, "
            "got 3.5"},
        Row{Syntax::kText, "methods { retry { max_attempts: 99999999999 } }",
            "f:1:33: methods[0].retry.max_attempts: must be a whole number, "
            "got 99999999999"},
        Row{Syntax::kText,
            "methods { retry { max_attempts: 1 max_attempts: "
            "2 } }",
            "f:1:35: methods[0].retry.max_attempts: is given twice; first at "
            "1:19"},
        Row{Syntax::kText, "methods { wait_for_ready: yes }",
            "f:1:27: methods[0].wait_for_ready: must be true or false, got "
            "yes"},
        Row{Syntax::kText, "inbound_grant { trusted_identities: '\\xff' }",
            "f:1:37: inbound_grant.trusted_identities[0]: must be UTF-8, got "
            "\"\\xff\""},
        Row{Syntax::kText, "inbound_grant { trusted_identities: [] }",
            "f:1:37: inbound_grant.trusted_identities: must not be an empty "
            "list; leave the field out"}));

INSTANTIATE_TEST_SUITE_P(
    Json, RefusalTable,
    ::testing::Values(
        Row{Syntax::kJson, "[]",
            "f:1:1: must be a message in braces, got a list"},
        Row{Syntax::kJson, R"({"methods": {}})",
            "f:1:13: methods: must be a list, got a message"},
        Row{Syntax::kJson, R"({"inbound_grant": {}, "inbound_grant": {}})",
            "f:1:23: inbound_grant: is given twice; first at 1:2"},
        Row{Syntax::kJson, R"({"methods": [{"waitForReady": "true"}]})",
            "f:1:31: methods[0].wait_for_ready: must be true or false, got "
            "\"true\""},
        Row{Syntax::kJson, R"({"methodConfig": []})",
            "f:1:2: methodConfig: unknown field; this looks like a gRPC "
            "service config: set the format to service_config"}));

TEST(MessageBinderTest, WordsOfOtherLibrariesGetASuggestion) {
  EXPECT_THAT(
      Bind("methods { timeout: '1s' retries: 3 perTryTimeout: '1s'\n"
           "retry_policy {} retry { backoff { max_backoff: '1s' } } }\n"
           "listener {}\n"
           "methods { retry { throttled_backoff {} } }\n"
           "methods { retry { classifier { error_reasons { reason: 'X' } } } }",
           Syntax::kText)
          .errors,
      ElementsAre("f:1:11: methods[0].timeout: unknown field; did you mean "
                  "deadline.default_timeout?",
                  "f:1:25: methods[0].retries: unknown field; did you mean "
                  "retry.max_attempts?",
                  "f:1:36: methods[0].perTryTimeout: unknown field; did you "
                  "mean deadline.attempt_timeout?",
                  "f:2:1: methods[0].retry_policy: unknown field; did you mean "
                  "retry?",
                  "f:2:35: methods[0].retry.backoff.max_backoff: unknown "
                  "field; did you mean max?",
                  "f:3:1: listener: unknown field; did you mean "
                  "inbound_grant?",
                  "f:4:19: methods[1].retry.throttled_backoff: unknown field; "
                  "did you mean throttled?",
                  "f:5:32: methods[2].retry.classifier.error_reasons: unknown "
                  "field; did you mean rules?"));
}

TEST(MessageBinderTest, AllErrorsAreReportedAtOnce) {
  EXPECT_THAT(
      Bind("methods { nam {} retry { bakoff {} } }\ninbound_grnat {}",
           Syntax::kText)
          .errors,
      ElementsAre(
          "f:1:11: methods[0].nam: unknown field; did you mean name?",
          "f:1:26: methods[0].retry.bakoff: unknown field; did you "
          "mean backoff?",
          "f:2:1: inbound_grnat: unknown field; did you mean inbound_grant?"));
}

}  // namespace
}  // namespace baton::config
