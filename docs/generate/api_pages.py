# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Writes the API reference of the public headers with Doxygen.

    ./bazelw run //docs:api [-- FOLDER]         HTML pages, and prints where
    python3 docs/generate/api_pages.py --check  findings, and exit code 1

A finding is a public symbol without a comment, or a comment that Doxygen cannot
read. Doxygen does not look at classes without members. The pages need the group
"api" of bazel/requirements.txt.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from typing import Iterable, List

PAGES = pathlib.Path("docs/generate")
LIBRARY = pathlib.Path("interceptors")

# Symbols that need no comment, because their declaration tells everything. An
# enumerator is explained by its own comment, or by the comment of its enum.
_TRIVIAL = re.compile(
    r"""Member\ (?:
      operator\W+\(                                        # comparison and assignment
    | (?P<name>\w+)\((?:(?:const\ )?(?P=name)\ ?&?&?\ ?\w*)?\)  # default and copy constructors
      .*\ of\ (?:class|struct)\ \S*\b(?P=name)\ is
    | (?:begin|end)\(
    | \w+\ \(enumvalue\)
    | \w+(?:\[\])?\ \(variable\)\ of\ namespace            # a constant
    | \w+\ \(macro\ definition\)
    )""",
    re.VERBOSE,
)


def public_headers(root: pathlib.Path) -> List[str]:
    """Returns the public headers, relative to the root."""
    folder = root / LIBRARY / "baton"
    folders = ("base", "idempotency", "kit", "policy")
    found = {*folder.glob("*.h")}
    for name in folders:
        found |= {*folder.glob(f"{name}/*.h")}
    # Public headers hold a mutex, but applications do not use its class.
    found -= {folder / "mutex.h"}
    # This header only includes the public headers of another folder.
    for header in folder.glob("test_chain.h"):
        includes = re.findall(r'#include "(.*)"', header.read_text(encoding="utf-8"))
        found.update(root / LIBRARY / include for include in includes)
    return sorted(str(path.relative_to(root)) for path in found)


def findings(root: pathlib.Path, output: pathlib.Path) -> List[str]:
    """Writes the pages into a folder, and returns the findings."""
    output.mkdir(parents=True, exist_ok=True)
    log = output / "findings.txt"
    settings = (
        f"@INCLUDE = {root / PAGES / 'Doxyfile'}",
        f"INPUT = {' '.join(public_headers(root))} {PAGES / 'api_start.md'} {PAGES / 'api_namespaces.dox'}",
        f"USE_MDFILE_AS_MAINPAGE = {PAGES / 'api_start.md'}",
        f'FILTER_PATTERNS = *.h="python3 {PAGES / "api_comments.py"}"',
        f'STRIP_FROM_PATH = "{root / LIBRARY}"',
        f'STRIP_FROM_INC_PATH = "{root / LIBRARY}"',
        f'OUTPUT_DIRECTORY = "{output}"',
        f'WARN_LOGFILE = "{log}"',
    )
    subprocess.run(["doxygen", "-"], cwd=root, input="\n".join(settings).encode(), check=True)
    lines = log.read_text(encoding="utf-8").splitlines()
    log.unlink()
    return relevant(line.replace(f"{root}/", "") for line in lines)


def relevant(lines: Iterable[str]) -> List[str]:
    """Returns the warnings of Doxygen without those about trivial symbols."""
    return sorted({line for line in lines if line.strip() and not _TRIVIAL.search(line)})


def main() -> int:
    root = pathlib.Path(os.environ.get("BUILD_WORKSPACE_DIRECTORY") or pathlib.Path(__file__).resolve().parents[2])
    arguments = sys.argv[1:]
    if shutil.which("doxygen") is None:
        print("doxygen is missing: run ./bazelw --install-only api", file=sys.stderr)
        return 3
    if arguments == ["--check"]:
        with tempfile.TemporaryDirectory() as folder:
            found = findings(root, pathlib.Path(folder))
    elif len(arguments) <= 1:
        started_in = pathlib.Path(os.environ.get("BUILD_WORKING_DIRECTORY", "."))
        folder = started_in / arguments[0] if arguments else root / "bazel-bin/docs/api_html"
        found = findings(root, folder.absolute())
        print(folder.resolve() / "index.html")
    else:
        print(__doc__, file=sys.stderr)
        return 2
    for finding in found:
        print(finding, file=sys.stderr)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
