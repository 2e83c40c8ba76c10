# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Runs nginx or HAProxy between a test and an upstream.

run_proxy.py nginx|haproxy CONFIG UPSTREAM: fills in what the configuration has
in braces, prints the port of 127.0.0.1 where the proxy listens once it does,
and ends with its input.
"""

import os
import select
import socket
import subprocess
import sys
import tempfile
import time

_LIFETIME_SECONDS = 120
_START_SECONDS = 10


def _command(proxy, folder, config):
    if proxy == "nginx":
        return ["/usr/sbin/nginx", "-p", folder, "-e", "stderr", "-c", config]
    return ["/usr/sbin/haproxy", "-db", "-q", "-f", config]


def _write_config(path, config, values):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for name, value in values.items():
        text = text.replace("{%s}" % name, str(value))
    with open(config, "w", encoding="utf-8") as file:
        file.write(text)


def _listens(port, process):
    """Waits until somebody listens on the port; false if nobody will."""
    give_up = time.monotonic() + _START_SECONDS
    while process.poll() is None and time.monotonic() < give_up:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return True
        except ConnectionRefusedError:
            time.sleep(0.01)
    return False


def main():
    proxy, config_path, upstream = sys.argv[1:]
    with socket.socket() as reserved, tempfile.TemporaryDirectory() as folder:
        # Nobody else is given the port; the proxies share it by this option.
        reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        reserved.bind(("127.0.0.1", 0))
        port = reserved.getsockname()[1]
        config = os.path.join(folder, "config")
        values = {"FOLDER": folder, "PORT": port, "UPSTREAM": upstream}
        _write_config(config_path, config, values)
        with subprocess.Popen(
            _command(proxy, folder, config),
            stdin=subprocess.DEVNULL,
            stdout=sys.stderr,
        ) as process:
            if _listens(port, process):
                print(port, flush=True)
                select.select([sys.stdin], [], [], _LIFETIME_SECONDS)
            process.kill()


main()
