# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Words that our C++ does without, each with its reason."""

import dataclasses
import re
from typing import Iterator, Tuple

from checks import Finding, Tree, numbered, text_files


@dataclasses.dataclass(frozen=True)
class Ban:
    """A pattern, the reason, and the paths that may use it all the same."""

    pattern: str
    reason: str
    allowed: Tuple[str, ...] = ()
    suffixes: Tuple[str, ...] = (".h", ".cc")


_BANS = (
    Ban(
        r"\bnow\s*\(|\babsl::(Now|GetCurrentTimeNanos)\b|\bgpr_now\b"
        r"|\b(clock_gettime|gettimeofday)\b|\btime\((nullptr|NULL|0)\)",
        "use an injected Clock; only the real clock may read the time",
        (
            "interceptors/baton/rpc/runtime/real_clock.",
            "tests/benchmark/",
            "tests/e2e/",
            "tests/support/real_time.",
        ),
    ),
    Ban(
        r"\bsleep_(for|until)\b|\babsl::SleepFor\b|\b(u|nano)?sleep\s*\(",
        "use a timer, which tests can fake and callers can cancel",
    ),
    Ban(
        r"\bs?rand(om)?\s*\(|\bstd::random_device\b",
        "use an injected random source; only the real source may draw numbers",
        ("interceptors/baton/rpc/runtime/real_random.",),
    ),
    Ban(
        r"\b(secure_)?getenv\b",
        "pass settings as arguments; only the bootstrap reads the environment",
        (
            "interceptors/baton/otel/bootstrap/environment.cc",
            # OTEL_SEMCONV_STABILITY_OPT_IN is meant for what instruments.
            "interceptors/baton/otel/conventions.cc",
            "tools/baton_policy/baton_policy_main.cc",
            "tests/support/",
            "tests/e2e/",
            "examples/",
        ),
    ),
    Ban(
        r"\bDISABLED_|\bGTEST_SKIP\b",
        "a disabled test proves nothing: repair it or delete it",
    ),
    Ban(
        r"\babsl::((Mutex|ReaderMutex|WriterMutex)(Lock)?|CondVar|Notification"
        r"|BlockingCounter|Barrier)\b",
        "TSan cannot see into a packaged Abseil and would report false races: "
        "use std::mutex and std::condition_variable",
    ),
    Ban(r"^\s*using namespace\b", "it affects every file that includes this header", suffixes=(".h",)),
    Ban(r"^\s*#\s*pragma\s+once\b", "use an include guard; #pragma once fails for copied files"),
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
