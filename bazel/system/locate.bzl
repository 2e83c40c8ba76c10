# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Finds headers and libraries that the distribution has installed."""

_INCLUDE_DIRS = [
    "/usr/include",
    "/usr/local/include",
]

# With the folders of Debian's architectures.
_LIBRARY_DIRS = [
    "/usr/lib/x86_64-linux-gnu",
    "/usr/lib/aarch64-linux-gnu",
    "/usr/lib/arm-linux-gnueabihf",
    "/usr/lib/i386-linux-gnu",
    "/usr/lib/powerpc64le-linux-gnu",
    "/usr/lib/riscv64-linux-gnu",
    "/usr/lib/s390x-linux-gnu",
    "/usr/lib64",
    "/usr/lib",
    "/usr/local/lib",
]

def find_header(ctx, header):
    """Returns the include directory of `header`, or None."""
    for directory in _INCLUDE_DIRS:
        if ctx.path(directory + "/" + header).exists:
            return directory
    return None

def has_library(ctx, library):
    """Returns whether the linker would find -l<library>."""
    for directory in _LIBRARY_DIRS:
        for suffix in [".so", ".a"]:
            if ctx.path("%s/lib%s%s" % (directory, library, suffix)).exists:
                return True
    return False

def find_pkg_config_dir(ctx, module):
    """Returns the directory of <module>.pc, or None."""
    for directory in _LIBRARY_DIRS:
        candidate = directory + "/pkgconfig"
        if ctx.path("%s/%s.pc" % (candidate, module)).exists:
            return candidate
    return None

def fail_missing(what, package):
    """Stops the build and prints the command to install the package."""
    fail("\n\n%s is not installed.\nRun ./bazelw instead of bazel, or: apt-get install %s\n" % (what, package))
