// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

import { useEffect, useMemo, useState } from 'preact/hooks';
import { Details } from './details.jsx';
import { duration, load, loadInWords, moment, plural, shortMethod, timeOfDay } from './format.js';
import { Icon } from './icons.jsx';
import { causes, groupCalls, longestStall, owners, retriedCalls, tellCalls, tellOwners, verdict } from './story.js';
import { foldedAtFirst, lines, link, runsOn } from './tree.js';
import { Waterfall } from './waterfall.jsx';

const VERDICT_ICONS = { bad: 'cross', saved: 'retry', good: 'check' };
const MOST_TOLD = 4;

/** Fetches the trace of `row`, and again after each change of the row. */
function useTrace(id, row) {
  const [state, setState] = useState({});
  useEffect(() => {
    const abort = new AbortController();
    fetch(`/api/traces/${id}`, { signal: abort.signal })
      .then(async (response) => {
        if (!response.ok) throw new Error((await response.text()).trim());
        return response.json();
      })
      .then((trace) => setState({ id, trace }))
      .catch((error) => {
        if (error.name !== 'AbortError') setState({ id, error: error.message });
      });
    return () => abort.abort();
  }, [id, row]);
  return state.id === id ? state : {};
}

function Verdict({ row, nodes, told: teller, blocked, serviceOf, onSelect }) {
  const told = verdict(row, teller, blocked);
  const failed = told.tone === 'bad' ? causes(nodes) : [];
  const calls = new Set([...retriedCalls(nodes), ...failed, ...(told.reason ? [teller] : [])]);
  const groups = groupCalls(calls, serviceOf).map(tellCalls).filter(({ text }) => text !== '');
  const stalled = longestStall(nodes);
  const owning = row.badges.length > 0 ? owners(nodes) : [];
  return (
    <section class={`verdict verdict-${told.tone}`} aria-label="What happened">
      <span class="verdict-icon">
        <Icon name={VERDICT_ICONS[told.tone]} />
      </span>
      <div>
        <p class="verdict-headline">
          <b>{told.headline}</b>
          {told.reason && (
            <span>
              {told.reason.text} <code>{told.reason.word}</code>
            </span>
          )}
          {told.blocked && (
            <span>
              {' '}
              {shortMethod(told.blocked.method)} below is idempotent, but {serviceOf(told.blocked)} had no grant to retry it.{' '}
              <code>no grant</code>
            </span>
          )}
        </p>
        {stalled && (
          <p class="verdict-call verdict-action">
            <b>{serviceOf(stalled)} stalled</b> for {duration(stalled.stall)} of its call {shortMethod(stalled.method || stalled.name)}:
            it ran nothing in that time. Look at {serviceOf(stalled)} before you blame the server.
          </p>
        )}
        {told.reason?.action && (
          <p class="verdict-call verdict-action">
            <b>What to do:</b> {told.reason.action}
          </p>
        )}
        {groups.slice(0, MOST_TOLD).map(({ call, calls: same, method, text }) => (
          <p class="verdict-call" key={call.id}>
            {serviceOf(call)} ›{' '}
            <button type="button" class="link" onClick={() => onSelect(call.id)}>
              {method}
            </button>
            {same.length > 1 && ` (${plural(same.length, 'call')})`}: {text}.
          </p>
        ))}
        {groups.length > MOST_TOLD && (
          <p class="verdict-call dim">and {plural(groups.length - MOST_TOLD, 'more kind')} of calls</p>
        )}
        {tellOwners(owning, serviceOf)
          .slice(0, MOST_TOLD)
          .map(({ service, text }) => (
            <p class="verdict-call" key={`owner-${service}`}>
              <b>{service}</b> owned the retries: {text}.
            </p>
          ))}
      </div>
    </section>
  );
}

/** Shows the number of calls to each service for this request. */
function Amplification({ services }) {
  return (
    <section class="load" aria-label="Calls to each service for this request">
      <h3>Calls to each service</h3>
      <ul>
        {services.map((service) => (
          <li key={service[0]} class={service[2] > 0 ? 'amplified' : ''} title={loadInWords(service)}>
            {service[0]} <b class="tabular">{load(service)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Header({ row, extent, onClose }) {
  const after = runsOn(row.after, extent) && duration(row.after);
  return (
    <header class="trace-header">
      <button type="button" class="icon-button only-narrow" onClick={onClose} aria-label="Back to the list">
        <Icon name="back" />
      </button>
      <div class="trace-title">
        <h1 title={row.name}>{shortMethod(row.name) || '(no name)'}</h1>
        <p>
          <span title={moment(row.start)} class="tabular">
            {timeOfDay(row.start)}
          </span>
          {' · '}
          {row.service} · {plural(row.spans, 'span')} · {plural(row.attempts, 'attempt')}
          {' · '}
          <span class="mono" title={row.id}>
            {row.id.slice(0, 8)}
          </span>
        </p>
      </div>
      <span class="trace-duration tabular" title="Time of the request, until its answer">
        {duration(row.dur)}
        {after && <small title={`Work ran on for ${after} after the answer`}>+ {after} of work</small>}
      </span>
      <a class="icon-button" href={`/api/traces/${row.id}/otlp`} download title="Save as OTLP JSON" aria-label="Save as OTLP JSON">
        <Icon name="down" />
      </a>
      <button type="button" class="icon-button not-narrow" onClick={onClose} title="Close (esc)" aria-label="Close">
        <Icon name="close" />
      </button>
    </header>
  );
}

export function Trace({ id, row, selected, focused, narrow, onSelect, onClose, keys }) {
  const { trace, error } = useTrace(id, row);
  const [collapsed, setCollapsed] = useState(new Set());
  const [cursor, setCursor] = useState(undefined);
  // The line that is in sight when a request opens: the call that decided a failure.
  const [reveal, setReveal] = useState(undefined);
  useEffect(() => setCursor(undefined), [id]);

  const tree = useMemo(() => {
    if (!trace) return undefined;
    const { nodes, roots } = link(trace.spans);
    for (const node of nodes) {
      const attempts = node.children.filter((child) => child.role === 'attempt');
      for (const child of node.children) child.forLoser = node.loser || node.forLoser;
      attempts.forEach((attempt, i) => Object.assign(attempt, { order: i + 1, sole: attempts.length === 1 }));
    }
    return { nodes, roots };
  }, [trace]);
  // Once for each trace, so that later spans do not change what the user folded.
  const known = Boolean(tree);
  const decided = useMemo(() => (trace?.row.badges.includes('failed') ? causes(tree.nodes)[0] : undefined), [tree]);
  useEffect(() => {
    setCollapsed(known ? foldedAtFirst(tree.nodes) : new Set());
    setReveal(decided?.id);
  }, [id, known]);
  const list = useMemo(() => (tree ? lines(tree.roots, collapsed) : []), [tree, collapsed]);

  const toggle = (span) =>
    setCollapsed((old) => {
      const next = new Set(old);
      if (!next.delete(span)) next.add(span);
      return next;
    });
  const at = list.findIndex((line) => line.key === cursor);
  // The keyboard actions while the span list has the focus.
  keys.current = {
    move(by) {
      const next = list[Math.min(list.length - 1, Math.max(0, at + by))];
      if (!next) return;
      setCursor(next.key);
      if (selected) onSelect(next.span.id);
    },
    enter() {
      if (list[at]) onSelect(list[at].span.id);
    },
    fold(shut) {
      if (list[at]?.kind === 'span' && collapsed.has(list[at].key) !== shut) toggle(list[at].key);
    },
  };
  useEffect(() => {
    if (focused && cursor === undefined && list.length > 0) setCursor(decided?.id ?? list[0].key);
  }, [focused, list, cursor]);

  if (error) {
    return (
      <section class="trace">
        <div class="empty">
          <h2>Trace not found</h2>
          <p>{error}</p>
          <button type="button" class="button" onClick={onClose}>
            Back to the list
          </button>
        </div>
      </section>
    );
  }
  if (!trace) return <section class="trace" aria-busy="true" />;

  const span = tree.nodes.find((node) => node.id === selected);
  return (
    <section class="trace" aria-label="Request" data-trace={id}>
      <Header row={trace.row} extent={trace.extent} onClose={onClose} />
      <div class="trace-body">
        <div class="trace-main">
          <div class="summary">
            <Verdict
              row={trace.row}
              nodes={tree.nodes}
              told={tree.nodes[trace.told]}
              blocked={tree.nodes[trace.blocked]}
              serviceOf={(node) => trace.origins[node.origin].service}
              onSelect={onSelect}
            />
            <Amplification services={trace.row.services} />
          </div>
          {trace.row.dropped > 0 && (
            <p class="notice">{plural(trace.row.dropped, 'span')} of this trace dropped, because it has too many spans.</p>
          )}
          <Waterfall
            list={list}
            nodes={tree.nodes}
            total={trace.extent}
            answered={runsOn(trace.row.after, trace.extent) ? trace.answered : undefined}
            services={trace.origins.map((origin) => origin.service)}
            narrow={narrow}
            reveal={reveal}
            selected={span && list.find((line) => line.span === span)?.key}
            cursor={focused ? cursor : undefined}
            collapsed={collapsed}
            onSelect={(line) => {
              setCursor(line.key);
              onSelect(line.span.id);
            }}
            onToggle={toggle}
          />
        </div>
        {span && <Details span={span} origin={trace.origins[span.origin]} onClose={() => onSelect(undefined)} />}
      </div>
    </section>
  );
}
