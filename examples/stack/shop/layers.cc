// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/shop/layers.h"

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace baton::stack {

std::string NameOf(Layer layer) {
  return absl::AsciiStrToLower(
      absl::StripPrefix(::shop::v1::Layer_Name(layer), "LAYER_"));
}

absl::StatusOr<Layer> ParseService(absl::string_view name) {
  for (const Layer layer : kServices) {
    if (NameOf(layer) == name) return layer;
  }
  return absl::InvalidArgumentError(
      absl::StrCat("service: must be one of edge, checkout, inventory, "
                   "pricing, store, got \"",
                   name, "\""));
}

}  // namespace baton::stack
