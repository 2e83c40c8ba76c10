// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/policy/validate.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "baton/config/method_catalog.h"
#include "baton/config/syntax/nearest_name.h"
#include "baton/core/policy/policy_validation.h"
#include "baton/core/policy/validation_errors.h"

namespace baton {
namespace {

using config::MethodCatalog;

std::string WithoutDigits(absl::string_view name) {
  std::string text(name);
  text.erase(std::remove_if(text.begin(), text.end(),
                            [](char c) { return absl::ascii_isdigit(c); }),
             text.end());
  return text;
}

// Returns the problem of a service that is not linked but is similar to a
// linked one, or "". "shop.v2.Inventory" is no misspelled "shop.v1.Inventory".
std::string Misspelled(absl::string_view service,
                       const MethodCatalog& catalog) {
  if (catalog.FindService(service) != nullptr) return "";
  std::vector<absl::string_view> services;
  services.reserve(catalog.services().size());
  for (const auto& [linked, methods] : catalog.services()) {
    services.emplace_back(linked);
  }
  const absl::string_view nearest = config::NearestName(service, services);
  if (nearest.empty() || WithoutDigits(nearest) == WithoutDigits(service)) {
    return "";
  }
  return absl::StrCat("service ", service,
                      " is not linked into this process; did you mean ",
                      nearest, "?");
}

}  // namespace

absl::Status Validate(const Policy& policy) {
  if (absl::Status status = core::ValidatePolicy(policy); !status.ok()) {
    return status;
  }
  const MethodCatalog catalog = MethodCatalog::Linked();
  std::vector<std::string> problems;
  policy.ForEach([&](absl::string_view name, const MethodPolicy&) {
    if (name.empty()) return;
    absl::string_view service = name;
    absl::string_view method;
    if (name[0] == '/') {
      const std::size_t slash = name.rfind('/');
      service = name.substr(1, slash - 1);
      method = name.substr(slash + 1);
    }
    std::string problem = catalog.WrongWith(service, method);
    if (problem.empty()) problem = Misspelled(service, catalog);
    if (!problem.empty()) {
      problems.push_back(absl::StrCat("methods[\"", name, "\"]: ", problem));
    }
  });
  // The same policy always gives the same text.
  std::sort(problems.begin(), problems.end());
  core::ValidationErrors errors;
  for (const std::string& problem : problems) {
    const std::size_t colon = problem.find("]: ") + 1;
    errors.Add(problem.substr(0, colon), problem.substr(colon + 2));
  }
  return errors.ToStatus("policy");
}

}  // namespace baton
