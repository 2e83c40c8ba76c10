// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Starts a trace view with synthetic traces, and a browser.

import { spawn } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { once } from 'node:events';

// The npm packages are in the parent folder, outside of Bazel.
const here = dirname(await realpath(new URL(import.meta.url).pathname));
const { chromium } = createRequire(join(here, '..', 'package.json'))('playwright-core');

const PATIENCE_MS = 20_000;

/** Starts `sample_view` with these arguments. It ends with this process. */
export async function startView(...args) {
  const program = join(process.env.TEST_SRCDIR ?? '..', 'baton', 'tests/traceview/sample_view');
  const child = spawn(program, args.map(String), { stdio: ['pipe', 'pipe', 'inherit'] });
  let said = '';
  for await (const part of child.stdout) {
    said += part;
    if (said.includes('\n')) break;
  }
  return {
    url: said.trim(),
    async stop() {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** Starts a browser whose pages can only reach loopback. */
export async function startBrowser() {
  const home = await mkdtemp(join(process.env.TEST_TMPDIR ?? tmpdir(), 'home-'));
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
    env: { ...process.env, HOME: home },
  });
  return {
    async open(url, { width = 1440, height = 900, colorScheme = 'light' } = {}) {
      const context = await browser.newContext({ viewport: { width, height }, colorScheme });
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE_MS);
      const problems = [];
      page.on('request', (request) => {
        if (new URL(request.url()).origin !== new URL(url).origin) problems.push(`asked for ${request.url()}`);
      });
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) problems.push(message.text());
      });
      await page.goto(url);
      return { page, problems };
    },
    async closePages() {
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    async stop() {
      await browser.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Saves a screenshot in the outputs of the test. */
export async function screenshot(page, name) {
  const folder = process.env.TEST_UNDECLARED_OUTPUTS_DIR;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
}
