// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/inbound_grant.h"

namespace baton {

absl::string_view ToString(HeaderVerdict verdict) {
  switch (verdict) {
    case HeaderVerdict::kOk:
      return "ok";
    case HeaderVerdict::kAbsent:
      return "absent";
    case HeaderVerdict::kMalformed:
      return "malformed";
    case HeaderVerdict::kLooped:
      return "looped";
  }
  return "malformed";
}

}  // namespace baton
