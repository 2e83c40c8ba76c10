// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/request/thread_requests.h"

#include <atomic>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_set.h"
#include "baton/mutex.h"

namespace baton::rpc {
namespace {

// The upper bits of a token are the number of its thread.
constexpr int kBitsOfThread = 40;

// The tokens that other threads than their own have removed. Only a misuse
// fills it. If the thread of a token has ended, its token stays.
struct Removals {
  Mutex mutex;
  absl::flat_hash_set<uint64_t> tokens ABSL_GUARDED_BY(mutex);
};

Removals& AllRemovals() {
  // Never destroyed: threads may outlive static destructors.
  static auto& removals = *new Removals;
  return removals;
}

std::atomic<uint64_t> number_of_removals{0};
std::atomic<uint64_t> number_of_threads{0};

}  // namespace

ThreadRequests& ThreadRequests::OfThisThread() {
  thread_local ThreadRequests requests;
  return requests;
}

ThreadRequests::ThreadRequests()
    : next_token_(number_of_threads.fetch_add(1) << kBitsOfThread) {}

uint64_t ThreadRequests::Add(std::shared_ptr<RequestRecord> record,
                             bool is_background) {
  CatchUp();
  RequestObserver* const observer =
      record == nullptr ? nullptr : record->observer();
  const uint64_t token = next_token_++;
  entries_.push_back({token, std::move(record), is_background, nullptr});
  if (observer != nullptr) {
    std::unique_ptr<RequestObserver::Attachment> attachment =
        observer->Attach();
    // The observer may have added and removed requests meanwhile.
    for (Entry& entry : entries_) {
      if (entry.token == token) entry.attachment = std::move(attachment);
    }
  }
  return token;
}

bool ThreadRequests::Remove(uint64_t token) {
  CatchUp();
  for (auto entry = entries_.rbegin(); entry != entries_.rend(); ++entry) {
    if (entry->token != token) continue;
    entry->removed = true;
    PopRemoved();
    return true;
  }
  return false;
}

void ThreadRequests::RemoveElsewhere(uint64_t token) {
  Removals& removals = AllRemovals();
  const MutexLock lock(removals.mutex);
  removals.tokens.insert(token);
  number_of_removals.fetch_add(1, std::memory_order_release);
}

const std::shared_ptr<RequestRecord>& ThreadRequests::Current() {
  static const auto& none = *new std::shared_ptr<RequestRecord>;
  CatchUp();
  return entries_.empty() ? none : entries_.back().record;
}

void ThreadRequests::CatchUp() {
  const uint64_t removals_now =
      number_of_removals.load(std::memory_order_acquire);
  if (removals_now == seen_removals_) return;
  seen_removals_ = removals_now;
  {
    Removals& removals = AllRemovals();
    const MutexLock lock(removals.mutex);
    for (Entry& entry : entries_) {
      if (removals.tokens.erase(entry.token) > 0) entry.removed = true;
    }
  }
  PopRemoved();
}

void ThreadRequests::PopRemoved() {
  while (!entries_.empty() && entries_.back().removed) {
    // Its destructors may run code of the user's.
    const Entry last = std::move(entries_.back());
    entries_.pop_back();
  }
}

}  // namespace baton::rpc
