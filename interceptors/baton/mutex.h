// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_MUTEX_H_
#define BATON_MUTEX_H_

#include "baton/base/export.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>

#include "absl/base/thread_annotations.h"

namespace BATON_EXPORT baton {

// A std::mutex that clang's thread safety analysis understands:
//
//   Mutex mutex_;
//   int count_ ABSL_GUARDED_BY(mutex_) = 0;
//   void Add() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
//
// The sanitizer builds use clang and report an access without the lock as an
// error. Other compilers ignore the annotations. This header is not part of
// Baton's API: applications do not need it.
class ABSL_LOCKABLE Mutex {
 public:
  Mutex() = default;
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  void Lock() ABSL_EXCLUSIVE_LOCK_FUNCTION() { mutex_.lock(); }
  void Unlock() ABSL_UNLOCK_FUNCTION() { mutex_.unlock(); }

 private:
  friend class CondVar;
  std::mutex mutex_;
};

// Holds a Mutex from its constructor to its destructor. Between the two,
// Unlock() can release the mutex, and Lock() then locks it again.
class ABSL_SCOPED_LOCKABLE MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) ABSL_EXCLUSIVE_LOCK_FUNCTION(mutex)
      : mutex_(mutex) {
    mutex_.Lock();
  }
  ~MutexLock() ABSL_UNLOCK_FUNCTION() {
    if (is_held_) mutex_.Unlock();
  }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

  void Unlock() ABSL_UNLOCK_FUNCTION() {
    mutex_.Unlock();
    is_held_ = false;
  }
  void Lock() ABSL_EXCLUSIVE_LOCK_FUNCTION() {
    mutex_.Lock();
    is_held_ = true;
  }

 private:
  Mutex& mutex_;
  bool is_held_ = true;
};

// A condition variable for a Mutex. A wait may end without a notification, so
// callers wait in a loop. Waits use the steady clock. A change of the wall
// clock does not change their length.
class CondVar {
 public:
  // Releases `mutex`, waits for a notification, and locks `mutex` again.
  void Wait(Mutex& mutex) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex) {
    std::unique_lock<std::mutex> lock(mutex.mutex_, std::adopt_lock);
    condition_.wait(lock);
    lock.release();
  }
  // Does the same as Wait(), but waits for `longest` at most.
  void WaitFor(Mutex& mutex, std::chrono::nanoseconds longest)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex) {
    std::unique_lock<std::mutex> lock(mutex.mutex_, std::adopt_lock);
    condition_.wait_for(lock, longest);
    lock.release();
  }
  // Waits until `done` returns true, for `longest` at most. `mutex` is locked
  // while `done` runs. Returns the last result of `done`.
  template <typename Done>
  bool WaitFor(Mutex& mutex, std::chrono::nanoseconds longest, Done done)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex) ABSL_NO_THREAD_SAFETY_ANALYSIS {
    std::unique_lock<std::mutex> lock(mutex.mutex_, std::adopt_lock);
    const bool is_done = condition_.wait_for(lock, longest, done);
    lock.release();
    return is_done;
  }
  void NotifyOne() { condition_.notify_one(); }
  void NotifyAll() { condition_.notify_all(); }

 private:
  std::condition_variable condition_;
};

// A std::shared_mutex: one writer, or any number of readers.
class ABSL_LOCKABLE SharedMutex {
 public:
  void Lock() ABSL_EXCLUSIVE_LOCK_FUNCTION() { mutex_.lock(); }
  void Unlock() ABSL_UNLOCK_FUNCTION() { mutex_.unlock(); }
  void ReaderLock() ABSL_SHARED_LOCK_FUNCTION() { mutex_.lock_shared(); }
  void ReaderUnlock() ABSL_UNLOCK_FUNCTION() { mutex_.unlock_shared(); }

 private:
  std::shared_mutex mutex_;
};

// Holds a SharedMutex for writing.
class ABSL_SCOPED_LOCKABLE WriterLock {
 public:
  explicit WriterLock(SharedMutex& mutex) ABSL_EXCLUSIVE_LOCK_FUNCTION(mutex)
      : mutex_(mutex) {
    mutex_.Lock();
  }
  ~WriterLock() ABSL_UNLOCK_FUNCTION() { mutex_.Unlock(); }
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;

 private:
  SharedMutex& mutex_;
};

// Holds a SharedMutex for reading.
class ABSL_SCOPED_LOCKABLE ReaderLock {
 public:
  explicit ReaderLock(SharedMutex& mutex) ABSL_SHARED_LOCK_FUNCTION(mutex)
      : mutex_(mutex) {
    mutex_.ReaderLock();
  }
  ~ReaderLock() ABSL_UNLOCK_FUNCTION() { mutex_.ReaderUnlock(); }
  ReaderLock(const ReaderLock&) = delete;
  ReaderLock& operator=(const ReaderLock&) = delete;

 private:
  SharedMutex& mutex_;
};

}  // namespace baton

#endif  // BATON_MUTEX_H_
