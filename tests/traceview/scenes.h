// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_TRACEVIEW_SCENES_H_
#define BATON_TESTS_TRACEVIEW_SCENES_H_

#include <cstdint>
#include <string>

#include "tests/traceview/sample_traces.h"

namespace baton::traceview {

// A request whose display is easy to get wrong. Each has the spans of Baton's
// telemetry, in the services gateway, orders and stock.
enum class Scene {
  // The target of the call stays down. The first backoff would be 15 ms, but
  // the call waits 596 ms for a connection.
  kConnectionWait,
  // An attempt fails at the server, two find no connection, and the last one
  // succeeds.
  kReconnected,
  // Two attempts end by the per-attempt timeout, the third by the deadline that
  // the policy set. The servers work on until 854 ms.
  kOwnLimits,
  // The only attempt ends by the deadline of the caller's caller.
  kInheritedDeadline,
  // Three calls of one method at the same time, all successful.
  kHealthyFanOut,
  // Five calls of one method. Two are healthy, a retry saves two, and the last
  // call fails.
  kFailedFanOut,
  // A method that is not idempotent fails, because an idempotent call of its
  // server failed, and had no grant.
  kNoGrantBelow,
  // The server answers after 11 ms, but the process of the client stalls for
  // 412 ms. The call is then past its deadline.
  kStalledClient,
};

inline constexpr Scene kAllScenes[] = {
    Scene::kConnectionWait,    Scene::kReconnected,   Scene::kOwnLimits,
    Scene::kInheritedDeadline, Scene::kHealthyFanOut, Scene::kFailedFanOut,
    Scene::kNoGrantBelow,      Scene::kStalledClient,
};

// Returns the name of the scene's root method: "scene.v1.Gateway/OwnLimits".
std::string MethodOf(Scene scene);

// Returns the spans of the scene. `start_unix_nano` is the start of the root.
TraceRequest SceneTrace(Scene scene,
                        int64_t start_unix_nano = 1'790'000'000'000'000'000);

}  // namespace baton::traceview

#endif  // BATON_TESTS_TRACEVIEW_SCENES_H_
