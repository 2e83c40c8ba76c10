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

// The five that are services, from the top.
inline constexpr Layer kServices[] = {
    ::shop::v1::LAYER_EDGE, ::shop::v1::LAYER_CHECKOUT,
    ::shop::v1::LAYER_INVENTORY, ::shop::v1::LAYER_PRICING,
    ::shop::v1::LAYER_STORE};

// "edge"
std::string NameOf(Layer layer);

// INVALID_ARGUMENT for the name of no service.
absl::StatusOr<Layer> ParseService(absl::string_view name);

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_SHOP_LAYERS_H_
