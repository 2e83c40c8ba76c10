// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_SHOP_NODE_H_
#define BATON_EXAMPLES_STACK_SHOP_NODE_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "examples/stack/shop/layer_work.h"
#include "grpcpp/grpcpp.h"

namespace baton::stack {

// gRPC's three server APIs.
enum class ServerStyle { kSync, kCallback, kQueue };

absl::StatusOr<ServerStyle> ParseServerStyle(absl::string_view name);

// A gRPC service of the shop.
class Node {
 public:
  virtual ~Node() = default;

  // Called before the server starts.
  virtual void Register(grpc::ServerBuilder* builder) = 0;
  // Called after the server has started, and after it has shut down.
  virtual void OnServerStart() {}
  virtual void OnServerEnd() {}
};

// `layer` is one of kServices, but not the store. `work` must outlive the node.
std::unique_ptr<Node> NewNode(Layer layer, ServerStyle style, LayerWork* work);

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_SHOP_NODE_H_
