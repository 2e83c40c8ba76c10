// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/config/policy_compiler.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "baton/config/policy_merge.h"
#include "baton/config/policy_reader.h"
#include "baton/config/policy_warnings.h"
#include "baton/core/policy/policy_validation.h"
#include "baton/core/policy/validation_errors.h"

namespace baton::config {
namespace {

// The merged policy of one name, with all less specific entries.
struct Merged {
  v1::MethodPolicy message;
  MethodPolicy policy;
  // "path: message" of each invalid value, own or inherited.
  absl::flat_hash_set<std::string> errors;
};

class Compiler {
 public:
  Compiler(const v1::Policy& source, const PolicyNames& names,
           const MethodCatalog& catalog, const PositionMap& positions,
           Diagnostics& diagnostics)
      : source_(source),
        names_(names),
        catalog_(catalog),
        positions_(positions),
        diagnostics_(diagnostics) {}

  Policy Compile() {
    ReportUnreadable();
    const Merged everything = Merge("", names_.Find(""), Merged());
    policy_.everything() = everything.policy;

    std::map<std::string, Merged, std::less<>> services;
    for (const auto& [name, entry] : names_.entries()) {
      if (name.empty() || name[0] == '/') continue;
      Merged merged = Merge(name, entry, everything);
      policy_.SetService(name, merged.policy);
      services.emplace(name, std::move(merged));
    }
    for (const auto& [name, entry] : names_.entries()) {
      if (name.empty() || name[0] != '/') continue;
      const std::string service = ParentName(name);
      const auto it = services.find(service);
      policy_.SetMethod(
          service, name.substr(service.size() + 2),
          Merge(name, entry, it == services.end() ? everything : it->second)
              .policy);
    }
    DeclareMethods();
    ReadProcessWide();
    return std::move(policy_);
  }

 private:
  // Reports values that cannot be parsed. Reads the entries as they are
  // written, because merging may hide such values.
  void ReportUnreadable() {
    for (int i = 0; i < source_.methods_size(); ++i) {
      MethodPolicy ignored;
      core::ValidationErrors errors;
      ReadMethodPolicy(source_.methods(i), ignored, errors);
      Report(absl::StrCat("methods[", i, "]."), errors);
    }
  }

  void Report(absl::string_view prefix, const core::ValidationErrors& errors) {
    for (const std::string& error : errors.errors()) Report(prefix, error);
  }

  // `error` has the form "path: message".
  void Report(absl::string_view prefix, const std::string& error) {
    const std::pair<std::string, std::string> parts =
        absl::StrSplit(error, absl::MaxSplits(": ", 1));
    const std::string path = absl::StrCat(prefix, parts.first);
    diagnostics_.Error(positions_.Find(path), path, parts.second);
  }

  // An entry with several names is merged for each of them. The diagnostics
  // keep the same note once.
  void Warn(int entry, const MethodPolicy& policy) {
    const v1::MethodPolicy& written = source_.methods(entry);
    for (const PolicyWarning& warning : WarningsAbout(policy)) {
      const bool sets = SetsField(written, warning.path);
      if (!sets && !SetsField(written, warning.limited_by)) continue;
      const std::string path =
          absl::StrCat("methods[", entry, "].", warning.path);
      const std::string place = absl::StrCat(
          "methods[", entry, "].", sets ? warning.path : warning.limited_by);
      diagnostics_.Note(positions_.Find(place), path, warning.message);
    }
  }

  Merged Merge(absl::string_view name, int entry, const Merged& around) {
    Merged merged;
    merged.message = around.message;
    if (entry >= 0) MergeEntry(source_.methods(entry), merged.message);
    core::ValidationErrors unreadable;  // already reported
    ReadMethodPolicy(merged.message, merged.policy, unreadable);
    if (merged.policy.idempotency == Idempotency::kUnknown) {
      merged.policy.idempotency = catalog_.LevelOf(name);
    }

    core::ValidationErrors errors;
    ValidateMethodPolicy(merged.policy, errors);
    merged.errors.insert(errors.errors().begin(), errors.errors().end());
    for (const std::string& error : errors.errors()) {
      // Without an entry there are only defaults, which are valid.
      const std::string path = error.substr(0, error.find(": "));
      if (entry < 0 || (around.errors.contains(error) &&
                        !SetsField(source_.methods(entry), path))) {
        continue;
      }
      Report(absl::StrCat("methods[", entry, "]."), error);
    }
    if (entry >= 0 && errors.errors().empty()) Warn(entry, merged.policy);
    return merged;
  }

  void DeclareMethods() {
    policy_.set_has_declarations();
    for (const auto& [service, methods] : catalog_.services()) {
      for (const auto& [method, level] : methods) {
        policy_.DeclareIdempotency(service, method, level);
      }
    }
    policy_.ApplyDeclarations();
  }

  void ReadProcessWide() {
    policy_.stop_all_retries = source_.stop_all_retries();
    core::ValidationErrors errors;
    ReadProcessBudget(source_.process_budget(), policy_.process_budget, errors);
    ValidateProcessBudget(policy_.process_budget, errors);
    if (source_.has_inbound_grant()) {
      InboundGrantOptions& options = policy_.inbound_grant.emplace();
      ReadInboundGrant(source_.inbound_grant(), options, errors);
      ValidateInboundGrant(options, errors);
      NoteServerOnly("inbound_grant");
    }
    ReadRetryBreaker(source_.retry_breaker(), policy_.retry_breaker, errors);
    ReadProcessReplay(source_.process_replay(), policy_.process_replay, errors);
    ValidateProcessReplay(policy_.process_replay, errors);
    ReadServerSections(errors);
    Report("", errors);
  }

  // Reads the sections that replace options of a server.
  void ReadServerSections(core::ValidationErrors& errors) {
    if (source_.has_request_replay()) {
      NoteServerOnly("request_replay",
                     "a server with ServerOptions::replay_store, whose");
      ReadRequestReplay(source_.request_replay(),
                        policy_.request_replay.emplace(), errors);
    }
    if (source_.has_retry_ratio_limit()) {
      NoteServerOnly("retry_ratio_limit");
      ReadRetryRatioLimit(source_.retry_ratio_limit(),
                          policy_.retry_ratio_limit.emplace(), errors);
    }
    if (source_.has_expired_requests()) {
      NoteServerOnly("expired_requests");
      ReadExpiredRequests(source_.expired_requests(),
                          policy_.expired_requests.emplace(), errors);
    }
    if (source_.has_cancelled_requests()) {
      NoteServerOnly("cancelled_requests");
      ReadCancelledRequests(source_.cancelled_requests(),
                            policy_.cancelled_requests.emplace(), errors);
    }
    ValidateServerSections(policy_, errors);
  }

  void NoteServerOnly(const char* field,
                      absl::string_view server = "a server whose") {
    diagnostics_.Note(positions_.Find(field), field,
                      absl::StrCat("has an effect only on ", server,
                                   " ServerOptions::policy_source has this "
                                   "policy"));
  }

  const v1::Policy& source_;
  const PolicyNames& names_;
  const MethodCatalog& catalog_;
  const PositionMap& positions_;
  Diagnostics& diagnostics_;
  Policy policy_;
};

}  // namespace

Policy CompilePolicy(const v1::Policy& source, const PolicyNames& names,
                     const MethodCatalog& catalog, const PositionMap& positions,
                     Diagnostics& diagnostics) {
  return Compiler(source, names, catalog, positions, diagnostics).Compile();
}

}  // namespace baton::config
