// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_BOOTSTRAP_PASSWORDS_H_
#define BATON_OTEL_BOOTSTRAP_PASSWORDS_H_

#include <string>

#include "absl/strings/string_view.h"

namespace baton::otel {

// Returns a URL for messages. "***" replaces what can be a secret: everything
// before the last "@", and everything after a "?". The URL may be malformed.
std::string WithoutPassword(absl::string_view url);

// Returns a text for messages, with WithoutPassword() for each URL in it.
std::string WithoutPasswords(absl::string_view text);

}  // namespace baton::otel

#endif  // BATON_OTEL_BOOTSTRAP_PASSWORDS_H_
