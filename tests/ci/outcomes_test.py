# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Checks that the counts of .ci/run are never better than the actual results.
"""

import json
import tempfile
import unittest

from outcomes import outcomes, read_events


def configured(label):
    return {
        "id": {"targetConfigured": {"label": label}},
        "configured": {"targetKind": "cc_test rule", "testSize": "SMALL"},
    }


def completed(label, success):
    return {
        "id": {"targetCompleted": {"label": label}},
        "completed": {"success": True} if success else {},
    }


def summary(label, status):
    return {
        "id": {"testSummary": {"label": label}},
        "testSummary": {"overallStatus": status},
    }


class OutcomesTest(unittest.TestCase):
    def test_each_status_has_its_outcome(self):
        events = [configured(name) for name in ("//:a", "//:b", "//:c")]
        events += [summary("//:a", "PASSED"), summary("//:b", "FAILED"), summary("//:c", "FLAKY")]
        self.assertEqual(outcomes(events), {"//:a": True, "//:b": False, "//:c": False})

    def test_unrun_test_has_failed(self):
        self.assertEqual(outcomes([configured("//:a")]), {"//:a": False})

    def test_unbuilt_target_has_failed(self):
        events = [completed("//:library", False), completed("//:other", True)]
        self.assertEqual(outcomes(events), {"//:library": False})

    def test_truncated_file_is_read_to_its_end(self):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            file.write(json.dumps(configured("//:a")) + '\n{"id": {"testSumm')
            file.flush()
            self.assertEqual(outcomes(read_events(file.name)), {"//:a": False})

    def test_missing_file_has_no_outcomes(self):
        self.assertEqual(outcomes(read_events("no/such/file")), {})


if __name__ == "__main__":
    unittest.main()
