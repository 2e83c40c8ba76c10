// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

import { useEffect, useState } from 'preact/hooks';
import { formatRoute, parseRoute } from './route-text.js';

export function useRoute() {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useEffect(() => {
    const read = () => setRoute(parseRoute(location.hash));
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  // Opening or closing a trace adds a history entry. Other changes replace it.
  const go = (change) =>
    setRoute((old) => {
      const next = { ...old, ...change };
      const way = Boolean(next.trace) === Boolean(old.trace) ? 'replaceState' : 'pushState';
      const hash = formatRoute(next);
      if (hash !== formatRoute(old)) history[way](null, '', hash);
      return next;
    });
  return [route, go];
}
