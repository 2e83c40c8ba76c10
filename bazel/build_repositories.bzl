# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Repositories that Bazel's own tools ask for, provided without a download."""

# Bazel 4 downloads these when nobody defines them. Newer Bazels need the real
# ones, which they bring themselves.
_STUBS = [
    "remote_coverage_tools",
    "rules_cc",
    "rules_java",
    "rules_proto",
]

def _major(version):
    # A Bazel built from source may call itself "4.2.3- (@non-git)" or "".
    head = version.split(".")[0]
    return int(head) if head.isdigit() else 0

def baton_build_repositories():
    """Defines the stubs under bazel/stubs; for this workspace only."""
    if _major(native.bazel_version) > 4:
        return
    for name in _STUBS:
        if not native.existing_rule(name):
            native.local_repository(
                name = name,
                path = "bazel/stubs/" + name,
            )
