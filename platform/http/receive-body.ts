import type { Context } from 'hono';
import { createByteLimit, type HeldBytes } from '#platform/base/limit-bytes.ts';

const mebibyte = 1024 * 1024;

/**
 * What bodies hold in the memory of this process. A client has minutes for one: without a limit, one key could begin
 * thousands of them.
 */
export const limitBodies = createByteLimit({
  what: 'Requests',
  holder: 'gym',
  perHolder: 16 * mebibyte,
  overall: 128 * mebibyte,
  reserved: mebibyte / 4,
});

interface Bounds {
  maxBytes: number;
  /** Counts what the body holds; the caller releases it. */
  held: Pick<HeldBytes, 'add'>;
  /** Throws for a body that is too long. */
  refuseLong(): never;
}

/** @returns the body, which Hono caches: it may be received again */
export function receiveBody({ req }: Pick<Context, 'req'>, bounds: Bounds): Promise<ArrayBuffer> {
  const length = Number(req.header('content-length') ?? Number.NaN);
  if (Number.isSafeInteger(length) && req.header('transfer-encoding') === undefined) {
    // counted by what it says: the adapter receives a body faster than a stream does, which takes longer than most requests
    if (length > bounds.maxBytes) bounds.refuseLong();
    bounds.held.add(length);
  } else if (Object.keys(req.bodyCache).length === 0) {
    Object.assign(req.bodyCache, { arrayBuffer: collectBody(req.raw.body, bounds) }); // where Hono caches a body
  }
  return req.arrayBuffer();
}

async function collectBody(
  body: ReadableStream<Uint8Array> | null,
  { maxBytes, held, refuseLong }: Bounds,
): Promise<ArrayBuffer> {
  const received = collectBytes(maxBytes);
  // the rest of a rejected body is not cancelled, so that the connection can serve the next request
  for await (const piece of body?.values({ preventCancel: true }) ?? []) {
    if (received.length() + piece.length > maxBytes) refuseLong();
    held.add(piece.length);
    received.add(piece);
  }
  return received.read().slice().buffer;
}

/** Collects pieces in one buffer that grows. A list of them would take a hundred bytes more for each, and a piece may have one. */
export function collectBytes(maxBytes: number) {
  let buffer = new Uint8Array(0);
  let length = 0;
  return {
    length: () => length,
    add: (piece: Uint8Array) => {
      const end = length + piece.length;
      if (end > buffer.length) {
        const grown = new Uint8Array(Math.min(maxBytes, Math.max(end, 2 * buffer.length)));
        grown.set(buffer.subarray(0, length));
        buffer = grown;
      }
      buffer.set(piece, length);
      length = end;
    },
    read: () => buffer.subarray(0, length),
  };
}
