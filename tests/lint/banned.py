# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Words that the C++ of this repository does without, each with its reason."""

import dataclasses
import re
from typing import Iterator, Tuple

from checks import Finding, Tree, numbered, text_files


@dataclasses.dataclass(frozen=True)
class Ban:
    """A pattern, the reason, and the paths that may still use it."""

    pattern: str
    reason: str
    allowed: Tuple[str, ...] = ()
    suffixes: Tuple[str, ...] = (".h", ".cc")


_BANS = (
    Ban(
        r"\bnow\s*\(|\babsl::(Now|GetCurrentTimeNanos)\b|\bgpr_now\b"
        r"|\b(clock_gettime|gettimeofday)\b|\btime\((nullptr|NULL|0)\)",
        "time is injected as a Clock; only the real clock reads it",
        (
            "interceptors/baton/rpc/runtime/real_clock.",
            "tests/benchmark/",
            "tests/e2e/",
            "tests/support/real_time.",
        ),
    ),
    Ban(
        r"(\b|_)sleep_(for|until)\b|\babsl::SleepFor\b|\b(u|nano)?sleep\s*\(",
        "waiting goes through a Timer that can be cancelled and faked",
    ),
    Ban(
        r"\bs?rand(om)?\s*\(|\bstd::random_device\b",
        "randomness is injected; only the real source draws it",
        ("interceptors/baton/rpc/runtime/real_random.",),
    ),
    Ban(
        r"\b(RealClock|ThreadUniform)\(\)|\b(TimerQueue|Workers)::Process\(\)",
        "calls and requests use the Runtime of their channel or server, which tests replace",
        (
            "interceptors/baton/real_clock.h",
            "interceptors/baton/otel/bootstrap/sdk_log.cc",
            "interceptors/baton/rpc/runtime/",
            "tests/",
            "tools/",
            "examples/",
        ),
    ),
    Ban(
        r"\b(secure_)?getenv\b",
        "settings are arguments; the environment is read in one place",
        (
            "interceptors/baton/otel/bootstrap/process_environment.cc",
            # OTEL_SEMCONV_STABILITY_OPT_IN is meant for what instruments.
            "interceptors/baton/otel/conventions.cc",
            # BATON_STOP_ALL_RETRIES must work without a change of the program.
            "interceptors/baton/policy/retry_stop.cc",
            "tools/baton_policy/baton_policy_main.cc",
            "tests/support/",
            "tests/e2e/",
            "examples/",
        ),
    ),
    Ban(
        r"\bDISABLED_|\bGTEST_SKIP\b",
        "a test that does not run proves nothing: mend it or delete it",
    ),
    Ban(
        r"\babsl::((Mutex|ReaderMutex|WriterMutex)(Lock)?|CondVar|Notification"
        r"|BlockingCounter|Barrier)\b",
        "TSan cannot see into a packaged Abseil and would report false races: "
        "use baton::Mutex and baton::CondVar",
    ),
    Ban(
        r"\bstd::(recursive_|shared_|timed_)?mutex\b|\bstd::condition_variable(_any)?\b"
        r"|\bstd::(lock_guard|scoped_lock|shared_lock|unique_lock)\b",
        "clang cannot check what a std::mutex guards: use Mutex, MutexLock and CondVar "
        "of baton/mutex.h with ABSL_GUARDED_BY",
        ("interceptors/baton/mutex.h", "tests/", "tools/", "examples/"),
    ),
    Ban(r"^\s*using namespace\b", "it leaks into every file that includes this", suffixes=(".h",)),
    Ban(r"^\s*#\s*pragma\s+once\b", "headers have include guards, which survive copies"),
)


def _without_comment(line: str) -> str:
    return line.split("//", 1)[0]


def banned_tokens(tree: Tree) -> Iterator[Finding]:
    """Finds banned words outside comments."""
    for path, text in text_files(tree, ".h", ".cc"):
        bans = [
            ban
            for ban in _BANS
            if path.endswith(ban.suffixes) and not (ban.allowed and path.startswith(ban.allowed))
        ]
        for number, line in numbered(text):
            code = _without_comment(line)
            for ban in bans:
                match = re.search(ban.pattern, code)
                if match:
                    yield Finding(path, number, f"{match[0].strip()}: {ban.reason}")


def allowed_paths() -> Tuple[str, ...]:
    """Returns the paths that a ban names."""
    return tuple(sorted({path for ban in _BANS for path in ban.allowed}))
