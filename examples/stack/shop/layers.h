// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_SHOP_LAYERS_H_
#define BATON_EXAMPLES_STACK_SHOP_LAYERS_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "examples/stack/shop/shop.pb.h"

namespace baton::stack {

using ::shop::v1::Layer;

// The five layers that are services, from the edge to the store.
inline constexpr Layer kServices[] = {
    ::shop::v1::LAYER_EDGE, ::shop::v1::LAYER_CHECKOUT,
    ::shop::v1::LAYER_INVENTORY, ::shop::v1::LAYER_PRICING,
    ::shop::v1::LAYER_STORE};

// Returns the name in lower case, like "edge".
std::string NameOf(Layer layer);

// Returns INVALID_ARGUMENT if no service has this name.
absl::StatusOr<Layer> ParseService(absl::string_view name);

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_SHOP_LAYERS_H_
