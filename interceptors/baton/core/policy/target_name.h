// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_POLICY_TARGET_NAME_H_
#define BATON_CORE_POLICY_TARGET_NAME_H_

#include <string>

#include "absl/strings/string_view.h"
#include "baton/core_retries.h"

namespace baton::core {

// Returns the scheme of a gRPC target, for example "xds". Returns "dns" for a
// target without a scheme. "shop:443" and "shop:https" could be both. As the
// service of a DNS name gRPC accepts a number or a name, so a known scheme
// decides, and after that a number.
absl::string_view SchemeOf(absl::string_view target);

// Returns the same text for targets that gRPC resolves in the same way: "a:443"
// for "a:443", "dns:a:443" and "dns:///a:443". Returns other targets unchanged.
std::string CanonicalTarget(absl::string_view target);

// Returns how gRPC core retries the calls of a channel to `target` that Baton
// has configured with `wanted`. The resolvers of some schemes ignore Baton's
// setting and may supply a retry policy: gRPC core may then have retried a
// call, and the result of its last attempt hides earlier ones.
CoreRetries EffectiveCoreRetries(absl::string_view target, CoreRetries wanted);

}  // namespace baton::core

#endif  // BATON_CORE_POLICY_TARGET_NAME_H_
