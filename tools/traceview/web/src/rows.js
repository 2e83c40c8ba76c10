// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

import { haystack } from './filter.js';

/** What the page knows of the list. Immutable: changes make a new one. */
export const EMPTY = { instance: '', revision: 0, stats: undefined, rows: [], byId: new Map() };

/** Takes over what the server says is new since `state.revision`. */
export function merge(state, changes) {
  const sameRun = changes.instance === state.instance;
  const nothingNew =
    sameRun && changes.revision === state.revision && changes.rows.length === 0 && state.stats;
  if (nothingNew) return state;

  const byId = new Map();
  if (sameRun) {
    for (const row of state.rows) if (row.seq >= changes.first) byId.set(row.id, row);
  }
  for (const row of changes.rows) byId.set(row.id, { ...row, haystack: haystack(row) });
  const rows = [...byId.values()].sort((a, b) => b.start - a.start || b.seq - a.seq);
  return { instance: changes.instance, revision: changes.revision, stats: changes.stats, rows, byId };
}
