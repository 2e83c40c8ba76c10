# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Plants banned words."""

import unittest

from banned import banned_tokens
from planting import CheckTest


class BannedTest(CheckTest):
    def test_banned_token_is_found(self):
        for code in (
            "auto t = std::chrono::steady_clock::now();",
            "auto t = absl::Now();",
            "std::this_thread::sleep_for(delay);",
            "absl::SleepFor(delay);",
            "gpr_sleep_until(time);",
            "usleep(5);",
            "int i = rand();",
            "int i = std::rand();",
            'const char* v = std::getenv("X");',
            "TEST(A, DISABLED_B) {",
            "GTEST_SKIP();",
            "absl::Mutex mutex_;",
            "absl::MutexLock lock(&mutex_);",
            "RealClock().Now();",
            "Workers::Process().Post(work);",
            "std::mutex mutex_;",
            "std::shared_mutex mutex_;",
            "std::lock_guard lock(mutex_);",
            "std::unique_lock<std::mutex> lock(mutex_);",
            "std::condition_variable changed_;",
            "#pragma once",
        ):
            self.assert_found(banned_tokens, "interceptors/baton/core/a.h", code)
        self.assert_found(banned_tokens, "tests/core/a.h", "using namespace std;")

    def test_allowed_use_is_clean(self):
        for path, code in (
            ("interceptors/baton/rpc/runtime/real_clock.cc", "return absl::Now();"),
            ("interceptors/baton/core/a.cc", "return clock.Now();"),
            ("interceptors/baton/core/a.cc", "// never calls now()"),
            ("interceptors/baton/core/a.cc", "int operand(int);"),
            ("tests/core/a.cc", "using namespace std::chrono_literals;"),
            ("interceptors/baton/mutex.h", "std::mutex mutex_;"),
            ("interceptors/baton/core/a.h", "Mutex mutex_;"),
            ("tests/core/a.cc", "std::mutex mutex_;"),
            ("tests/core/a.cc", "RealClock().Now();"),
            ("interceptors/baton/rpc/call/a.cc", "plan.runtime().Now();"),
        ):
            self.assert_clean(banned_tokens, path, code)


if __name__ == "__main__":
    unittest.main()
