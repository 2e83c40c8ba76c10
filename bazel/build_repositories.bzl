# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Provides the repositories that Bazel's own tools need, without a download.

Bazel 4 contains the rules itself, and stubs that refer to these rules are
enough. Later versions need the real rules. Bazel downloads them, unless the
distribution has a package of them.
"""

# Stubs for all versions. The real protobuf rules need further repositories, and
# Bazel contains all that Baton needs before version 8.
_STUBS = [
    "rules_proto",
]

# Stubs for Bazel 4.
_STUBS_OF_BAZEL_4 = [
    "remote_coverage_tools",
    "rules_cc",
    "rules_java",
]

# The paths of Debian's packages of Bazel's rules.
_PACKAGED = {
    "bazel_features": "/usr/share/bazel/tools/features",
    "bazel_skylib": "/usr/share/bazel/tools/skylib",
    "platforms": "/usr/share/bazel/tools/platforms",
    "rules_cc": "/usr/share/bazel/rules/cc",
    "rules_java": "/usr/share/bazel/rules/java",
    "rules_license": "/usr/share/bazel/rules/license",
    "rules_python": "/usr/share/bazel/rules/python",
    "rules_shell": "/usr/share/bazel/rules/shell",
}

_REPOSITORIES_BZL = """\
def define_repositories():
    for name, path in {repositories}.items():
        if not native.existing_rule(name):
            native.local_repository(name = name, path = path)
"""

def _is_bazel_4(ctx):
    # A Bazel built from source may report the version "4.2.3- (@non-git)" or "".
    # Debian's packages do. The attribute workspace_root exists since 6.1.
    head = ctx.attr.bazel_version.split(".")[0]
    return int(head) <= 4 if head.isdigit() else not hasattr(ctx, "workspace_root")

def _build_repositories_impl(ctx):
    bazel_4 = _is_bazel_4(ctx)
    repositories = {
        name: "bazel/stubs/" + name
        for name in _STUBS + (_STUBS_OF_BAZEL_4 if bazel_4 else [])
    }
    if not bazel_4:
        for name, path in _PACKAGED.items():
            if ctx.path(path).exists:
                repositories[name] = path
    ctx.file("BUILD")
    ctx.file(
        "repositories.bzl",
        _REPOSITORIES_BZL.format(repositories = repr(repositories)),
    )

_build_repositories = repository_rule(
    implementation = _build_repositories_impl,
    attrs = {"bazel_version": attr.string()},
    configure = True,
    local = True,
)

def baton_build_repositories(name = "baton_build_repositories"):
    """Selects stubs or packages for each repository. For this workspace only.

    Args:
      name: the repository with //:repositories.bzl, which defines
        define_repositories(). Call that function next.
    """
    _build_repositories(name = name, bazel_version = native.bazel_version)
