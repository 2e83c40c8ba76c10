// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Explains in words what happened to a request.

import { duration, plural, shortMethod, words } from './format.js';
import { attemptsOf, waitsOf } from './tree.js';

function named(attempt, i) {
  const place = attempt.fallback ? ` at fallback ${attempt.fallback}` : '';
  return `attempt ${attempt.attempt ?? i + 1}${place}`;
}

/** Explains one call: its method, its attempts and its result. */
export function tellCall(call) {
  const attempts = attemptsOf(call);
  const lost = attempts.filter((attempt) => attempt.loser);
  const failed = attempts.filter((attempt) => attempt.failed && !attempt.loser);
  const winner = attempts.findIndex((attempt) => !attempt.failed);
  const waits = waitsOf(call);
  const waited = waits.reduce((sum, wait) => sum + (wait.to - wait.from), 0);
  const causes = [...new Set(waits.map((wait) => wait.cause).filter(Boolean))].map(words);
  const method = shortMethod(call.method || call.name);
  const parts = [];
  if (failed.length > 0) parts.push(`${plural(failed.length, 'attempt')} failed (${codes(failed)})`);
  if (waited > 0) parts.push(`waited ${duration(waited)}${causes.length > 0 ? ` (${causes.join(', ')})` : ''}`);
  if (winner >= 0 && failed.length > 0) {
    parts.push(`${named(attempts[winner], winner)} succeeded`);
  }
  if (lost.length > 0 && winner >= 0) {
    parts.push(`${named(attempts[winner], winner)} succeeded first`);
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

/** Returns the calls with several attempts, ordered by start. */
export function retriedCalls(nodes) {
  return nodes
    .filter((node) => node.role === 'call' && attemptsOf(node).length > 1)
    .sort((a, b) => a.start - b.start);
}

/** Returns the tone, the headline and the stop reason of a request. */
export function verdict(row, told) {
  const stopped = told?.failed && told.reason && told.reason !== 'succeeded';
  const reason = stopped ? { word: words(told.reason), text: told.words ?? '', call: told } : undefined;
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
  if (row.badges.includes('hedged')) return { tone: 'good', headline: 'OK, from the faster attempt', reason };
  return { tone: 'good', headline: row.retries > 0 ? 'OK' : 'OK after the first attempt', reason };
}

/** Returns the owners of the retries: the outermost calls with a grant. */
export function owners(nodes) {
  const holding = (node) => node?.role === 'call' && node.grant > 0;
  const above = (node) => nodes[node.parent];
  return nodes.filter((node) => {
    if (!holding(node) || node.superseded) return false;
    for (let at = above(node); at; at = above(at)) if (holding(at)) return false;
    return true;
  });
}

/** Explains how much of its grant an owner used. */
export function tellOwner(call, service) {
  const used = Math.max(0, attemptsOf(call).length - 1);
  return { service, text: `${used === 0 ? 'none' : used} of ${plural(call.grant, 'extra attempt')} made` };
}

function onlyHedged(row) {
  return row.badges.includes('hedged') && !row.strip.includes('f');
}
