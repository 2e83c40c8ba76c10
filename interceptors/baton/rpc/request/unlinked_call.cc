// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/request/unlinked_call.h"

#include "absl/strings/str_cat.h"
#include "baton/core/report/printable_text.h"
#include "baton/rpc/runtime/misuse_report.h"

namespace baton::rpc {

void NoteUnlinkedCall(const std::string& method, int grant,
                      MethodRecords& methods, MethodRecord* record) {
  constexpr std::size_t kMaxName = 200;
  CountMisuse(Misuse::kUnlinkedCall);
  MethodRecord& noted = record != nullptr ? *record : methods.shared();
  if (noted.has_unlinked_calls.load(std::memory_order_relaxed) ||
      noted.has_unlinked_calls.exchange(true, std::memory_order_relaxed)) {
    return;
  }
  WriteMisuse(
      Misuse::kUnlinkedCall,
      absl::StrCat(
          "a call of ", core::PrintableText(method, kMaxName),
          " belongs to no request, although this process serves "
          "requests, so ",
          grant > 0 ? "it gets a grant of its own" : "it is not retried",
          "; link it with baton::RequestScope "
          "(docs/server.md#unlinked-calls)"));
}

}  // namespace baton::rpc
