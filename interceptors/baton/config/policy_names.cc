// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/config/policy_names.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "baton/config/syntax/nearest_name.h"

namespace baton::config {
namespace {

bool IsPathSegment(absl::string_view name) {
  return std::all_of(name.begin(), name.end(), [](char c) {
    return absl::ascii_isgraph(static_cast<unsigned char>(c)) && c != '/';
  });
}

std::string Key(const v1::MethodName& name) {
  if (name.method().empty()) return name.service();
  return absl::StrCat("/", name.service(), "/", name.method());
}

// Returns an error message for a malformed name, or "".
std::string Malformed(const v1::MethodName& name) {
  if (!IsPathSegment(name.service()) || !IsPathSegment(name.method())) {
    return absl::StrCat(
        "must be a full service name and a method name, such as service: "
        "\"shop.v1.Inventory\" method: \"Get\", got service: \"",
        absl::CHexEscape(name.service()), "\" method: \"",
        absl::CHexEscape(name.method()), "\"");
  }
  if (name.service().empty() && !name.method().empty()) {
    return "method is set without service; leave out both to name everything";
  }
  return "";
}

// Returns a note on a name that may be misspelled, or "". An open catalog
// rejects no service. A misspelled one is similar to a name in the catalog.
std::string Suspicious(const v1::MethodName& name,
                       const MethodCatalog& catalog) {
  if (!catalog.open() || name.service().empty() ||
      catalog.FindService(name.service()) != nullptr) {
    return "";
  }
  std::vector<absl::string_view> services;
  for (const auto& [service, methods] : catalog.services()) {
    services.emplace_back(service);
  }
  const std::string near = DidYouMean(name.service(), services);
  if (near.empty()) return "";
  return absl::StrCat("service ", name.service(),
                      " is not linked into this process", near);
}

}  // namespace

PolicyNames::PolicyNames(const v1::Policy& policy, const MethodCatalog& catalog,
                         const PositionMap& positions,
                         Diagnostics& diagnostics) {
  int count = 0;
  for (int i = 0; i < policy.methods_size(); ++i) {
    const std::string entry = absl::StrCat("methods[", i, "]");
    const v1::MethodPolicy& method = policy.methods(i);
    if (method.name().empty()) {
      diagnostics.Error(positions.Find(entry), entry,
                        "must have a name; name {} stands for everything");
    }
    for (int j = 0; j < method.name_size(); ++j) {
      const std::string path = absl::StrCat(entry, ".name[", j, "]");
      const Position position = positions.Find(path);
      if (++count > kMaxNames) {
        diagnostics.Error(
            position, path,
            absl::StrCat("the policy must have at most ", kMaxNames, " names"));
        return;
      }
      const v1::MethodName& name = method.name(j);
      std::string error = Malformed(name);
      if (!error.empty()) {
        // A malformed name has no valid key.
        diagnostics.Error(position, path, error);
        continue;
      }
      if (!name.service().empty() && !diagnostics.full()) {
        error = catalog.WrongWith(name.service(), name.method());
      }
      const auto [it, inserted] = entries_.emplace(Key(name), i);
      if (error.empty() && !inserted) {
        error =
            absl::StrCat(it->first.empty() ? "everything" : it->first,
                         " is named twice; first in methods[", it->second, "]");
      }
      if (!error.empty()) diagnostics.Error(position, path, error);
      const std::string note = Suspicious(name, catalog);
      if (!note.empty()) diagnostics.Note(position, path, note);
    }
  }
}

int PolicyNames::Find(absl::string_view name) const {
  const auto it = entries_.find(name);
  return it == entries_.end() ? -1 : it->second;
}

std::vector<int> PolicyNames::EntriesFor(absl::string_view name) const {
  std::vector<int> found;
  for (std::string at(name);; at = ParentName(at)) {
    const int entry = Find(at);
    if (entry >= 0) found.push_back(entry);
    if (at.empty()) return found;
  }
}

std::string ParentName(absl::string_view name) {
  if (name.empty() || name[0] != '/') return "";
  return std::string(name.substr(1, name.find('/', 1) - 1));
}

}  // namespace baton::config
