// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Runs programs of this repository and reads their output.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const runfiles = join(process.env.TEST_SRCDIR ?? '..', 'baton');

/** Starts a program in its own session and reads until `enough` matches. */
export async function start(program, args, enough, environment = {}) {
  const child = spawn(join(runfiles, program), args, {
    cwd: runfiles,
    detached: true,
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let said = '';
  // Reads to the end, because a program whose output is closed ends early.
  child.stdout.setEncoding('utf8').on('data', (part) => {
    process.stderr.write(part);
    said += part;
  });
  while (!enough.test(said)) {
    await Promise.race([once(child.stdout, 'data'), once(child, 'close')]);
    if (child.exitCode !== null || child.signalCode !== null) break;
  }
  return { child, found: enough.exec(said) };
}

/** Sends SIGINT, like Ctrl-C. Returns the exit code. */
export async function interrupt(child) {
  if (child.exitCode !== null) return child.exitCode;
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  return (await ended)[0];
}
