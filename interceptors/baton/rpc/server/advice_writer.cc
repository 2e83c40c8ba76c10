// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/server/advice_writer.h"

#include <utility>

#include "absl/strings/string_view.h"
#include "baton/core/wire/pushback_parser.h"
#include "baton/core/wire/retry_advice_codec.h"

namespace baton::rpc {
namespace {

using Metadata = std::multimap<std::string, std::string>;

void Replace(Metadata& metadata, absl::string_view key,
             absl::string_view value) {
  std::string name(key);
  metadata.erase(name);
  metadata.emplace(std::move(name), value);
}

}  // namespace

void WriteAdvice(const RetryAdvice& advice, Metadata& trailing_metadata) {
  char buffer[core::kRetryAdviceBytes];
  Replace(trailing_metadata, core::kRetryAdviceKey,
          core::EncodeRetryAdvice(advice, buffer));
  if (const std::string pushback = core::NativePushback(advice);
      !pushback.empty()) {
    Replace(trailing_metadata, core::kPushbackKey, pushback);
  }
}

}  // namespace baton::rpc
