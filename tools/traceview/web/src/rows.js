// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

import { haystack } from './filter.js';

/** The state of the list. Immutable: each change creates a new state. */
export const EMPTY = { instance: '', revision: 0, stats: undefined, rows: [], byId: new Map() };

/** Returns the state with the server's changes since `state.revision`. */
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
