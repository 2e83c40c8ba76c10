// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Converts the spans of a trace to the lines of the waterfall.

const byStart = (a, b) => a.start - b.start || a.index - b.index;
const end = (span) => span.start + span.dur;

/** Adds index and children to each span. Returns the nodes and the roots. */
export function link(spans) {
  const nodes = spans.map((span, index) => ({ ...span, index, children: [] }));
  const roots = [];
  for (const node of nodes) (nodes[node.parent]?.children ?? roots).push(node);
  for (const node of nodes) node.children.sort(byStart);
  return { nodes, roots: roots.sort(byStart) };
}

export function attemptsOf(call) {
  return call.children.filter((child) => child.role === 'attempt');
}

/** Returns the attempts that left the client. The others found no connection. */
export function sentAttemptsOf(call) {
  return attemptsOf(call).filter((attempt) => !attempt.unsent);
}

/**
 * Returns what the server of an attempt did after the client gave the attempt
 * up: its span, and how much later it ended. Undefined without such a span.
 */
export function laterAtServer(attempt) {
  const server = attempt.limit ? attempt.children.find((child) => child.role === 'server') : undefined;
  return server && { server, by: end(server) - end(attempt) };
}

/**
 * Returns the waits of a call, from the end of an attempt to the start of the
 * next one. The cause comes from an event in between. Attempts that overlap are
 * hedges and have no wait. A wait without a following attempt has no `before`
 * and ends with the call.
 */
export function waitsOf(call) {
  const attempts = attemptsOf(call);
  const announced = [call, ...attempts].flatMap((span) => span.waits ?? []).sort((a, b) => a.at - b.at);
  const used = new Set();
  const waits = [];
  for (let i = 1; i < attempts.length; i++) {
    const from = Math.max(...attempts.slice(0, i).map(end));
    const to = attempts[i].start;
    // The event must be between the two starts. The ends are not exact enough,
    // because of different clocks and rounding.
    const said = announced.find(
      (wait) => !used.has(wait) && wait.at >= attempts[i - 1].start && wait.at <= to,
    );
    if (said) used.add(said);
    if (to > from) {
      waits.push({ from, to, planned: said?.dur, cause: said?.cause ?? '', before: attempts[i] });
    }
  }
  // A wait lasts until the call ends if no attempt follows, however long the
  // wait was meant to be: a call may wait much longer for a connection.
  const last = announced.filter((wait) => !used.has(wait) && !attempts.some((attempt) => attempt.start > wait.at));
  last.forEach((wait, i) => {
    const from = Math.max(wait.at, ...attempts.map(end));
    const to = last[i + 1]?.at ?? end(call);
    if (to > from) waits.push({ from, to, planned: wait.dur, cause: wait.cause });
  });
  return waits;
}

/**
 * Returns the lines from top to bottom. A line is a span, with the wait before
 * it if the span is a retry, or a wait without a following attempt.
 */
export function lines(roots, collapsed = new Set()) {
  const list = [];
  // A stack instead of recursion, because a trace may be too deep for recursion.
  const pending = roots.map((node) => spanLine(node, 0)).reverse();
  while (pending.length > 0) {
    const line = pending.pop();
    list.push(line);
    const { span: node, depth } = line;
    if (line.kind === 'wait' || collapsed.has(node.id)) continue;
    const waits = node.role === 'call' ? waitsOf(node) : [];
    const below = node.children.map((child) =>
      spanLine(
        child,
        depth + 1,
        waits.find((wait) => wait.before === child),
      ),
    );
    waits
      .filter((wait) => !wait.before)
      .forEach((wait, i) => {
        below.push({ kind: 'wait', key: `${node.id}-wait-${i}`, span: node, depth: depth + 1, wait });
      });
    pending.push(...below.reverse());
  }
  return list;
}

function spanLine(span, depth, wait) {
  return { kind: 'span', key: span.id, span, depth, wait };
}

const LONG = 20;

/**
 * Returns the attempts to fold at first in a long trace: all replaced attempts.
 * All attempts of a call are then visible together.
 */
export function foldedAtFirst(nodes) {
  if (nodes.length <= LONG) return new Set();
  const repeated = nodes.filter((node) => node.role === 'call').map(attemptsOf).filter((attempts) => attempts.length > 1);
  return new Set(repeated.flat().filter((attempt) => attempt.superseded && attempt.children.length > 0).map(({ id }) => id));
}

/**
 * Returns whether the page shows the work after the answer. Ends of spans that
 * differ by less than a hundredth are no work.
 */
export function runsOn(after, extent) {
  return after > extent / 100;
}

/** Returns the position of a bar, in percent of the whole. */
export function place(from, to, total) {
  if (!(total > 0)) return { left: 0, width: 100 };
  const clamp = (value) => Math.min(100, Math.max(0, value));
  const left = clamp((from / total) * 100);
  return { left, width: clamp((to / total) * 100) - left };
}
