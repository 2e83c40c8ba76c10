// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { owners, tellCall, tellOwner, verdict } from '../src/story.js';
import { link } from '../src/tree.js';

const row = (badges, change) => ({ badges, code: '', retries: 0, strip: 'o', ...change });
const call = (change) => ({
  id: 'call',
  parent: -1,
  role: 'call',
  start: 0,
  dur: 100_000,
  method: 'shop.v1.Store/Reserve',
  ...change,
});
const attempt = (start, change) => ({ id: `at${start}`, parent: 0, role: 'attempt', start, dur: 5_000, ...change });
const failed = { failed: true, code: 'UNAVAILABLE' };

test('a call that a retry saved', () => {
  const { nodes } = link([call(), attempt(0, failed), attempt(20_000, failed), attempt(50_000, {})]);
  assert.equal(
    tellCall(nodes[0]).text,
    '2 attempts failed (2 × UNAVAILABLE), waited 40.0 ms, attempt 3 succeeded',
  );
  nodes[0].waits = [{ at: 6_000, dur: 14_000, cause: 'retry_info' }];
  assert.match(tellCall(nodes[0]).text, / waited .* \(retry info\), /);
});

test('a call that a hedge won', () => {
  const { nodes } = link([call(), attempt(0, { dur: 30_000, loser: true, failed: true }), attempt(20_000, { dur: 9_000 })]);
  assert.equal(tellCall(nodes[0]).text, 'attempt 2 succeeded first');
});

test('a call that was answered elsewhere', () => {
  const { nodes } = link([call(), attempt(0, failed), attempt(20_000, { fallback: 1 })]);
  assert.match(tellCall(nodes[0]).text, /, attempt 2 at fallback 1 succeeded$/);
});

test('the verdict gives the reason of the call that is told of', () => {
  const told = verdict(
    row(['failed', 'suppressed'], { code: 'UNAVAILABLE' }),
    call({ failed: true, reason: 'grant_exhausted', words: 'All made.' }),
  );
  assert.equal(told.tone, 'bad');
  assert.equal(told.headline, 'Failed with UNAVAILABLE');
  assert.equal(told.reason.word, 'grant exhausted');
  assert.equal(told.reason.text, 'All made.');
});

test('good ends are told apart', () => {
  const headline = (badges, change) => verdict(row(badges, change), undefined).headline;
  assert.equal(headline([]), 'OK after the first attempt');
  assert.equal(headline(['saved', 'retried'], { retries: 2, strip: 'ffo' }), 'Saved by a retry');
  assert.equal(headline(['hedged', 'retried'], { retries: 1, strip: 'lo' }), 'OK, from the faster attempt');
  assert.equal(headline(['failed']), 'Failed');
});

test('the owner is the outermost call that may be attempted again', () => {
  const { nodes } = link([
    call({ grant: 2 }),
    attempt(0, failed),
    attempt(20_000, {}),
    call({ id: 'below', parent: 2, grant: 1 }),
    call({ id: 'bare', parent: 2, grant: 0 }),
  ]);
  assert.deepEqual(owners(nodes), [nodes[0]]);
  assert.equal(tellOwner(nodes[0], 'edge').text, '1 of 2 extra attempts made');
});
