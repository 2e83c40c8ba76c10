// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

import { duration, load, loadInWords, moment, plural, shortMethod, timeOfDay, words } from './format.js';
import { codeOf, tellFurther } from './story.js';
import { runsOn } from './tree.js';
import { Virtual } from './virtual.jsx';

export const ROW_HEIGHT = 54;

/** The length of a time of day without its milliseconds. */
const SECONDS = 8;

const BADGES = {
  saved: { label: 'saved', title: 'OK after a failed attempt' },
  suppressed: { label: 'suppressed', title: 'A rule prevented a retry' },
  hedged: { label: 'hedged', title: 'Two attempts ran at the same time' },
  retried: { label: 'retried', title: 'At least one call was retried' },
};

const OUTCOMES = { o: 'OK', f: 'failed', l: 'discarded', u: 'no connection' };

/** Shows a mark for each attempt of the call with the most attempts. */
export function Strip({ strip }) {
  const told = [...strip].map((letter) => OUTCOMES[letter]).join(', ');
  return (
    <span class="strip" title={`Attempts: ${told}`} role="img" aria-label={`Attempts: ${told}`}>
      {[...strip].map((letter, i) => (
        <i class={`mark mark-${letter}`} key={i} />
      ))}
    </span>
  );
}

export function badgesOf(row) {
  // Hides "retried" if another badge implies it.
  const implied = row.badges.includes('saved') || (row.badges.includes('hedged') && !row.strip.includes('f'));
  return row.badges.filter((badge) => badge in BADGES && !(badge === 'retried' && implied));
}

export function Badge({ name, reason }) {
  return (
    <span class={`badge badge-${name}`} title={BADGES[name].title}>
      {name === 'suppressed' && reason ? words(reason) : BADGES[name].label}
    </span>
  );
}

function tone(row) {
  if (row.badges.includes('failed')) return 'bad';
  return row.badges.includes('saved') ? 'saved' : 'good';
}

function Row({ row, active, cursor, longest, onOpen }) {
  const time = timeOfDay(row.start);
  const share = longest > 0 ? Math.max(2, (row.dur / longest) * 100) : 0;
  return (
    <a
      class={`row tone-${tone(row)}`}
      href={`#t=${row.id}`}
      role="option"
      aria-selected={active}
      data-cursor={cursor || undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey) return;
        event.preventDefault();
        onOpen(row.id);
      }}
    >
      <span class="row-state" title={row.code || (row.badges.includes('failed') ? 'failed' : 'OK')} />
      <span class="row-name">
        <b title={row.name}>{shortMethod(row.name) || '(no name)'}</b>
        <small title={moment(row.start)}>
          <span class="tabular">
            {time.slice(0, SECONDS)}
            <span class="row-fraction">{time.slice(SECONDS)}</span>
          </span>
          <span class="row-service"> · {row.service}</span>
          {row.badges.includes('failed') && row.code && (
            <em title={codeOf(row)}>
              {row.limit && <span class="own-limit"> · own limit</span>}
              <span class="code"> · {row.code}</span>
            </em>
          )}
        </small>
      </span>
      <span class="row-attempts">
        <Strip strip={row.strip} />
        <small class="tabular">{row.retries > 0 ? tellFurther(row) : plural(row.attempts, 'call')}</small>
      </span>
      <span class="row-badges">
        {badgesOf(row).map((badge) => (
          <Badge name={badge} reason={row.reason} key={badge} />
        ))}
      </span>
      <span class="row-services" title={row.services.map(loadInWords).join('\n')}>
        <span>
          {row.services.map((service, i) => (
            <span key={service[0]}>
              {i > 0 && <i class="arrow">›</i>}
              {service[0]}
              {service[1] !== 1 && <b class={`tabular ${service[2] > 0 ? 'times' : ''}`}> {load(service)}</b>}
            </span>
          ))}
        </span>
        <small class="tabular">{plural(row.spans, 'span')}</small>
      </span>
      <span class="row-time">
        <span class="tabular" title={runsOn(row.after, row.dur) ? `work ran on for ${duration(row.after)}` : undefined}>
          {duration(row.dur)}
        </span>
        <span class="meter">
          <i style={{ width: `${share}%` }} />
        </span>
      </span>
    </a>
  );
}

export function TraceList({ rows, open, cursor, onOpen }) {
  let longest = 0;
  for (const row of rows) longest = Math.max(longest, row.dur);
  return (
    <Virtual
      className="list"
      label="Requests"
      items={rows}
      keyOf={(row) => row.id}
      height={ROW_HEIGHT}
      cursor={cursor}
      render={(row) => (
        <Row row={row} active={row.id === open} cursor={row.id === cursor} longest={longest} onOpen={onOpen} />
      )}
    />
  );
}
