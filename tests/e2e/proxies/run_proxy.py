# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Runs nginx or HAProxy between a test and an upstream.

run_proxy.py nginx|haproxy CONFIG UPSTREAM: fills in the braces of the
configuration, prints the port of 127.0.0.1 where the proxy listens, and ends
when its input ends.

The proxy inherits a socket that already listens. The test therefore does not
wait for the proxy, and no other process can get its port.
"""

import os
import select
import socket
import subprocess
import sys
import tempfile

_LIFETIME_SECONDS = 120
_STOP_SECONDS = 10


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


def _start(proxy, config_path, upstream, folder):
    """Returns the process and the port it serves."""
    with socket.create_server(("127.0.0.1", 0), backlog=128) as listener:
        port = listener.getsockname()[1]
        fd = listener.fileno()
        config = os.path.join(folder, "config")
        values = {"FOLDER": folder, "PORT": port, "FD": fd, "UPSTREAM": upstream}
        _write_config(config_path, config, values)
        # nginx gets its sockets through this variable. HAProxy reads its
        # configuration.
        environment = {**os.environ, "NGINX": f"{fd};"}
        process = subprocess.Popen(
            _command(proxy, folder, config),
            env=environment,
            pass_fds=[fd],
            stdin=subprocess.DEVNULL,
            stdout=sys.stderr,
        )
        return process, port


def _stop(process):
    # nginx also ends its worker if it has enough time.
    process.terminate()
    try:
        process.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def main():
    proxy, config_path, upstream = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        process, port = _start(proxy, config_path, upstream, folder)
        print(port, flush=True)
        ended = os.pidfd_open(process.pid)
        ready, _, _ = select.select([sys.stdin, ended], [], [], _LIFETIME_SECONDS)
        _stop(process)
        if ended in ready:
            sys.exit(f"{proxy} ended by itself")


main()
