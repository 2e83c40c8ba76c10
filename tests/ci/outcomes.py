# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Turns Bazel's build event file into one outcome per test target.

Usage: outcomes.py LANE EXIT_CODE EVENTS. A test that could not be built has
failed. If bazel failed for any other reason, the lane has failed.
"""

import json
import os
import sys
from typing import Dict, Iterator


def read_events(path: str) -> Iterator[dict]:
    """Yields the events that were written before bazel stopped."""
    if not os.path.exists(path):
        return
    with open(path, encoding="utf-8") as file:
        for line in file:
            try:
                yield json.loads(line)
            except json.JSONDecodeError:
                return  # A killed bazel leaves half a line.


def outcomes(events: Iterator[dict]) -> Dict[str, bool]:
    """Maps each test, and each target that did not build, to its success."""
    result: Dict[str, bool] = {}
    for event in events:
        event_id = event.get("id", {})
        if "targetConfigured" in event_id and "testSize" in event.get("configured", {}):
            result.setdefault(event_id["targetConfigured"]["label"], False)
        elif "testSummary" in event_id and "testSummary" in event:
            status = event["testSummary"].get("overallStatus")
            result[event_id["testSummary"]["label"]] = status == "PASSED"
        elif "targetCompleted" in event_id:
            if not event.get("completed", {}).get("success"):
                result[event_id["targetCompleted"]["label"]] = False
    return result


def main(lane: str, exit_code: str, path: str) -> None:
    result = outcomes(read_events(path))
    if exit_code != "0" and all(result.values()):
        result[f"bazel (exit {exit_code})"] = False
    for label, success in sorted(result.items()):
        print("passed" if success else "failed", f"{lane}: {label}", sep="\t")


if __name__ == "__main__":
    main(*sys.argv[1:])
