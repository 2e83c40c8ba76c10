// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

import { Icon } from './icons.jsx';

const KEYS = [
  ['j k', 'next and previous, request or span'],
  ['enter', 'open the request, then a span'],
  ['esc', 'close span, request, search'],
  ['[ ]', 'previous and next request, from anywhere'],
  ['h l', 'fold and unfold a span'],
  ['/', 'search'],
  ['1 … 6', 'filters'],
  ['p', 'pause and go on'],
  ['t', 'light and dark'],
  ['?', 'this'],
];

const SEARCHES = [
  ['store reserve', 'both words, anywhere'],
  ['service:store', 'touched this service'],
  ['reason:grant_spent', 'stopped for this reason'],
  ['code:unavailable', 'ended with this code'],
  ['>50ms  <1s', 'took longer, shorter'],
  ['attempts>3', 'also retries and spans'],
  ['-is:failed', 'not one of the failed'],
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
