// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// The demo's trace view: what five real services did is what it shows.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { screenshot, startBrowser } from '../traceview/browser.mjs';
import { interrupt, start } from './program.mjs';

const FORMS = { laptop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

/** The processes of a session. */
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

/** One request as the page gets it, with each span's attributes by name. */
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

  test('only requests of users are there, from the app on', () => {
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

  test('a retried request has its attempts, what it waited for, and who owned the retries', async () => {
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
    // It waited for as long as it says that it would.
    const waited = attempts[1].start - (attempts[0].start + attempts[0].dur);
    assert.ok(waited >= call.waits[0].dur - 2000, `${waited} µs where ${call.waits[0].dur} were announced`);
    // The layers below left it to that one.
    const below = spans.filter((span) => span.role === 'call' && span.failed);
    assert.ok(below.length > 0);
    for (const span of below) assert.equal(span.attributes['retry.reason'], 'no_grant');
  });

  test('a suppressed request says why there was no further attempt', async () => {
    const row = rows.find((row) => row.strip === 'fff' && row.reason === 'grant_spent');
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
          ['suppressed', '#q=reason%3Agrant_spent', /extra attempts have all been made[\s\S]*3 attempts failed/],
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

  test('Ctrl-C ends it, and nothing is left', async () => {
    // Whether the promises were kept is for a machine with nothing else to do.
    const code = await interrupt(demo.child);
    assert.ok(code === 0 || code === 1, `exit code ${code}`);
    assert.deepEqual(await processesOf(demo.child.pid), []);
    await assert.rejects(fetch(url), 'its port is free');
  });

  test('the recorded run shows the same', async () => {
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

test('the traces go to a backend that OTEL_* names, from every service', async () => {
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
