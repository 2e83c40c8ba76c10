// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Checks that the demo's trace view shows the actual run of five services.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { screenshot, startBrowser } from '../traceview/browser.mjs';
import { interrupt, start } from './program.mjs';

const FORMS = { laptop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

/** Returns the processes of a session. */
async function processesOf(session) {
  const found = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[3] === String(session)) found.push(stat.split(' ')[1]);
  }
  return found;
}

async function list(url) {
  return (await (await fetch(`${url}api/traces?since=0&instance=`)).json()).rows;
}

/** Returns one request as the page gets it, with each span's attributes by name. */
async function open(url, id) {
  const trace = await (await fetch(`${url}api/traces/${id}`)).json();
  for (const span of trace.spans) {
    span.attributes = Object.fromEntries(span.attrs);
    span.service = trace.origins[span.origin].service;
  }
  return trace;
}

const has = (...badges) => (row) => badges.every((badge) => row.badges.includes(badge));

describe('a run of the demo', () => {
  let demo;
  let url;
  let file;
  let rows;
  let browser;

  before(async () => {
    file = join(await mkdtemp(join(process.env.TEST_TMPDIR ?? tmpdir(), 'run-')), 'run.jsonl');
    const args = ['--modes=baton', '--scenario=flaky', '--view=keep', `--record=${file}`];
    demo = await start('examples/stack/demo', args, /every attempt: (http:\S+\/)#f=retried/);
    assert.ok(demo.found, 'the demo prints a link');
    url = demo.found[1];
    rows = await list(url);
    browser = await startBrowser();
  });
  after(() => browser?.stop());

  test('the list has only requests of users, from the app on', () => {
    assert.ok(rows.length > 100, `${rows.length} requests`);
    for (const row of rows) {
      assert.equal(row.name, 'shop.v1.Edge/Get');
      assert.equal(row.service, 'app');
    }
    const healthy = rows.find((row) => row.badges.length === 0);
    assert.deepEqual(
      healthy.services.map(([name]) => name),
      ['app', 'edge', 'checkout', 'inventory', 'pricing', 'store'],
    );
    assert.ok(healthy.services.every(([, calls]) => calls === 1));
  });

  test('a retried request shows its attempts, its waits and the owner', async () => {
    const row = rows.find((row) => has('saved', 'retried')(row) && row.strip === 'fo');
    assert.ok(row, 'some request was saved by its second attempt');
    assert.equal(row.reason, 'succeeded');
    const { spans } = await open(url, row.id);
    const call = spans.find((span) => span.role === 'call' && span.service === 'app');
    assert.equal(call.attributes['retry.owner'], 'keep');
    assert.equal(call.attributes['retry.grant'], '2');
    const attempts = spans.filter((span) => spans[span.parent] === call);
    assert.deepEqual(
      attempts.map((span) => [span.role, span.attempt, span.code, span.decision]),
      [
        ['attempt', 1, 'UNAVAILABLE', 'retry'],
        ['attempt', 2, 'OK', 'stop'],
      ],
    );
    assert.equal(call.waits.length, 1);
    assert.equal(call.waits[0].cause, 'backoff');
    // The actual wait must match the recorded wait.
    const waited = attempts[1].start - (attempts[0].start + attempts[0].dur);
    assert.ok(waited >= call.waits[0].dur - 2000, `${waited} µs where ${call.waits[0].dur} were announced`);
    // The other layers left the retries to the first one.
    const below = spans.filter((span) => span.role === 'call' && span.failed);
    assert.ok(below.length > 0);
    for (const span of below) assert.equal(span.attributes['retry.stop_reason'], 'no_grant');
  });

  test('a suppressed request shows its stop reason', async () => {
    const row = rows.find((row) => row.strip === 'fff' && row.reason === 'grant_exhausted');
    assert.ok(row, 'some request was attempted three times, and not a fourth');
    assert.ok(has('failed', 'suppressed')(row));
    assert.equal(new Map(row.services).get('store'), 3);
    const trace = await open(url, row.id);
    const call = trace.spans[trace.told];
    assert.equal(call.service, 'app');
    assert.equal(call.attributes['retry.grant_used'], '2');
    assert.equal(call.words, "All extra attempts of the request's grant have been made.");
    assert.equal(call.waits.length, 2);
  });

  for (const [form, size] of Object.entries(FORMS)) {
    for (const colorScheme of ['light', 'dark']) {
      test(`it can be read on a ${form}, ${colorScheme}`, async () => {
        const { page, problems } = await browser.open(`${url}#f=retried`, { ...size, colorScheme });
        await page.locator('.row').first().waitFor();
        await screenshot(page, `demo-list-${form}-${colorScheme}`);
        for (const [name, search, says] of [
          ['saved', '#f=saved', /Saved by a retry[\s\S]*app owned the retries/],
          ['suppressed', '#q=reason%3Agrant_exhausted', /extra attempts of the request.s grant have been made[\s\S]*3 attempts failed/],
        ]) {
          await page.goto(`${url}${search}`);
          await page.waitForFunction(() => document.querySelectorAll('.row').length > 0);
          await page.locator('.row').first().click();
          await page.locator('.line').first().waitFor();
          assert.match(await page.locator('.verdict').innerText(), says);
          await page.locator('.wait').first().waitFor();
          await screenshot(page, `demo-${name}-${form}-${colorScheme}`);
        }
        assert.deepEqual(problems, []);
      });
    }
  }

  test('Ctrl-C ends all processes of the demo', async () => {
    // Only an idle machine can check the demo's promises.
    const code = await interrupt(demo.child);
    assert.ok(code === 0 || code === 1, `exit code ${code}`);
    assert.deepEqual(await processesOf(demo.child.pid), []);
    await assert.rejects(fetch(url), 'its port is free');
  });

  test('the recorded run shows the same requests', async () => {
    const view = await start(
      'tools/traceview/traceview',
      ['--http_port=0', '--grpc_port=0', `--open=${file}`],
      /Trace view: (http:\S+\/)\n/,
    );
    const strip = ({ seq, ...row }) => row;
    const byId = (a, b) => (a.id < b.id ? -1 : 1);
    const again = await list(view.found[1]);
    await interrupt(view.child);
    assert.deepEqual(again.map(strip).sort(byId), rows.map(strip).sort(byId));
  });
});

test('every service sends its traces to the backend in OTEL_*', async () => {
  const free = ['--http_port=0', '--grpc_port=0'];
  const backend = await start('tools/traceview/traceview', free, /Trace view: (http:\S+\/)\n/);
  const url = backend.found[1];
  try {
    const args = ['--modes=baton', '--scenario=crash', '--lasts=300ms', '--view=keep'];
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_SERVICE_NAME: 'not-this' };
    const demo = await start('examples/stack/demo', args, /What Baton promises/, environment);
    if (demo.child.exitCode === null) await once(demo.child, 'exit');
    assert.ok([0, 1].includes(demo.child.exitCode), `exit code ${demo.child.exitCode}`);
    const rows = await list(url);
    const healthy = rows.find((row) => row.badges.length === 0 && row.spans >= 15);
    assert.deepEqual(
      healthy.services.map(([name]) => name),
      ['app', 'edge', 'checkout', 'inventory', 'pricing', 'store'],
    );
  } finally {
    await interrupt(backend.child);
  }
});
