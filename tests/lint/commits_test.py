# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Plants commit messages."""

import os
import pathlib
import subprocess
import tempfile
import time
import unittest

from commits import Commit, parse, problems, read, recent


def _problems(subject="Rpc: Cancel hedges when the call ends", body="", changed_lines=1):
    return list(problems(Commit("abc", subject, body, changed_lines)))


class CommitsTest(unittest.TestCase):
    def test_long_subject_is_found(self):
        self.assertEqual(len(_problems(subject="x" * 73)), 1)
        self.assertEqual(_problems(subject="x" * 72), [])

    def test_joined_subject_is_found(self):
        self.assertEqual(len(_problems(subject="Rpc: Cancel hedges; keep streams")), 1)
        self.assertEqual(_problems(subject="Rpc: Keep for(;;)"), [])

    def test_large_change_without_a_body_is_found(self):
        self.assertEqual(len(_problems(changed_lines=51)), 1)
        self.assertEqual(len(_problems(changed_lines=51, body="\n")), 1)
        self.assertEqual(_problems(changed_lines=50), [])
        self.assertEqual(_problems(changed_lines=51, body="The reason."), [])

    def test_log_is_parsed(self):
        log = (
            "\x01a1\x02First\x02Why.\n\nMore.\n\x02\n\n40\t2\ta.cc\n-\t-\tb.png\n9\t0\tc d.h\n"
            "\x01b2\x02Second\x02\x02\n"
        )
        self.assertEqual(
            parse(log),
            [Commit("a1", "First", "Why.\n\nMore.\n", 51), Commit("b2", "Second", "", 0)],
        )
        self.assertEqual(parse(""), [])

    def test_recent_commits_are_of_one_day_and_since_the_check(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            _git(root, "init", "--quiet")
            for subject, age in (("Old", 172800), ("First", 3600), ("Second", 0)):
                _commit(root, subject, age)
            subjects = [commit.subject for commit in read(root, *recent(root, "0" * 40))]
            self.assertEqual(subjects, ["Second", "First"])
            subjects = [commit.subject for commit in read(root, *recent(root, _git(root, "rev-parse", "HEAD~1")))]
            self.assertEqual(subjects, ["Second"])


def _git(root, *arguments, **environment):
    command = ["git", "-c", "user.name=A", "-c", "user.email=a@example.com", *arguments]
    done = subprocess.run(command, cwd=root, check=True, capture_output=True, env={**os.environ, **environment})
    return done.stdout.decode().strip()


def _commit(root, subject, age_in_seconds):
    date = f"@{int(time.time()) - age_in_seconds} +0000"
    _git(root, "commit", "--allow-empty", "-m", subject, GIT_AUTHOR_DATE=date, GIT_COMMITTER_DATE=date)


if __name__ == "__main__":
    unittest.main()
