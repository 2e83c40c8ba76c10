// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/traceview/picture/owners_text.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "tools/traceview/model/span_facts.h"

namespace baton::traceview {
namespace {

struct Owner {
  std::string service;
  int calls = 0;
  int made = 0;
  int64_t grant = 0;  // the largest one
};

std::string Counted(int64_t count, absl::string_view what) {
  return absl::StrCat(count, " ", what, count == 1 ? "" : "s");
}

std::string Sentence(const Owner& owner) {
  const std::string head = absl::StrCat(owner.service, " owned the retries: ");
  if (owner.calls == 1) {
    return absl::StrCat(head, owner.made, " of ",
                        Counted(owner.grant, "extra attempt"), " made");
  }
  return absl::StrCat(head, Counted(owner.made, "extra attempt"), " made by ",
                      Counted(owner.calls, "call"), ", each with up to ",
                      owner.grant);
}

}  // namespace

std::string OwnersText(const StoredTrace& trace) {
  std::vector<Owner> owners;
  int all_made = 0;
  for (const CallShape& call : trace.shape.calls) {
    const int64_t grant = ReadFacts(trace.spans[call.call]).grant.value_or(0);
    if (call.sent < 2 || grant < 1) continue;
    const std::string service =
        ServiceName(trace.origins[trace.origin[call.call]].resource());
    auto owner =
        std::find_if(owners.begin(), owners.end(),
                     [&](const Owner& one) { return one.service == service; });
    if (owner == owners.end()) {
      owner = owners.insert(owners.end(), Owner{service, 0, 0, 0});
    }
    ++owner->calls;
    owner->made += call.sent - 1;
    owner->grant = std::max(owner->grant, grant);
    all_made += call.sent - 1;
  }
  std::string text;
  for (const Owner& owner : owners) {
    absl::StrAppend(&text, text.empty() ? "" : "; ", Sentence(owner));
  }
  if (!text.empty() && all_made == trace.row.summary.retries) {
    absl::StrAppend(&text, "; no other service retried");
  }
  return text;
}

}  // namespace baton::traceview
