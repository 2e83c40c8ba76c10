// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// What happened to a request, in words.

import { duration, plural, shortMethod, words } from './format.js';
import { attemptsOf, waitsOf } from './tree.js';

function ordinal(attempt, i) {
  return attempt.attempt ?? i + 1;
}

/** One call: its target, its attempts and what became of it. */
export function tellCall(call) {
  const attempts = attemptsOf(call);
  const lost = attempts.filter((attempt) => attempt.loser);
  const failed = attempts.filter((attempt) => attempt.failed && !attempt.loser);
  const winner = attempts.findIndex((attempt) => !attempt.failed);
  const waited = waitsOf(call).reduce((sum, wait) => sum + (wait.to - wait.from), 0);
  const method = shortMethod(call.method || call.name);
  const parts = [];
  if (failed.length > 0) parts.push(`${plural(failed.length, 'attempt')} failed (${codes(failed)})`);
  if (waited > 0) parts.push(`${duration(waited)} of waiting`);
  if (winner >= 0 && failed.length > 0) {
    parts.push(`attempt ${ordinal(attempts[winner], winner)} succeeded`);
  }
  if (lost.length > 0 && winner >= 0) {
    parts.push(`attempt ${ordinal(attempts[winner], winner)} won the race`);
  }
  return { call, method, text: parts.join(', '), attempts };
}

function codes(attempts) {
  const tally = new Map();
  for (const { code } of attempts) {
    const word = code || 'error';
    tally.set(word, (tally.get(word) ?? 0) + 1);
  }
  return [...tally].map(([code, n]) => (n > 1 ? `${n} × ${code}` : code)).join(', ');
}

/** The calls worth telling of: several attempts, or a retry refused. */
export function decisiveCalls(nodes) {
  return nodes
    .filter((node) => node.role === 'call')
    .filter((node) => attemptsOf(node).length > 1 || isStop(node))
    .sort((a, b) => a.start - b.start);
}

function isStop(call) {
  return Boolean(call.reason) && call.reason !== 'succeeded' && call.failed;
}

/** The verdict on the whole request: its tone, its headline and the reason. */
export function verdict(row, nodes) {
  const stopped = decisiveCalls(nodes).filter(isStop);
  // The one that the failure came from is the deepest, which ends first.
  const cause = stopped.sort((a, b) => a.start + a.dur - (b.start + b.dur))[0];
  const reason = cause && { word: words(cause.reason), text: cause.words ?? '', call: cause };
  if (row.badges.includes('failed')) {
    return { tone: 'bad', headline: row.code ? `Failed with ${row.code}` : 'Failed', reason };
  }
  if (row.badges.includes('saved')) {
    return {
      tone: 'saved',
      headline: row.badges.includes('retried') && !onlyHedged(row) ? 'Saved by a retry' : 'Saved',
      reason,
    };
  }
  if (row.badges.includes('hedged')) return { tone: 'good', headline: 'OK, by the faster attempt', reason };
  return { tone: 'good', headline: row.retries > 0 ? 'OK' : 'OK at the first attempt', reason };
}

function onlyHedged(row) {
  return row.badges.includes('hedged') && !row.strip.includes('f');
}
