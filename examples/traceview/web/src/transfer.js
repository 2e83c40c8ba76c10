// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Recorded runs, from a file of this machine to the server.

const AT_ONCE = 4;

/** The requests in a text: a line each, or the whole of it. */
export function requestsIn(text) {
  const first = text.slice(0, text.indexOf('\n') + 1 || undefined).trim();
  const lines = first.endsWith('}') ? text.split('\n') : [text];
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

/** Posts each request of the file; throws at the first that is refused. */
export async function importFile(file, post = fetch) {
  const queue = requestsIn(await file.text());
  const total = queue.length;
  const worker = async () => {
    for (let body = queue.shift(); body !== undefined; body = queue.shift()) {
      const response = await post('/v1/traces', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      });
      if (!response.ok) {
        queue.length = 0;
        throw new Error((await response.text()).trim());
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return total;
}
