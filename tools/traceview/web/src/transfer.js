// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Uploads a recording from a local file to the server.

const BATCH_CHARACTERS = 2 << 20;

/** Returns the OTLP requests in a text: one per line, or the whole text. */
export function requestsIn(text) {
  const first = text.slice(0, text.indexOf('\n') + 1 || undefined).trim();
  const lines = first.endsWith('}') ? text.split('\n') : [text];
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

/** Groups lines into batches, up to the size that the server accepts. */
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

/** Uploads the file. Returns its number of spans. Throws if the server rejects a batch. */
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
