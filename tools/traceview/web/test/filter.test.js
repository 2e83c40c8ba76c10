// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { haystack, parseQuery, select } from '../src/filter.js';

function row(change) {
  const made = {
    id: 'ab12',
    name: 'shop.v1.Shop/PlaceOrder',
    service: 'edge',
    code: 'UNAVAILABLE',
    reason: 'grant_exhausted',
    dur: 75_000,
    spans: 20,
    attempts: 6,
    most: 3,
    retries: 2,
    badges: ['failed', 'retried'],
    services: [
      ['edge', 1],
      ['store', 3],
    ],
    ...change,
  };
  return { ...made, haystack: haystack(made) };
}

test('a query says what must hold', () => {
  const rows = [
    ['', true],
    ['   ', true],
    ['placeorder', true],
    ['PLACE store', true],
    ['place pricing', false],
    ['service:store', true],
    ['service:pricing', false],
    ['reason:grant', true],
    ['code:unavailable', true],
    ['id:ab', true],
    ['id:b', false],
    ['is:failed', true],
    ['-is:failed', false],
    ['-is:saved', true],
    ['>50ms', true],
    ['>50', true],
    ['>1s', false],
    ['<1s', true],
    ['attempts>2', true],
    ['attempts>3', false],
    ['retries>1', true],
    ['retries<2', false],
    ['spans>19', true],
    ['"v1.shop/place"', true],
    ['service:"store"', true],
    ['"two words"', false],
    // A word without a meaning is a plain search term.
    ['spans>2ms', false],
    ['unknown:field', false],
    ['-', false],
    ['"', true],
  ];
  for (const [query, expected] of rows) assert.equal(parseQuery(query)(row()), expected, query);
});

test('attempts are those of one call, not of the whole request', () => {
  const fanOut = row({ attempts: 150, most: 1, retries: 0 });
  assert.equal(parseQuery('attempts>2')(fanOut), false);
  assert.equal(parseQuery('attempts<2')(fanOut), true);
  assert.equal(parseQuery('retries>0')(fanOut), false);
});

test('counts say what each filter would show', () => {
  const rows = [row(), row({ badges: ['saved', 'retried'] }), row({ badges: [], name: 'other' })];
  const { shown, counts } = select(rows, 'placeorder', 'saved');
  assert.equal(shown.length, 1);
  assert.deepEqual(counts, { all: 2, retried: 2, saved: 1, suppressed: 0, hedged: 0, failed: 1 });
});
