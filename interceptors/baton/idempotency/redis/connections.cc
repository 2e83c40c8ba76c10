// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/idempotency/redis/connections.h"

#include <pthread.h>

#include <csignal>
#include <cstddef>
#include <ctime>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "baton/core/report/printable_text.h"
#include "hiredis/hiredis.h"

namespace baton::redis {
namespace {

constexpr std::size_t kMaxIdle = 32;
// The maximum length of an error text, in bytes.
constexpr std::size_t kLongestError = 1024;

// Returns the text of an error. Redis, or whatever answers at its address, may
// send any bytes.
std::string ErrorText(absl::string_view address, absl::string_view error) {
  return core::PrintableText(absl::StrCat("Redis at ", address, ": ", error),
                             kLongestError);
}

// Keeps SIGPIPE from the process while hiredis writes: a write to a Redis that
// has ended would end this process. Lives on the stack.
class NoSigPipe {
 public:
  NoSigPipe() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~NoSigPipe() {
    const timespec now = {0, 0};
    if (!was_pending_) sigtimedwait(&pipe_, nullptr, &now);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  NoSigPipe(const NoSigPipe&) = delete;
  NoSigPipe& operator=(const NoSigPipe&) = delete;

 private:
  sigset_t pipe_;
  sigset_t before_;
  bool was_pending_ = false;
};

Context Connect(const std::string& address, timeval timeout) {
  absl::string_view path = address;
  if (absl::ConsumePrefix(&path, "unix:")) {
    return Context(
        redisConnectUnixWithTimeout(std::string(path).c_str(), timeout));
  }
  const std::size_t colon = address.rfind(':');
  int port = 0;
  if (colon == std::string::npos ||
      !absl::SimpleAtoi(address.substr(colon + 1), &port)) {
    return nullptr;
  }
  return Context(
      redisConnectWithTimeout(address.substr(0, colon).c_str(), port, timeout));
}

}  // namespace

void FreeContext::operator()(redisContext* context) const {
  redisFree(context);
}

void FreeReply::operator()(redisReply* reply) const { freeReplyObject(reply); }

Connections::Connections(std::string address, absl::Duration timeout)
    : address_(std::move(address)), timeout_(timeout) {}

absl::StatusOr<Reply> Connections::Run(
    const std::vector<std::string>& command) {
  const NoSigPipe no_sigpipe;
  absl::StatusOr<Context> context = Take();
  if (!context.ok()) return context.status();
  std::vector<const char*> words;
  std::vector<std::size_t> sizes;
  for (const std::string& word : command) {
    words.push_back(word.data());
    sizes.push_back(word.size());
  }
  Reply reply(static_cast<redisReply*>(
      redisCommandArgv(context->get(), static_cast<int>(words.size()),
                       words.data(), sizes.data())));
  if (reply == nullptr) {
    // After a restart of Redis, all idle connections are broken.
    std::vector<Context> broken;
    const MutexLock lock(mutex_);
    broken.swap(idle_);
    return absl::UnavailableError(ErrorText(address_, (*context)->errstr));
  }
  Return(*std::move(context));
  if (reply->type != REDIS_REPLY_ERROR) return reply;
  const std::string error =
      ErrorText(address_, absl::string_view(reply->str, reply->len));
  if (absl::StrContains(error, "OOM ")) {
    return absl::ResourceExhaustedError(error);
  }
  return absl::InternalError(error);
}

absl::StatusOr<Context> Connections::Take() {
  {
    const MutexLock lock(mutex_);
    if (!idle_.empty()) {
      Context context = std::move(idle_.back());
      idle_.pop_back();
      return context;
    }
  }
  const timeval timeout = absl::ToTimeval(timeout_);
  Context context = Connect(address_, timeout);
  if (context == nullptr || context->err != 0) {
    return absl::UnavailableError(ErrorText(
        address_, context == nullptr
                      ? "address must have the form host:port or unix:/path"
                      : context->errstr));
  }
  redisSetTimeout(context.get(), timeout);
  return context;
}

void Connections::Return(Context context) {
  const MutexLock lock(mutex_);
  if (idle_.size() < kMaxIdle) idle_.push_back(std::move(context));
}

}  // namespace baton::redis
