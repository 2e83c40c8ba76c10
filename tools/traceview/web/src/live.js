// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

import { useEffect, useRef, useState } from 'preact/hooks';
import { EMPTY, merge } from './rows.js';

const PERIOD_MS = 1000;

/** Returns the list, and updates it while `live` is set and the page is visible. */
export function useRows(live) {
  const [state, setState] = useState(EMPTY);
  const [connected, setConnected] = useState(true);
  const latest = useRef(EMPTY);
  const [wake, setWake] = useState(0);

  useEffect(() => {
    let timer;
    const abort = new AbortController();
    const poll = async () => {
      try {
        const { instance, revision } = latest.current;
        const response = await fetch(`/api/traces?instance=${instance}&since=${revision}`, {
          signal: abort.signal,
        });
        if (!response.ok) throw new Error(response.statusText);
        latest.current = merge(latest.current, await response.json());
        setState(latest.current);
        setConnected(true);
      } catch (error) {
        if (error.name === 'AbortError') return;
        setConnected(false);
      }
      if (live) timer = setTimeout(next, PERIOD_MS);
    };
    const next = () => (document.hidden ? undefined : poll());
    const seen = () => {
      if (document.hidden || !live) return;
      clearTimeout(timer);
      poll();
    };
    poll();
    document.addEventListener('visibilitychange', seen);
    return () => {
      abort.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [live, wake]);

  return { ...state, connected, refresh: () => setWake((n) => n + 1) };
}
