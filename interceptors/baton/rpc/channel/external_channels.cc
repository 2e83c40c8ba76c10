// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/channel/external_channels.h"

#include <algorithm>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "baton/mutex.h"

namespace baton::rpc {
namespace {

// All external channels that exist, and some that were destroyed.
struct Noted {
  Mutex mutex;
  std::vector<std::weak_ptr<grpc::Channel>> channels ABSL_GUARDED_BY(mutex);

  // Never destroyed: channels may be created when the process exits.
  static Noted& Get() {
    static auto& noted = *new Noted;
    return noted;
  }
};

}  // namespace

void NoteExternalChannel(const std::shared_ptr<grpc::Channel>& channel) {
  Noted& noted = Noted::Get();
  const MutexLock lock(noted.mutex);
  auto& channels = noted.channels;
  channels.erase(std::remove_if(channels.begin(), channels.end(),
                                [](const std::weak_ptr<grpc::Channel>& old) {
                                  return old.expired();
                                }),
                 channels.end());
  channels.emplace_back(channel);
}

bool IsExternalChannel(const std::shared_ptr<grpc::Channel>& channel) {
  Noted& noted = Noted::Get();
  const MutexLock lock(noted.mutex);
  return std::any_of(noted.channels.begin(), noted.channels.end(),
                     [&](const std::weak_ptr<grpc::Channel>& external) {
                       return external.lock() == channel;
                     });
}

}  // namespace baton::rpc
