// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Programs of this repository, run by a test that reads what they print.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const runfiles = join(process.env.TEST_SRCDIR ?? '..', 'baton');

/** Starts a program in a session of its own and reads until `enough` matches. */
export async function start(program, args, enough, environment = {}) {
  const child = spawn(join(runfiles, program), args, {
    cwd: runfiles,
    detached: true,
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let said = '';
  // Read to the end: a program that is cut off in the middle of a line dies.
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

/** Like Ctrl-C. Returns its exit code. */
export async function interrupt(child) {
  if (child.exitCode !== null) return child.exitCode;
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  return (await ended)[0];
}
