// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/e2e/stack/payment_load.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "baton/client.h"
#include "examples/stack/shop/payment_book.h"
#include "examples/stack/shop/shop.grpc.pb.h"
#include "tests/support/real_time.h"

namespace baton {
namespace {

constexpr std::size_t kThreads = 8;
constexpr absl::Duration kTimeout = absl::Seconds(5);

}  // namespace

std::string PaymentCounts::Text() const {
  return absl::StrCat(calls, " payments, ", succeeded, " succeeded, ", unknown,
                      " with unknown outcome, ", failed, " failed, ",
                      charged_twice, " charged twice, ", hidden,
                      " failed but charged");
}

PaymentLoad::PaymentLoad(const std::shared_ptr<grpc::Channel>& edge,
                         std::string book)
    : book_(std::move(book)), answers_(kThreads) {
  for (std::vector<Answer>& answers : answers_) {
    threads_.emplace_back([this, edge, &answers] { Pay(edge, answers); });
  }
}

PaymentLoad::~PaymentLoad() {
  finished_ = true;
  for (std::thread& thread : threads_) thread.join();
}

void PaymentLoad::Pay(const std::shared_ptr<grpc::Channel>& edge,
                      std::vector<Answer>& answers) {
  const auto stub = ::shop::v1::Payments::NewStub(edge);
  while (!finished_) {
    Answer answer;
    answer.request_id = ++last_id_;
    grpc::ClientContext context;
    context.set_deadline(FromNow(kTimeout));
    ::shop::v1::PayRequest request;
    request.set_request_id(answer.request_id);
    ::shop::v1::PayReply reply;
    if (stub->Pay(&context, request, &reply).ok()) {
      answer.receipt = reply.receipt();
    }
    const std::optional<CallReport> report = GetCallReport(context);
    answer.is_unknown = report.has_value() && report->outcome_unknown;
    answers.push_back(answer);
  }
}

PaymentCounts PaymentLoad::Finish() {
  finished_ = true;
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
  const auto book = stack::PaymentBook::Read(book_);
  PaymentCounts counts;
  for (const auto& [request_id, receipts] : book) {
    counts.charged_twice += receipts.size() > 1;
  }
  for (const std::vector<Answer>& answers : answers_) {
    for (const Answer& answer : answers) {
      const auto found = book.find(answer.request_id);
      const bool is_charged = found != book.end();
      ++counts.calls;
      if (answer.receipt != 0) {
        ++counts.succeeded;
        counts.wrong_answers +=
            !is_charged || std::count(found->second.begin(),
                                      found->second.end(), answer.receipt) == 0;
      } else if (answer.is_unknown) {
        ++counts.unknown;
      } else {
        ++counts.failed;
        counts.hidden += is_charged;
      }
    }
  }
  return counts;
}

}  // namespace baton
