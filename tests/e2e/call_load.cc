// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/e2e/call_load.h"

#include <chrono>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "gtest/gtest.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/patience.h"
#include "tests/support/real_time.h"

namespace baton {

int CallCounts::failed() const {
  int sum = 0;
  for (const auto& [code, count] : failed_by_code) sum += count;
  return sum;
}

std::string CallCounts::Text() const {
  std::string text = absl::StrCat(calls, " calls, ", failed(), " failed");
  if (failed() > 0) {
    absl::StrAppend(&text, " (",
                    absl::StrJoin(failed_by_code, ", ",
                                  [](std::string* out, const auto& entry) {
                                    absl::StrAppend(out, "code ", entry.first,
                                                    ": ", entry.second);
                                  }),
                    "), first: ", first_error);
  }
  return text;
}

CallLoad::CallLoad(std::shared_ptr<grpc::Channel> channel, Options options)
    : channel_(std::move(channel)), options_(options) {
  for (int i = 0; i < options_.threads; ++i) {
    threads_.emplace_back([this] { Run(); });
  }
}

CallLoad::~CallLoad() { Finish(); }

CallCounts CallLoad::Finish() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    finished_ = true;
  }
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
  return Counts();
}

CallCounts CallLoad::Counts() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return counts_;
}

void CallLoad::AwaitCalls(int calls) const {
  std::unique_lock<std::mutex> lock(mutex_);
  EXPECT_TRUE(ended_.wait_for(lock, absl::ToChronoMilliseconds(kPatience),
                              [&] { return counts_.calls >= calls; }))
      << "only " << counts_.calls << " of " << calls << " calls ended";
}

void CallLoad::AwaitState(grpc_connectivity_state state) const {
  const auto give_up = FromNow(kPatience);
  for (;;) {
    const grpc_connectivity_state now = channel_->GetState(false);
    if (now == state) return;
    if (!channel_->WaitForStateChange(now, give_up)) {
      ADD_FAILURE() << "the channel stayed in state " << now;
      return;
    }
  }
}

void CallLoad::Run() {
  const auto stub = testing::v1::Scripted::NewStub(channel_);
  const testing::v1::CallRequest request = RequestOf("hello");
  for (;;) {
    const auto context = NewContext(options_.timeout);
    if (options_.wait_for_ready) context->set_wait_for_ready(true);
    testing::v1::CallResponse response;
    const grpc::Status status = stub->Call(context.get(), request, &response);
    std::lock_guard<std::mutex> lock(mutex_);
    if (!status.ok()) {
      ++counts_.failed_by_code[status.error_code()];
      if (counts_.failed() == 1) counts_.first_error = status.error_message();
    }
    ++counts_.calls;
    ended_.notify_all();
    if (finished_) return;
  }
}

}  // namespace baton
