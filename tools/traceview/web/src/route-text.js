// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

import { FILTERS } from './filter.js';

/** Parses the address: the open trace, its span, the search and the filter. */
export function parseRoute(hash) {
  const values = new URLSearchParams(hash.replace(/^#/, ''));
  const id = (key, length) => {
    const value = values.get(key) ?? '';
    return value.length === length && /^[0-9a-f]+$/.test(value) ? value : undefined;
  };
  return {
    trace: id('t', 32),
    span: id('s', 16),
    query: values.get('q') ?? '',
    filter: FILTERS.some(({ id }) => id === values.get('f')) ? values.get('f') : 'all',
  };
}

export function formatRoute({ trace, span, query, filter }) {
  const values = new URLSearchParams();
  if (trace) values.set('t', trace);
  if (trace && span) values.set('s', span);
  if (query) values.set('q', query);
  if (filter !== 'all') values.set('f', filter);
  return `#${values}`;
}
