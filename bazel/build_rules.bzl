# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Provides the rules that a WORKSPACE needs, without a download.

Bazel 4 contains the rules itself, and stubs that refer to these rules are
enough. Later versions need the real rules. A Bazel of a distribution takes the
packages of the distribution. A release of the Bazel project downloads them.
"""

# Bazel 4's own tools load these repositories.
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

# Every Bazel that reads a WORKSPACE by default contains these rules.
_NATIVE_RULES = """\
rules = struct(
    CcInfo = CcInfo,
    ProtoInfo = ProtoInfo,
    cc_common = cc_common,
    proto_lang_toolchain = native.proto_lang_toolchain,
    proto_library = native.proto_library,
    sh_binary = native.sh_binary,
    sh_test = native.sh_test,
)
"""

def _link_children(ctx, folder):
    for child in folder.readdir():
        ctx.symlink(child, child.basename)

def _stub_impl(ctx):
    stubs = ctx.path(ctx.attr._bazel).dirname.get_child("stubs")
    _link_children(ctx, stubs.get_child(ctx.attr.stub))

_stub = repository_rule(
    implementation = _stub_impl,
    attrs = {
        "stub": attr.string(mandatory = True),
        "_bazel": attr.label(default = "//bazel:BUILD"),
    },
    local = True,
)

def _packaged_impl(ctx):
    folder = ctx.path(ctx.attr.path)
    if not folder.exists:
        fail("\n\n%s does not exist. Install the package of the distribution, or define @%s before baton_dependencies().\n" %
             (folder, ctx.name))
    _link_children(ctx, folder)

_packaged = repository_rule(
    implementation = _packaged_impl,
    attrs = {"path": attr.string(mandatory = True)},
    local = True,
)

def _rules_repository_impl(ctx):
    ctx.file("BUILD")
    ctx.file("rules.bzl", ctx.attr.text)

rules_repository = repository_rule(
    implementation = _rules_repository_impl,
    attrs = {"text": attr.string(mandatory = True)},
)

def _is_packaged_bazel():
    # Distributions build Bazel from source, without a version or with one such
    # as "4.2.3- (@non-git)". A release has a version such as "7.7.1".
    version = native.bazel_version
    return not version or "non-git" in version

def _is_bazel_4():
    head = native.bazel_version.split(".")[0]
    if head.isdigit():
        return int(head) <= 4
    return not hasattr(native, "package_relative_label")  # Since Bazel 6.1.

def baton_build_rules():
    """Defines the repositories of rules, except those already defined."""
    if not native.existing_rule("baton_rules"):
        rules_repository(name = "baton_rules", text = _NATIVE_RULES)
    if _is_bazel_4():
        for name in _STUBS_OF_BAZEL_4:
            if not native.existing_rule(name):
                _stub(name = name, stub = name)
    elif _is_packaged_bazel():
        for name, path in _PACKAGED.items():
            if not native.existing_rule(name):
                _packaged(name = name, path = path)
