// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/server/request_destruction.h"

#include <cstddef>
#include <new>
#include <string>

#include "baton/testing/v1/scripted.pb.h"
#include "gtest/gtest.h"

namespace baton::rpc {
namespace {

using testing::v1::CallRequest;
using testing::v1::CallResponse;

constexpr char kMethod[] = "/baton.testing.v1.Scripted/Call";

// Memory that is not freed with its message, as in a call. If the message is
// not destroyed, its contents leak.
template <typename Message>
class Arena {
 public:
  Message* New() {
    auto* const message = new (memory_) Message;
    message->set_payload(std::string(512, 'x'));
    return message;
  }

 private:
  alignas(Message) std::byte memory_[sizeof(Message)];
};

TEST(RequestDestructionTest, DestroysARequestOfTheMethodsClass) {
  Arena<CallRequest> arena;
  EXPECT_TRUE(DestroyRequest(RequestPrototype(kMethod), arena.New()));
}

TEST(RequestDestructionTest, KeepsARequestOfAnotherClass) {
  Arena<CallResponse> arena;
  CallResponse* const other = arena.New();
  EXPECT_FALSE(DestroyRequest(RequestPrototype(kMethod), other));
  EXPECT_EQ(other->payload().size(), 512u);
  other->~CallResponse();
  // Not a message.
  std::string text(64, 'x');
  EXPECT_FALSE(DestroyRequest(RequestPrototype(kMethod), &text));
}

TEST(RequestDestructionTest, NullRequestNeedsNoDestruction) {
  EXPECT_TRUE(DestroyRequest(RequestPrototype(kMethod), nullptr));
  EXPECT_TRUE(DestroyRequest(nullptr, nullptr));
}

TEST(RequestDestructionTest, UnknownMethodHasNoPrototype) {
  for (const char* method : {"", "/", "/no.such.Service/Get", "Scripted/Call",
                             "/baton.testing.v1.Scripted"}) {
    EXPECT_EQ(RequestPrototype(method), nullptr) << method;
  }
  EXPECT_EQ(RequestPrototype(nullptr), nullptr);
  int request = 0;
  EXPECT_FALSE(DestroyRequest(nullptr, &request));
}

}  // namespace
}  // namespace baton::rpc
