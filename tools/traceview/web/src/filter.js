// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Selects the requests that the list shows.

export const FILTERS = [
  { id: 'all', label: 'All', title: 'Every request' },
  { id: 'retried', label: 'Retried', title: 'At least one call was retried' },
  { id: 'saved', label: 'Saved', title: 'OK after a failed attempt' },
  { id: 'suppressed', label: 'Suppressed', title: 'A rule prevented a retry' },
  { id: 'hedged', label: 'Hedged', title: 'Two attempts ran at the same time' },
  { id: 'failed', label: 'Failed', title: 'The request itself failed' },
];

const UNITS = { us: 1, µs: 1, ms: 1e3, s: 1e6, m: 6e7 };

/** Returns the text of a row that free-text search uses, in lower case. */
export function haystack(row) {
  return [row.name, row.service, row.code, row.reason, row.id, ...row.services.map(([name]) => name)]
    .join('\n')
    .toLowerCase();
}

const FIELDS = {
  service: (row, text) => row.services.some(([name]) => includes(name, text)),
  method: (row, text) => includes(row.name, text),
  code: (row, text) => includes(row.code, text),
  reason: (row, text) => includes(row.reason, text),
  id: (row, text) => row.id.startsWith(text),
  is: (row, text) => row.badges.includes(text),
};

function includes(value, text) {
  return value.toLowerCase().includes(text);
}

// Counts the attempts and retries of the call with the most attempts. A
// request with many healthy calls has many attempts, but no call with several.
const COUNTS = {
  attempts: (row) => row.most,
  retries: (row) => Math.max(0, row.most - 1),
  spans: (row) => row.spans,
};

function comparison(token) {
  const match = /^(attempts|retries|spans)?([<>])(\d+(?:\.\d+)?)(us|µs|ms|s|m)?$/.exec(token);
  if (!match) return undefined;
  const [, field, operator, number, unit] = match;
  if (field && unit) return undefined;
  const limit = Number(number) * (field ? 1 : UNITS[unit ?? 'ms']);
  const value = field ? COUNTS[field] : (row) => row.dur;
  return operator === '>' ? (row) => value(row) > limit : (row) => value(row) < limit;
}

function term(token) {
  if (token.length > 1 && token.startsWith('-')) {
    const positive = term(token.slice(1));
    return (row) => !positive(row);
  }
  const compared = comparison(token);
  if (compared) return compared;
  const colon = token.indexOf(':');
  const field = colon > 0 ? FIELDS[token.slice(0, colon)] : undefined;
  if (field) {
    const text = token.slice(colon + 1);
    return (row) => field(row, text);
  }
  return (row) => row.haystack.includes(token);
}

/**
 * Parses a search into a predicate. A search has words, field:word, attempts>2
 * and >50ms, which must all match. A minus in front negates a term. Terms with
 * spaces need double quotes.
 */
export function parseQuery(query) {
  const tokens = query.toLowerCase().match(/[^\s"]*"[^"]*"?|\S+/g) ?? [];
  const terms = tokens
    .map((token) => token.replaceAll('"', ''))
    .filter((token) => token !== '')
    .map(term);
  return (row) => terms.every((matches) => matches(row));
}

/** Returns the rows to show, and the number of rows for each filter. */
export function select(rows, query, filter) {
  const matches = parseQuery(query);
  const counts = Object.fromEntries(FILTERS.map(({ id }) => [id, 0]));
  const shown = [];
  for (const row of rows) {
    if (!matches(row)) continue;
    counts.all++;
    for (const badge of row.badges) counts[badge]++;
    if (filter === 'all' || row.badges.includes(filter)) shown.push(row);
  }
  return { shown, counts };
}
