// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_POLICY_TARGET_NAME_H_
#define BATON_CORE_POLICY_TARGET_NAME_H_

#include <string>

#include "absl/strings/string_view.h"
#include "baton/policy/core_retries.h"

namespace baton::core {

// Returns the scheme of a gRPC target, for example "xds". Returns "dns" for a
// target without a scheme.
//
// The text before a colon can be a scheme or a host: gRPC accepts a port number
// and a port name, as in "shop:https". If the text is a known scheme, it is the
// scheme. Otherwise, if a number follows the colon, the text is a host.
absl::string_view SchemeOf(absl::string_view target);

// Returns the same text for targets that gRPC resolves in the same way: "a:443"
// for "a:443", "dns:a:443" and "dns:///a:443". Returns other targets unchanged.
std::string CanonicalTarget(absl::string_view target);

// Returns how gRPC core retries the calls of a channel to `target` that Baton
// has configured with `wanted`. The resolvers of some schemes ignore Baton's
// setting and can supply a retry policy. gRPC core can then retry a call, and
// Baton sees only the result of the last attempt of gRPC core.
CoreRetries EffectiveCoreRetries(absl::string_view target, CoreRetries wanted);

}  // namespace baton::core

#endif  // BATON_CORE_POLICY_TARGET_NAME_H_
