// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Explains in words what happened to a request.

import { duration, plural, shortMethod, words } from './format.js';
import { attemptsOf, laterAtServer, sentAttemptsOf, waitsOf } from './tree.js';

function named(attempt, i) {
  const place = attempt.fallback ? ` at fallback ${attempt.fallback}` : '';
  return `attempt ${attempt.attempt ?? i + 1}${place}`;
}

/** Names a status code, and the limit of the client if that caused the code. */
export function codeOf({ code, limit }) {
  return `${code || 'error'}${limit ? `, own limit: ${limit}` : ''}`;
}

function codes(attempts) {
  const tally = new Map();
  for (const attempt of attempts) {
    const word = codeOf(attempt);
    tally.set(word, (tally.get(word) ?? 0) + 1);
  }
  return [...tally].map(([code, n]) => (n > 1 ? `${n} × ${code}` : code)).join('; ');
}

/** Tells what the server did after an own limit ended the attempt. */
export function tellLater(attempt) {
  if (!attempt.limit) return '';
  const later = laterAtServer(attempt);
  if (!later) return 'no span of the server';
  const code = later.server.code || 'no status';
  return later.by > 0 ? `${code} ${duration(later.by)} later` : `${code} before`;
}

function partsOf(calls) {
  const attempts = calls.flatMap(attemptsOf);
  const failed = attempts.filter((attempt) => attempt.failed && !attempt.loser && !attempt.unsent);
  const unsent = attempts.filter((attempt) => attempt.unsent);
  const waits = calls.map(waitsOf);
  const waited = Math.max(...waits.map((some) => some.reduce((sum, wait) => sum + (wait.to - wait.from), 0)));
  const causes = [...new Set(waits.flat().map((wait) => wait.cause).filter(Boolean))].map(words);
  const limited = failed.filter((attempt) => attempt.limit);
  const parts = [];
  if (failed.length > 0) parts.push(`${plural(failed.length, 'attempt')} failed (${codes(failed)})`);
  if (limited.length > 0) parts.push(`at the server: ${limited.map(tellLater).join('; ')}`);
  if (unsent.length > 0) parts.push(`${plural(unsent.length, 'attempt')} found no connection`);
  if (waited > 0) {
    const most = calls.length > 1 ? 'up to ' : '';
    parts.push(`waited ${most}${duration(waited)}${causes.length > 0 ? ` (${causes.join(', ')})` : ''}`);
  }
  return parts;
}

/** Explains one call: its method, its attempts and its result. */
export function tellCall(call) {
  const attempts = attemptsOf(call);
  const stumbled = attempts.some((attempt) => attempt.failed && !attempt.loser);
  const lost = attempts.some((attempt) => attempt.loser);
  const winner = attempts.findIndex((attempt) => !attempt.failed);
  const parts = partsOf([call]);
  if (winner >= 0 && stumbled) parts.push(`${named(attempts[winner], winner)} succeeded`);
  if (winner >= 0 && lost) parts.push(`${named(attempts[winner], winner)} succeeded first`);
  return { call, method: shortMethod(call.method || call.name), text: parts.join(', ') };
}

/** Explains calls of the same kind. The first of them stands for all. */
export function tellCalls(calls) {
  const [first] = calls;
  if (calls.length === 1) return { ...tellCall(first), calls };
  const parts = partsOf(calls);
  if (!first.failed) parts.push('then each call succeeded');
  return { call: first, calls, method: shortMethod(first.method || first.name), text: parts.join(', ') };
}

/** Returns the calls with several attempts, ordered by start. */
export function retriedCalls(nodes) {
  return nodes
    .filter((node) => node.role === 'call' && attemptsOf(node).length > 1)
    .sort((a, b) => a.start - b.start);
}

/** Returns the failed calls that decided the request, and have no such call below. */
export function causes(nodes) {
  const decides = (node) => node.role === 'call' && node.failed && !node.superseded;
  const above = new Set();
  for (const node of nodes.filter(decides)) {
    for (let at = nodes[node.parent]; at && !above.has(at); at = nodes[at.parent]) above.add(at);
  }
  return nodes.filter((node) => decides(node) && !above.has(node));
}

/**
 * Groups calls that have the same service, method and result. The calls that
 * decided a failure come first.
 */
export function groupCalls(calls, serviceOf) {
  const rank = (call) => (!call.failed ? 2 : call.superseded ? 1 : 0);
  const groups = new Map();
  for (const call of [...calls].sort((a, b) => rank(a) - rank(b) || a.start - b.start)) {
    const hedged = attemptsOf(call).some((attempt) => attempt.loser);
    const key = [serviceOf(call), call.method || call.name, rank(call), call.failed && call.reason, hedged].join('\n');
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(call);
  }
  return [...groups.values()];
}

const INHERITED = 'the caller must give more time: this call inherited its deadline';

/**
 * Returns what to do about the stop reason of a call. The span of the call tells
 * more than its reason: whose deadline it was, and how many attempts failed.
 */
export function actionOf(call) {
  const made = sentAttemptsOf(call).length;
  const all = made > 1 ? `all ${made}` : 'all';
  const inherited = (call.attrs ?? []).some(([key, value]) => key === 'deadline.source' && value === 'inherited');
  let action = (call.action ?? '').replace('all attempts failed', `${all} attempts of this call failed`);
  if (inherited) action = action.replace('set a longer deadline or a shorter wait', INHERITED);
  return action;
}

/**
 * Returns the tone, the headline and the stop reason of a request. `blocked` is
 * an idempotent call that had no grant, if this is why nothing more was tried.
 */
export function verdict(row, told, blocked) {
  const stopped = told?.failed && told.reason && told.reason !== 'succeeded';
  const reason = stopped
    ? { word: words(told.reason), text: told.words ?? '', action: actionOf(told), call: told }
    : undefined;
  if (row.badges.includes('failed')) {
    const headline = row.code || row.limit ? `Failed with ${codeOf(row)}` : 'Failed';
    return { tone: 'bad', headline, reason, blocked: blocked === told ? undefined : blocked };
  }
  if (row.badges.includes('saved')) return { tone: 'saved', headline: savedBy(row), reason };
  if (row.badges.includes('hedged')) return { tone: 'good', headline: 'OK, from the faster attempt', reason };
  return { tone: 'good', headline: row.retries > 0 ? 'OK' : 'OK after the first attempt', reason };
}

function savedBy(row) {
  if (!row.badges.includes('retried')) return row.strip.includes('u') ? 'Saved by a wait for a connection' : 'Saved';
  return onlyHedged(row) ? 'Saved' : 'Saved by a retry';
}

/**
 * Returns the call of the process that stalled for the longest time, or
 * undefined. Its server need not be slow.
 */
export function longestStall(nodes) {
  const stalled = nodes.filter((node) => node.role === 'call' && node.stall > 0);
  return stalled.sort((a, b) => b.stall - a.stall)[0];
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

/** Explains once for each service how much of their grants its calls used. */
export function tellOwners(calls, serviceOf) {
  const byService = new Map();
  for (const call of calls) byService.set(serviceOf(call), [...(byService.get(serviceOf(call)) ?? []), call]);
  return [...byService].map(([service, own]) => {
    const used = own.reduce((sum, call) => sum + Math.max(0, sentAttemptsOf(call).length - 1), 0);
    const most = Math.max(...own.map((call) => call.grant));
    const made = used === 0 ? 'none' : used;
    const text =
      own.length === 1
        ? `${made} of ${plural(most, 'extra attempt')} made`
        : `${used === 0 ? 'no' : used} extra ${used === 1 ? 'attempt' : 'attempts'} made by ${plural(own.length, 'call')}, each with up to ${most}`;
    return { service, text };
  });
}

/** Names the further attempts of a row: "2 retries", "1 hedge", or "3 extra" for both. */
export function tellFurther(row) {
  if (!row.badges.includes('hedged')) return plural(row.retries, 'retry', 'retries');
  // The strip shows one call. It has all further attempts if it is that long.
  const all = row.retries === 1 || (onlyHedged(row) && row.strip.length === row.retries + 1);
  return all ? plural(row.retries, 'hedge') : `${row.retries} extra`;
}

function onlyHedged(row) {
  return row.badges.includes('hedged') && !row.strip.includes('f');
}
