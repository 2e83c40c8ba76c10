// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Runs Microsoft's Aspire Dashboard, a real tracing backend, on loopback only.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PATIENCE_MS = 60_000;

// The npm packages are in the parent folder, outside of Bazel.
const here = dirname(await realpath(new URL(import.meta.url).pathname));
const packages = createRequire(join(here, '..', 'package.json'));

/**
 * Unpacks the dashboard into `folder`, which takes 450 MB of it. The program
 * unpacks itself beside itself, and looks for itself there: so it is copied.
 */
async function unpack(folder, env) {
  const packed = join(dirname(packages.resolve('@microsoft/aspire-cli-linux-x64/package.json')), 'bin/aspire');
  const copy = join(folder, 'cli/bin/aspire');
  await mkdir(dirname(copy), { recursive: true });
  await copyFile(packed, copy);
  await run(copy, ['setup', '--nologo', '--non-interactive'], { env, timeout: PATIENCE_MS });
  return join(folder, 'cli/bundle/managed/aspire-managed');
}

/** Returns the three addresses when the dashboard listens on all of them. */
async function listenedAt(child) {
  const found = {};
  let said = '';
  for await (const part of child.stdout.setEncoding('utf8')) {
    said += part;
    for (const [key, words] of [
      ['page', 'Now listening on'],
      ['grpc', 'OTLP/gRPC listening on'],
      ['http', 'OTLP/HTTP listening on'],
    ]) {
      found[key] ??= new RegExp(`${words}: (http://127\\.0\\.0\\.1:\\d+)`).exec(said)?.[1];
    }
    if (found.page && found.grpc && found.http) return found;
  }
  throw new Error(`the dashboard did not start:\n${said}`);
}

/** Starts a dashboard on free ports. */
export async function startAspire() {
  const folder = await mkdtemp(join(process.env.TEST_TMPDIR ?? tmpdir(), 'aspire-'));
  for (const name of ['home', 'tmp']) await mkdir(join(folder, name));
  const env = {
    PATH: process.env.PATH,
    HOME: join(folder, 'home'),
    TMPDIR: join(folder, 'tmp'),
    ASPIRE_CLI_TELEMETRY_OPTOUT: 'true',
    DOTNET_EnableDiagnostics: '0',
    ASPNETCORE_URLS: 'http://127.0.0.1:0',
    ASPIRE_DASHBOARD_OTLP_ENDPOINT_URL: 'http://127.0.0.1:0',
    ASPIRE_DASHBOARD_OTLP_HTTP_ENDPOINT_URL: 'http://127.0.0.1:0',
    ASPIRE_DASHBOARD_UNSECURED_ALLOW_ANONYMOUS: 'true',
    ASPIRE_DASHBOARD_API_ENABLED: 'true',
  };
  const program = await unpack(folder, env);
  const child = spawn(program, ['dashboard'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const at = await listenedAt(child);
  child.stdout.resume();

  const get = async (path) => {
    const response = await fetch(`${at.page}/api/telemetry/${path}`);
    assert.equal(response.status, 200, path);
    return response.json();
  };
  return {
    ...at,
    /** Returns all spans of these traces as a flat list, each with its service and its attributes by name. */
    async spans(path) {
      const { data } = await get(path);
      return data.resourceSpans.flatMap(({ resource, scopeSpans }) =>
        scopeSpans.flatMap(({ scope, spans }) =>
          spans.map((span) => ({
            ...span,
            scope: scope.name,
            service: named(resource.attributes)['service.name'],
            attributes: named(span.attributes ?? []),
          })),
        ),
      );
    },
    resources: () => get('resources'),
    async stop() {
      const ended = child.exitCode === null ? once(child, 'exit') : undefined;
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The dashboard returns every value as text. */
export function named(attributes) {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue]));
}
