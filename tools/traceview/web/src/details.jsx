// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

import { duration, shortMethod, words } from './format.js';
import { Icon } from './icons.jsx';
import { actionOf, tellLater } from './story.js';
import { attemptsOf } from './tree.js';

function Pairs({ pairs }) {
  return (
    <dl class="pairs">
      {pairs.map(([key, value], i) => (
        <div key={i}>
          <dt>{key}</dt>
          <dd>{value === '' ? <span class="dim">(empty)</span> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Section({ title, count, children }) {
  if (count === 0) return null;
  return (
    <section>
      <h3>
        {title} {count !== undefined && <small class="tabular">{count}</small>}
      </h3>
      {children}
    </section>
  );
}

function facts(span, service) {
  const known = [
    ['service', service],
    ['code', span.code],
    ['own limit', span.limit],
    ['client stalled', span.stall > 0 && duration(span.stall)],
    ['at the server', tellLater(span)],
    ['connection', span.unsent && 'none found, so that no server received it'],
    ['attempt', span.attempt],
    ['decision', span.decision && words(span.decision)],
    ['reason', span.reason && words(span.reason)],
    ['grant', span.grant],
    ['hop', span.hop],
    ['owner', span.owner],
    ['advice', span.advice],
    ['starts at', duration(span.start)],
    ['takes', duration(span.dur)],
  ];
  return known.filter(([, value]) => value !== undefined && value !== '' && value !== false).map(([key, value]) => [key, String(value)]);
}

const ROLES = { call: 'Call', attempt: 'Attempt', server: 'Server request', other: 'Span' };

export function Details({ span, origin, onClose }) {
  const limited = span.role === 'call' ? attemptsOf(span).filter((attempt) => attempt.limit) : [span];
  const laterText = limited.map(tellLater).join('; ');
  return (
    <aside class="details" aria-label="Span">
      <header>
        <div>
          <small class="dim">{ROLES[span.role]}</small>
          <h2 title={span.name}>{shortMethod(span.name)}</h2>
        </div>
        <button type="button" class="icon-button" onClick={onClose} title="Close (esc)" aria-label="Close">
          <Icon name="close" />
        </button>
      </header>
      <div class="details-body">
        {span.words && (
          <p class={`note ${span.failed ? 'note-bad' : ''}`}>
            {span.words} {span.failed && actionOf(span)}
          </p>
        )}
        {span.limit && (
          <p class="note note-bad">
            The client ended this {span.role} itself ({span.limit}). At the server: {laterText}.
          </p>
        )}
        {span.message && <p class="note note-bad">{span.message}</p>}
        <Section title="Summary">
          <Pairs pairs={facts(span, origin.service)} />
        </Section>
        <Section title="Events" count={span.events.length}>
          {span.events.map((event, i) => (
            <div class="event-box" key={i}>
              <p>
                <b>{event.name}</b> <span class="dim tabular">+{duration(event.at - span.start)}</span>
              </p>
              {event.attrs.length > 0 && <Pairs pairs={event.attrs} />}
            </div>
          ))}
        </Section>
        <Section title="Links" count={span.links.length}>
          {span.links.map((link, i) => (
            <div class="event-box" key={i}>
              <p>
                <a href={`#t=${link.trace}&s=${link.span}`} class="mono">
                  {link.trace.slice(0, 8)}…/{link.span}
                </a>
              </p>
              {link.attrs.length > 0 && <Pairs pairs={link.attrs} />}
            </div>
          ))}
        </Section>
        <Section title="Attributes" count={span.attrs.length}>
          <Pairs pairs={span.attrs} />
        </Section>
        <Section title="Resource" count={origin.attrs.length}>
          <Pairs pairs={origin.attrs} />
        </Section>
        <Section title="Identity">
          <Pairs
            pairs={[
              ['name', span.name],
              ['span id', span.id],
              ['kind', span.kind.replace('SPAN_KIND_', '').toLowerCase()],
              ['scope', [origin.scope, origin.version].filter(Boolean).join(' ') || '–'],
            ]}
          />
        </Section>
        {span.cut > 0 && <p class="dim">{span.cut} attributes, events or links are missing, because a limit was exceeded.</p>}
      </div>
    </aside>
  );
}
