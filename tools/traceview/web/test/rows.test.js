// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatRoute, parseRoute } from '../src/route-text.js';
import { EMPTY, merge } from '../src/rows.js';
import { batches, importFile, requestsIn } from '../src/transfer.js';

const row = (id, seq, change) => ({ id, seq, start: seq, name: id, service: '', code: '', reason: '', services: [], ...change });
const changes = (revision, rows, change) => ({ instance: 'a', revision, first: 1, stats: {}, rows, ...change });
const ids = (state) => state.rows.map(({ id }) => id);

test('the newest request is first, and a changed one is replaced', () => {
  let state = merge(EMPTY, changes(2, [row('x', 1), row('y', 2)]));
  assert.deepEqual(ids(state), ['y', 'x']);
  state = merge(state, changes(3, [row('x', 1, { spans: 7 })]));
  assert.deepEqual(ids(state), ['y', 'x']);
  assert.equal(state.byId.get('x').spans, 7);
});

test('what the server has dropped goes', () => {
  const state = merge(EMPTY, changes(2, [row('x', 1), row('y', 2)]));
  assert.deepEqual(ids(merge(state, changes(3, [row('z', 3)], { first: 2 }))), ['z', 'y']);
});

test('another run of the server starts over', () => {
  const state = merge(EMPTY, changes(9, [row('x', 1)]));
  assert.deepEqual(ids(merge(state, changes(1, [row('y', 1)], { instance: 'b' }))), ['y']);
});

test('nothing new is the same state', () => {
  const state = merge(EMPTY, changes(2, [row('x', 1)]));
  assert.equal(merge(state, changes(2, [])), state);
});

test('a route survives its address', () => {
  const route = { trace: '0'.repeat(31) + 'a', span: '0'.repeat(15) + 'b', query: 'a&b=c #%', filter: 'saved' };
  assert.deepEqual(parseRoute(formatRoute(route)), route);
  assert.equal(formatRoute({ query: '', filter: 'all' }), '#');
});

test('an address with nonsense opens nothing', () => {
  assert.deepEqual(parseRoute('#t=<script>&s=1'), { trace: undefined, span: undefined, query: '', filter: 'all' });
});

test('a file is one request, or one a line', () => {
  assert.deepEqual(requestsIn('{"a":1}\n\n{"b":2}\r\n'), ['{"a":1}', '{"b":2}']);
  assert.deepEqual(requestsIn('{\n "a": 1\n}'), ['{\n "a": 1\n}']);
  assert.deepEqual(requestsIn('{"a":1}'), ['{"a":1}']);
  assert.deepEqual(requestsIn(''), []);
});

test('lines travel together, up to a size', () => {
  assert.deepEqual(batches(['aa', 'bb', 'cccccc', 'd'], 5), [['aa', 'bb'], ['cccccc'], ['d']]);
  assert.deepEqual(batches([]), []);
});

test('an import adds up, and ends at the first part that is refused', async () => {
  const sent = [];
  const post = async (_, { body }) => {
    sent.push(body);
    const ok = !body.includes('bad');
    return { ok, text: async () => 'line 1: not OTLP JSON\n', json: async () => ({ spans: 2 }) };
  };
  const file = (text) => ({ text: async () => text });
  assert.equal(await importFile(file('{"a":1}\n{"b":2}'), post), 2);
  assert.deepEqual(sent, ['{"a":1}\n{"b":2}']);
  await assert.rejects(importFile(file('{"bad":1}'), post), /not OTLP JSON/);
});
