// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

import { render } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { FILTERS, select } from './filter.js';
import { bytes, count, plural } from './format.js';
import { Help } from './help.jsx';
import { Icon } from './icons.jsx';
import { TraceList } from './list.jsx';
import { useRows } from './live.js';
import { useRoute } from './route.js';
import { nextTheme, setTheme } from './theme-choice.js';
import { Trace } from './trace.jsx';
import { importFile } from './transfer.js';

const NARROW = '(max-width: 760px)';

function useNarrow() {
  const [narrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  useEffect(() => {
    const media = matchMedia(NARROW);
    const read = () => setNarrow(media.matches);
    media.addEventListener('change', read);
    return () => media.removeEventListener('change', read);
  }, []);
  return narrow;
}

function Toolbar({ route, go, searchRef, live, setLive, onImport, onClear, onHelp, empty }) {
  const [theme, showTheme] = useState(document.documentElement.dataset.theme);
  const dark = theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  return (
    <header class="toolbar">
      <a class="brand" href="#" aria-label="Baton traces, all requests">
        <img src="/icon.svg" width="24" height="24" alt="" />
        <span>
          Baton <span class="dim">traces</span>
        </span>
      </a>
      <label class="search">
        <Icon name="search" />
        <input
          ref={searchRef}
          type="search"
          placeholder="Search: service:store  reason:grant_exhausted  >50ms"
          aria-label="Search requests"
          spellcheck={false}
          autocomplete="off"
          value={route.query}
          onInput={(event) => go({ query: event.currentTarget.value })}
        />
        <kbd>/</kbd>
      </label>
      <div class="tools">
        <button
          type="button"
          class={`live ${live ? 'live-on' : ''}`}
          onClick={() => setLive(!live)}
          aria-pressed={live}
          title={live ? 'New requests appear automatically' : 'New requests do not appear'}
        >
          <i />
          {live ? 'Live' : 'Paused'}
        </button>
        <label class="icon-button" title="Open a recording (OTLP JSON)">
          <Icon name="up" />
          <input
            type="file"
            class="hidden-input"
            accept=".json,.jsonl,.ndjson"
            aria-label="Open a recording (OTLP JSON)"
            onChange={(event) => {
              const [file] = event.currentTarget.files;
              if (file) onImport(file);
              event.currentTarget.value = '';
            }}
          />
        </label>
        <a class="icon-button" href="/api/export" download title="Save all as OTLP JSON" aria-label="Save all as OTLP JSON">
          <Icon name="down" />
        </a>
        <button type="button" class="icon-button" onClick={onClear} disabled={empty} title="Delete all requests" aria-label="Delete all requests">
          <Icon name="trash" />
        </button>
        <button
          type="button"
          class="icon-button"
          onClick={() => showTheme(setTheme(nextTheme(dark)))}
          title={dark ? 'Light (t)' : 'Dark (t)'}
          aria-label={dark ? 'Light colors' : 'Dark colors'}
        >
          <Icon name={dark ? 'sun' : 'moon'} />
        </button>
        <button type="button" class="icon-button" onClick={onHelp} title="Keys (?)" aria-label="Keys">
          <Icon name="help" />
        </button>
      </div>
    </header>
  );
}

function Filters({ counts, filter, go, stats }) {
  const lost = stats ? stats.droppedTraces : 0;
  return (
    <nav class="filters" aria-label="Filters">
      <div class="filter-row">
        {FILTERS.map(({ id, label, title }) => (
          <button
            key={id}
            type="button"
            class={`filter filter-${id}`}
            aria-pressed={filter === id}
            title={title}
            onClick={() => go({ filter: id })}
          >
            {label} <span class="tabular">{count(counts[id])}</span>
          </button>
        ))}
      </div>
      {stats && (
        <p class="stats tabular" title={`Up to ${count(stats.maxTraces)} traces in ${bytes(stats.maxBytes)}`}>
          {plural(stats.spans, 'span')} · {bytes(stats.bytes)}
          {lost > 0 && <span class="warn"> · {plural(lost, 'older trace')} dropped to save memory</span>}
          {stats.rejectedSpans > 0 && (
            <span class="warn"> · {plural(stats.rejectedSpans, 'span')} rejected: no valid ids</span>
          )}
        </p>
      )}
    </nav>
  );
}

function Empty({ total, onReset }) {
  if (total > 0) {
    return (
      <div class="empty">
        <h2>No request matches</h2>
        <p>The search or the filter hides {plural(total, 'request')}.</p>
        <button type="button" class="button" onClick={onReset}>
          Show all
        </button>
      </div>
    );
  }
  return (
    <div class="empty">
      <h2>Waiting for traces</h2>
      <p>Configure any OpenTelemetry exporter with these variables. Each request appears when it ends.</p>
      <pre>
        OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf{'\n'}
        OTEL_EXPORTER_OTLP_ENDPOINT={location.origin}
      </pre>
      <p class="dim">Or open a recording: OTLP JSON, as written by “Save all as OTLP JSON”.</p>
    </div>
  );
}

/** Handles the keys of the whole page, except while the user types text. */
function useKeys(handlers) {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    const onKey = (event) => {
      if (event.metaKey || event.ctrlKey || event.altKey) return;
      const typing = event.target.matches?.('input, textarea, select');
      if (typing && event.key !== 'Escape' && event.key !== 'Enter') return;
      const onControl = event.key === 'Enter' && event.target.matches?.('button, a:not(.row)');
      if (onControl) return;
      const handler = latest.current[event.key];
      if (handler && handler(event, typing) !== false) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function App() {
  const narrow = useNarrow();
  const [live, setLive] = useState(true);
  const [route, go] = useRoute();
  const list = useRows(live);
  const [cursor, setCursor] = useState(undefined);
  const [focus, setFocus] = useState('list');
  const [help, setHelp] = useState(false);
  const [notice, setNotice] = useState('');
  const searchRef = useRef(null);
  const spanKeys = useRef({});

  const { shown, counts } = useMemo(
    () => select(list.rows, route.query, route.filter),
    [list.rows, route.query, route.filter],
  );

  const open = (trace) => {
    setCursor(trace);
    go({ trace, span: undefined });
  };
  const close = () => {
    setFocus('list');
    go({ trace: undefined, span: undefined });
  };
  const onSpans = route.trace && focus === 'spans';
  const moveInList = (by) => {
    const at = shown.findIndex((row) => row.id === (cursor ?? route.trace));
    const next = shown[at < 0 ? 0 : Math.min(shown.length - 1, Math.max(0, at + by))];
    if (!next) return;
    setCursor(next.id);
    if (route.trace && !narrow) go({ trace: next.id, span: undefined });
  };
  const move = (by) => () => (onSpans ? spanKeys.current.move?.(by) : moveInList(by));

  useKeys({
    j: move(1),
    k: move(-1),
    ArrowDown: move(1),
    ArrowUp: move(-1),
    ']': () => moveInList(1),
    '[': () => moveInList(-1),
    h: () => onSpans && spanKeys.current.fold(true),
    l: () => onSpans && spanKeys.current.fold(false),
    ArrowLeft: () => (onSpans ? spanKeys.current.fold(true) : false),
    ArrowRight: () => (onSpans ? spanKeys.current.fold(false) : false),
    Enter: (event, typing) => {
      if (typing) return event.target.blur();
      if (onSpans) return spanKeys.current.enter();
      const trace = cursor ?? route.trace ?? shown[0]?.id;
      if (!trace) return false;
      if (trace !== route.trace) open(trace);
      setFocus('spans');
    },
    Escape: (event, typing) => {
      if (help) return setHelp(false);
      if (typing) return event.target.blur();
      if (route.span) return go({ span: undefined });
      if (route.trace) return close();
      if (route.query || route.filter !== 'all') return go({ query: '', filter: 'all' });
    },
    '/': () => {
      searchRef.current?.focus();
      searchRef.current?.select();
    },
    '?': () => setHelp(!help),
    t: () => document.querySelector('[aria-label$=" colors"]').click(),
    p: () => setLive(!live),
    ...Object.fromEntries(FILTERS.map(({ id }, i) => [String(i + 1), () => go({ filter: id })])),
  });

  const say = (text) => {
    setNotice(text);
    setTimeout(() => setNotice((now) => (now === text ? '' : now)), 6000);
  };
  const onImport = async (file) => {
    say(`Opening ${file.name} …`);
    try {
      const spans = await importFile(file);
      say(`${file.name}: ${plural(spans, 'span')} read`);
    } catch (error) {
      say(`cannot read ${file.name}: ${error.message}`);
    }
    list.refresh();
  };
  const onClear = async () => {
    await fetch('/api/traces', { method: 'DELETE' }).catch(() => say('The server does not respond'));
    close();
    list.refresh();
  };

  return (
    <div class={`page ${route.trace ? 'page-split' : ''}`}>
      <Toolbar
        route={route}
        go={go}
        searchRef={searchRef}
        live={live}
        setLive={setLive}
        onImport={onImport}
        onClear={onClear}
        onHelp={() => setHelp(true)}
        empty={list.rows.length === 0}
      />
      <Filters counts={counts} filter={route.filter} go={go} stats={list.stats} />
      {!list.connected && (
        <p class="notice notice-bad" role="status">
          The server does not respond. The page shows the requests from before.
        </p>
      )}
      <main class="panes">
        <div class="pane-list">
          {shown.length > 0 && (
            <TraceList
              rows={shown}
              open={route.trace}
              cursor={onSpans ? undefined : cursor}
              onOpen={(trace) => {
                setFocus('list');
                open(trace);
              }}
            />
          )}
          {shown.length === 0 && list.stats && (
            <Empty total={list.rows.length} onReset={() => go({ query: '', filter: 'all' })} />
          )}
        </div>
        {route.trace && (
          <Trace
            id={route.trace}
            row={list.byId.get(route.trace)}
            selected={route.span}
            focused={onSpans}
            narrow={narrow}
            keys={spanKeys}
            onSelect={(span) => {
              if (span) setFocus('spans');
              go({ span });
            }}
            onClose={close}
          />
        )}
      </main>
      {help && <Help onClose={() => setHelp(false)} />}
      {notice && (
        <p class="toast" role="status">
          {notice}
        </p>
      )}
    </div>
  );
}

render(<App />, document.getElementById('app'));
