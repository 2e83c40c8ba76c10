// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

import { Icon } from './icons.jsx';

const KEYS = [
  ['j k', 'next or previous request or span'],
  ['enter', 'open the request, then the span'],
  ['esc', 'close the span, the request or the search'],
  ['[ ]', 'previous or next request'],
  ['h l', 'collapse or expand a span'],
  ['/', 'search'],
  ['1 … 6', 'select a filter'],
  ['p', 'pause or resume updates'],
  ['t', 'switch between light and dark'],
  ['?', 'show this help'],
];

const SEARCHES = [
  ['store reserve', 'contains both words'],
  ['service:store', 'called this service'],
  ['reason:grant_exhausted', 'has this stop reason'],
  ['code:unavailable', 'ended with this status code'],
  ['>50ms  <1s', 'took longer or shorter'],
  ['attempts>2', 'one call made more attempts'],
  ['retries>0  spans>99', 'one call made retries; many spans'],
  ['-is:failed', 'did not fail'],
];

function Table({ rows }) {
  return (
    <dl class="keys">
      {rows.map(([key, meaning]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Help({ onClose }) {
  return (
    <div class="veil" onClick={onClose}>
      <div class="help" role="dialog" aria-label="Keys and search" onClick={(event) => event.stopPropagation()}>
        <header>
          <h2>Keys and search</h2>
          <button type="button" class="icon-button" onClick={onClose} aria-label="Close">
            <Icon name="close" />
          </button>
        </header>
        <div class="help-body">
          <Table rows={KEYS} />
          <Table rows={SEARCHES} />
        </div>
      </div>
    </div>
  );
}
