// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/bootstrap/sdk_log.h"

#include <algorithm>
#include <atomic>
#include <iostream>

#include "baton/otel/bootstrap/sdk_log_lines.h"
#include "baton/real_clock.h"
#include "opentelemetry/nostd/shared_ptr.h"
#include "opentelemetry/sdk/common/global_log_handler.h"

namespace baton::otel {
namespace {

namespace log = opentelemetry::sdk::common::internal_log;

std::atomic<int64_t> errors{0};

class StandardError final : public log::LogHandler {
 public:
  explicit StandardError(log::LogLevel most) : most_(most) {}

  void Handle(
      log::LogLevel level, const char*, int, const char* message,
      const opentelemetry::sdk::common::AttributeMap&) noexcept override {
    if (level == log::LogLevel::Error) errors.fetch_add(1);
    if (message == nullptr || level > most_) return;
    // One write, so that lines of several threads do not mix.
    std::cerr << lines_.Line(log::LevelToString(level), message,
                             RealClock().Now());
  }

 private:
  const log::LogLevel most_;
  SdkLogLines lines_{RealClock().Now()};
};

log::LogLevel ToSdk(SdkLogLevel level) {
  switch (level) {
    case SdkLogLevel::kNone:
      return log::LogLevel::None;
    case SdkLogLevel::kError:
      return log::LogLevel::Error;
    case SdkLogLevel::kWarn:
      break;
    case SdkLogLevel::kInfo:
      return log::LogLevel::Info;
    case SdkLogLevel::kDebug:
      return log::LogLevel::Debug;
  }
  return log::LogLevel::Warning;
}

}  // namespace

void SendSdkLogToStandardError(SdkLogLevel level) {
  const log::LogLevel most = ToSdk(level);
  log::GlobalLogHandler::SetLogHandler(
      opentelemetry::nostd::shared_ptr<log::LogHandler>(
          new StandardError(most)));
  // SdkErrors() must count errors even if the log level hides them.
  log::GlobalLogHandler::SetLogLevel(std::max(most, log::LogLevel::Error));
}

int64_t SdkErrors() { return errors.load(); }

}  // namespace baton::otel
