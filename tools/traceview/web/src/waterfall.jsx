// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

import { useMemo } from 'preact/hooks';
import { duration, shortMethod, ticks, words } from './format.js';
import { actionOf, codeOf, tellLater } from './story.js';
import { laterAtServer, place } from './tree.js';
import { Virtual } from './virtual.jsx';

const DEEPEST = 12;

function state(span) {
  if (span.unsent) return 'unsent';
  if (span.loser || span.forLoser) return 'lost';
  return span.failed ? 'bad' : 'good';
}

function attemptTitle(span) {
  const number = span.attempt ?? span.order;
  return `${span.hedge ? 'hedge' : 'attempt'} ${number ?? ''}`.trim();
}

function Label({ line, service }) {
  const { span } = line;
  if (line.kind === 'wait') return <span class="label-text dim">wait without a further attempt</span>;
  switch (span.role) {
    case 'call':
      return (
        <span class="label-text" title={span.method || span.name}>
          <b>{shortMethod(span.method || span.name)}</b>
        </span>
      );
    case 'attempt':
      return (
        <span class="label-text" title={span.name}>
          {attemptTitle(span)}
        </span>
      );
    case 'server':
      return (
        <span class="label-text" title={span.method || span.name}>
          <b class="service">{service}</b> <span class="dim">{shortMethod(span.method || span.name)}</span>
        </span>
      );
    default:
      return (
        <span class="label-text dim" title={span.name}>
          {span.name}
        </span>
      );
  }
}

/** Shows the status code, or the limit of the client that caused this code. */
function CodeChip({ span }) {
  if (!span.limit) return <span class="chip chip-bad">{span.code || 'failed'}</span>;
  return (
    <span class="chip chip-limit" title={`${codeOf(span)}. At the server: ${tellLater(span)}`}>
      own limit: {span.limit}
    </span>
  );
}

/** Shows what the server did after an own limit of the client ended the attempt. */
function LaterChip({ span, above }) {
  const later = above && laterAtServer(above);
  if (!later || later.server !== span || !(later.by > 0)) return null;
  return (
    <span class="chip chip-later" title="The client had given this attempt up">
      {tellLater(above)}
    </span>
  );
}

function Chips({ line, above }) {
  const { span } = line;
  if (line.kind === 'wait') return null;
  const refused = span.role === 'call' && span.failed && span.reason;
  // Shows each code only once: a call has the code of its last attempt, and a
  // server the code of the attempt above it.
  const tellsCode = span.role === 'attempt' || (span.role !== 'server' && span.children.length === 0);
  // Shows the grant of an attempt only if it is not zero.
  const budget = span.role !== 'attempt' || span.grant > 0;
  return (
    <>
      <span class="chips chips-whole">
        <LaterChip span={span} above={above} />
        {span.stall > 0 && (
          <span class="chip chip-limit" title="The process of this client ran nothing in that time">
            stalled {duration(span.stall)}
          </span>
        )}
      </span>
      <span class="chips">
        {span.loser && <span class="chip chip-lost">discarded</span>}
        {span.unsent && <span class="chip chip-unsent">no connection</span>}
        {!span.unsent && !span.loser && span.failed && tellsCode && <CodeChip span={span} />}
        {refused && (
          <span class="chip chip-stop" title={`${span.words ?? ''} ${actionOf(span)}`.trim()}>
            {words(span.reason)}
          </span>
        )}
        {budget && span.grant !== undefined && (
          <span class="chip chip-grant" title={`Grant ${span.grant}: extra attempts allowed for this span and its callees`}>
            g{span.grant}
          </span>
        )}
        {budget && span.hop !== undefined && (
          <span class="chip chip-grant" title={`Hop ${span.hop}: number of hops from the edge`}>
            h{span.hop}
          </span>
        )}
      </span>
    </>
  );
}

function WaitBar({ wait, total }) {
  const { left, width } = place(wait.from, wait.to, total);
  const text = `${wait.cause ? words(wait.cause) : 'wait'} ${duration(wait.to - wait.from)}`;
  const planned = wait.planned === undefined ? '' : `, planned ${duration(wait.planned)}`;
  return (
    <span class="wait" style={{ left: `${left}%`, width: `${width}%` }} title={text + planned}>
      <span class="wait-text">{text}</span>
    </span>
  );
}

function Bars({ line, total }) {
  const { span, wait } = line;
  if (line.kind === 'wait') return <WaitBar wait={wait} total={total} />;
  const { left, width } = place(span.start, span.start + span.dur, total);
  const sole = span.role === 'attempt' && span.sole ? 'bar-sole' : '';
  return (
    <>
      {wait && <WaitBar wait={wait} total={total} />}
      <span class={`bar bar-${span.role} bar-${state(span)} ${sole}`} style={{ left: `${left}%`, width: `${width}%` }}>
        {span.events.slice(0, 40).map((event, i) => {
          const at = place(event.at - span.start, event.at - span.start, span.dur).left;
          return <i class="event" key={i} style={{ left: `${at}%` }} title={event.name} />;
        })}
      </span>
    </>
  );
}

function Line({ line, above, service, total, active, cursor, collapsed, onSelect, onToggle }) {
  const { span } = line;
  const parent = line.kind === 'span' && span.children.length > 0;
  return (
    <div
      class={`line line-${line.kind} line-${span.role}`}
      role="option"
      aria-selected={active}
      data-cursor={cursor || undefined}
      onClick={() => onSelect(line)}
    >
      <div class="label" style={{ '--depth': Math.min(line.depth, DEEPEST) }}>
        <button
          type="button"
          class="caret"
          tabIndex={-1}
          hidden={!parent}
          aria-label={collapsed ? 'Expand' : 'Collapse'}
          aria-expanded={!collapsed}
          onClick={(event) => {
            event.stopPropagation();
            onToggle(span.id);
          }}
        />
        <i class={`glyph glyph-${line.kind === 'wait' ? 'wait' : span.role} glyph-${state(span)}`} />
        <Label line={line} service={service} />
        <Chips line={line} above={above} />
      </div>
      <div class="track">
        <Bars line={line} total={total} />
      </div>
      <span class="took tabular">{duration(line.kind === 'wait' ? line.wait.to - line.wait.from : span.dur)}</span>
    </div>
  );
}

export function Waterfall({ list, nodes, total, answered, services, narrow, reveal, selected, cursor, collapsed, onSelect, onToggle }) {
  const marks = useMemo(() => ticks(total, narrow ? 3 : 6), [total, narrow]);
  // The label "answer" is beside its line, and hides the ticks that it would cover.
  const left = answered > 0.8 * total;
  const hidden = (mark) =>
    answered !== undefined &&
    mark > answered - (left ? 0.28 : 0.08) * total &&
    mark < answered + (left ? 0.08 : 0.28) * total;
  return (
    <div class="waterfall">
      <div class="axis">
        <div class="label">Span</div>
        <div class="track">
          {marks.filter((mark) => !hidden(mark)).map((mark) => (
            <span class={`tick tabular ${mark > 0.94 * total ? 'tick-last' : ''}`} key={mark} style={{ left: `${(mark / (total || 1)) * 100}%` }}>
              {mark === 0 ? '0' : duration(mark)}
            </span>
          ))}
          {answered !== undefined && (
            <span class={`answered ${left ? 'answered-left' : ''}`} style={{ left: `${(answered / total) * 100}%` }} title={`The request ended after ${duration(answered)}`}>
              answer
            </span>
          )}
        </div>
      </div>
      <div class="grid-lines" aria-hidden="true">
        {answered !== undefined && <span class="after-answer" style={{ left: `${(answered / total) * 100}%` }} />}
        {marks.map((mark) => (
          <i key={mark} style={{ left: `${(mark / (total || 1)) * 100}%` }} />
        ))}
      </div>
      <Virtual
        className="lines"
        label="Spans"
        items={list}
        keyOf={(line) => line.key}
        height={narrow ? 46 : 30}
        cursor={cursor}
        reveal={reveal}
        depthOf={(line) => line.depth}
        render={(line) => (
          <Line
            line={line}
            above={nodes[line.span.parent]}
            service={services[line.span.origin]}
            total={total}
            active={line.key === selected}
            cursor={line.key === cursor}
            collapsed={collapsed.has(line.key)}
            onSelect={onSelect}
            onToggle={onToggle}
          />
        )}
      />
    </div>
  );
}
