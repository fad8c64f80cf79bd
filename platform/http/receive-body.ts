import { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { createByteLimit, type HeldBytes } from '#platform/base/limit-bytes.ts';

const mebibyte = 1024 * 1024;

/** Bytes of bodies in the memory of this process. Each key may hold its reserve beyond the others. */
export const mostBodies = { ofGym: 16 * mebibyte, ofAll: 128 * mebibyte, reservedForKey: 64 * 1024 };

/**
 * What bodies hold in the memory of this process. A client has minutes for one: without a limit, one key could begin
 * thousands of them. The senders of a gym are its keys, and its token of version 1, which has the id of the gym.
 */
export const limitBodies = createByteLimit({
  what: 'Requests',
  holder: 'gym',
  perHolder: mostBodies.ofGym,
  overall: mostBodies.ofAll,
  reserved: mostBodies.reservedForKey,
});

interface Bounds {
  maxBytes: number;
  /** Counts what the body holds; the caller releases it. */
  held: Pick<HeldBytes, 'add'>;
  /** Throws for a body that is too long. */
  refuseLong(): never;
}

/** @returns the body, which Hono caches: received again, it is the same, and counts once */
export async function receiveBody(c: Pick<Context, 'req' | 'env'>, bounds: Bounds): Promise<ArrayBuffer> {
  if (Object.keys(c.req.bodyCache).length === 0) {
    Object.assign(c.req.bodyCache, { arrayBuffer: collectBody(c, bounds) }); // where Hono caches a body
  }
  return c.req.arrayBuffer();
}

async function collectBody(c: Pick<Context, 'req' | 'env'>, { maxBytes, held, refuseLong }: Bounds) {
  const length = saidLength(c.req);
  if (length !== undefined) {
    if (length > maxBytes) refuseLong();
    held.add(length);
  }
  const received = collectBytes(length ?? maxBytes);
  for await (const piece of piecesOf(c)) {
    if (received.length() + piece.length > maxBytes) refuseLong();
    if (length === undefined) held.add(piece.length);
    received.add(piece);
  }
  return received.take();
}

/**
 * What arrives from the connection: a web stream of it takes longer than most requests, and the adapter makes a list of the pieces.
 * The rest of a rejected body is not cancelled, so that the connection can serve the next request.
 */
function piecesOf({ req, env }: Pick<Context, 'req' | 'env'>): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  const incoming: unknown = env?.incoming; // a test may have none
  if (incoming instanceof IncomingMessage) return incoming.iterator({ destroyOnReturn: false });
  return req.raw.body?.values({ preventCancel: true }) ?? [];
}

/** The length that a body says; undefined of a chunked one. */
function saidLength(req: Context['req']): number | undefined {
  const length = Number(req.header('content-length') ?? Number.NaN);
  return Number.isSafeInteger(length) && req.header('transfer-encoding') === undefined ? length : undefined;
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
    /** What was collected, without a copy if it fills the buffer. Nothing may be added after it. */
    take: () => (length === buffer.length ? buffer : buffer.slice(0, length)).buffer,
  };
}
