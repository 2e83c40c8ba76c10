// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Recorded runs, from a file of this machine to the server.

const BATCH_CHARACTERS = 2 << 20;

/** The requests in a text: a line each, or the whole of it. */
export function requestsIn(text) {
  const first = text.slice(0, text.indexOf('\n') + 1 || undefined).trim();
  const lines = first.endsWith('}') ? text.split('\n') : [text];
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

/** Lines together, up to a size that a server takes. */
export function batches(lines, most = BATCH_CHARACTERS) {
  const made = [];
  let size = Infinity;
  for (const line of lines) {
    if (size + line.length > most) {
      made.push([]);
      size = 0;
    }
    made.at(-1).push(line);
    size += line.length;
  }
  return made;
}

/** Sends the file in; returns its number of spans. Throws when a part is refused. */
export async function importFile(file, post = fetch) {
  let spans = 0;
  for (const batch of batches(requestsIn(await file.text()))) {
    const response = await post('/api/import', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-ndjson' },
      body: batch.join('\n'),
    });
    if (!response.ok) throw new Error((await response.text()).trim());
    spans += (await response.json()).spans;
  }
  return spans;
}
