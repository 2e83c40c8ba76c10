// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/chain/layers.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "baton/core/limits/process_budget.h"
#include "baton/core/policy/validation_errors.h"

namespace baton::chain {
namespace {

constexpr std::size_t kMaxLayers = 32;
constexpr int kMaxLoopAttempts = 10;
constexpr int kMaxGrant = 9;

// Returns the index of the layer with this name, from index `from` on. Returns
// the number of layers if there is none.
std::size_t Find(const std::vector<Layer>& layers, std::size_t from,
                 const std::string& name) {
  const auto found = std::find_if(
      layers.begin() + static_cast<std::ptrdiff_t>(from), layers.end(),
      [&name](const Layer& layer) { return layer.name == name; });
  return static_cast<std::size_t>(found - layers.begin());
}

void CheckLoop(const Caller& caller, core::ValidationErrors& errors) {
  if (caller.loop_attempts < 1 || caller.loop_attempts > kMaxLoopAttempts) {
    errors.Add("loop_attempts", absl::StrCat("must be 1 to ", kMaxLoopAttempts,
                                             ", got ", caller.loop_attempts));
  }
}

void FreeFromBudgets(Caller& caller) {
  caller.options.policy.process_budget = ProcessBudgetOptions::Unlimited();
  caller.options.policy.retry_breaker.enabled = false;
}

void CheckLayer(const std::vector<Layer>& layers, std::size_t index,
                core::ValidationErrors& errors) {
  const Layer& layer = layers[index];
  const core::ValidationErrors::Field field(
      errors, absl::StrCat("layers[", index, "]"));
  if (Find(layers, index + 1, layer.name) < layers.size()) {
    errors.Add("name",
               absl::StrCat("must be unique, got \"", layer.name, "\" twice"));
  }
  const std::size_t slash = layer.method.rfind('/');
  if (layer.method.empty() || layer.method.front() != '/' || slash < 2 ||
      slash + 1 == layer.method.size()) {
    errors.Add("method", absl::StrCat("must have the form "
                                      "\"/package.Service/Method\", got \"",
                                      layer.method, "\""));
  }
  if (layer.calls.has_value()) {
    for (const std::string& name : *layer.calls) {
      if (Find(layers, index + 1, name) == layers.size()) {
        errors.Add("calls",
                   absl::StrCat("must name later layers, got \"", name, "\""));
      }
    }
  }
  const core::ValidationErrors::Field caller(errors, "caller");
  CheckLoop(layer.caller, errors);
}

}  // namespace

absl::Status Complete(Options& options) {
  core::ValidationErrors errors;
  if (options.layers.empty() || options.layers.size() > kMaxLayers) {
    errors.Add("layers", absl::StrCat("must be 1 to ", kMaxLayers,
                                      " layers, got ", options.layers.size()));
  }
  if (options.timeout <= absl::ZeroDuration() ||
      options.timeout == absl::InfiniteDuration()) {
    errors.Add("timeout", absl::StrCat("must be positive and finite, got ",
                                       absl::FormatDuration(options.timeout)));
  }
  if (options.grant < 0 || options.grant > kMaxGrant) {
    errors.Add("grant", absl::StrCat("must be 0 to ", kMaxGrant, ", got ",
                                     options.grant));
  }
  for (std::size_t i = 0; i < options.layers.size(); ++i) {
    Layer& layer = options.layers[i];
    if (layer.name.empty()) layer.name = absl::StrCat("layer ", i + 1);
    if (!layer.behavior) layer.behavior = Always(NoFault());
  }
  for (std::size_t i = 0; i < options.layers.size(); ++i) {
    CheckLayer(options.layers, i, errors);
  }
  const core::ValidationErrors::Field app(errors, "app");
  CheckLoop(options.app, errors);
  return errors.ToStatus("chain options");
}

void DisableOtherLimits(Options& options) {
  FreeFromBudgets(options.app);
  for (Layer& layer : options.layers) {
    FreeFromBudgets(layer.caller);
    layer.server.retry_ratio_limit.max_ratio = 1;
  }
}

std::vector<Site> SitesOf(const Options& options) {
  const std::vector<Layer>& layers = options.layers;
  std::vector<Site> sites = {Site()};
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const int caller = static_cast<int>(i);
    if (!layers[i].calls.has_value()) {
      if (i + 1 < layers.size()) sites.push_back({caller, caller + 1});
      continue;
    }
    for (const std::string& name : *layers[i].calls) {
      sites.push_back({caller, static_cast<int>(Find(layers, i + 1, name))});
    }
  }
  return sites;
}

}  // namespace baton::chain
