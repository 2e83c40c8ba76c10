// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

const SPARE = 8;
const SPACE = 16;

/**
 * A list of lines with the same height. Only the visible lines exist in the
 * DOM. New lines above do not move the visible lines. Scrolls to the line of
 * `cursor` when the cursor changes, and to the line of `reveal` with the lines
 * below it, as `depthOf` tells.
 */
export function Virtual({ items, keyOf, height, cursor, reveal, depthOf, render, className, label }) {
  const box = useRef(null);
  const [view, setView] = useState({ top: 0, size: 900 });
  const anchor = useRef(null);

  const read = () => {
    const { scrollTop, clientHeight } = box.current;
    setView((old) =>
      old.top === scrollTop && old.size === clientHeight ? old : { top: scrollTop, size: clientHeight },
    );
  };

  useLayoutEffect(() => {
    const observer = new ResizeObserver(read);
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);

  // Keeps the top line in place, unless the list is scrolled to its start.
  useLayoutEffect(() => {
    const { key, index } = anchor.current ?? {};
    if (key !== undefined && box.current.scrollTop > 0 && items[index] && keyOf(items[index]) !== key) {
      const now = items.findIndex((item) => keyOf(item) === key);
      if (now > index) box.current.scrollTop += (now - index) * height;
    }
    read();
  }, [items]);

  const first = Math.max(0, Math.floor(view.top / height) - SPARE);
  const last = Math.min(items.length, Math.ceil((view.top + view.size) / height) + SPARE);
  const top = Math.min(items.length - 1, Math.floor(view.top / height));
  anchor.current = top >= 0 ? { key: keyOf(items[top]), index: top } : null;

  const index = cursor === undefined ? -1 : items.findIndex((item) => keyOf(item) === cursor);
  useEffect(() => {
    if (index < 0) return;
    const { scrollTop, clientHeight } = box.current;
    const from = index * height;
    if (from < scrollTop) box.current.scrollTop = from;
    else if (from + height > scrollTop + clientHeight) box.current.scrollTop = from + height - clientHeight;
  }, [cursor]);

  useEffect(() => {
    const from = reveal === undefined ? -1 : items.findIndex((item) => keyOf(item) === reveal);
    if (from < 0) return;
    let to = from + 1;
    while (to < items.length && depthOf(items[to]) > depthOf(items[from])) to++;
    const { scrollTop, clientHeight } = box.current;
    if (to * height > scrollTop + clientHeight) {
      box.current.scrollTop = Math.min(from * height, to * height - clientHeight + SPACE);
    }
  }, [reveal]);

  const shown = [];
  for (let i = first; i < last; i++) {
    shown.push(
      <div class="slot" key={keyOf(items[i])} style={{ top: `${i * height}px`, height: `${height}px` }}>
        {render(items[i], i)}
      </div>,
    );
  }
  return (
    <div class={`virtual ${className}`} ref={box} onScroll={read} role="listbox" aria-label={label} tabIndex={0}>
      <div class="virtual-content" style={{ height: `${items.length * height}px` }}>
        {shown}
      </div>
    </div>
  );
}
