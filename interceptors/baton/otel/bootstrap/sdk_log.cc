// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/bootstrap/sdk_log.h"

#include <iostream>

#include "absl/strings/str_cat.h"
#include "opentelemetry/nostd/shared_ptr.h"
#include "opentelemetry/sdk/common/global_log_handler.h"

namespace baton::otel {
namespace {

namespace log = opentelemetry::sdk::common::internal_log;

class StandardError final : public log::LogHandler {
 public:
  void Handle(
      log::LogLevel level, const char*, int, const char* message,
      const opentelemetry::sdk::common::AttributeMap&) noexcept override {
    if (message == nullptr) return;
    // At one go, so that lines of several threads stay lines.
    std::cerr << absl::StrCat("OpenTelemetry: ", log::LevelToString(level),
                              ": ", message, "\n");
  }
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
  log::GlobalLogHandler::SetLogHandler(
      opentelemetry::nostd::shared_ptr<log::LogHandler>(new StandardError()));
  log::GlobalLogHandler::SetLogLevel(ToSdk(level));
}

}  // namespace baton::otel
