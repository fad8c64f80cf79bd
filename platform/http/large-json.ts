import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import pLimit, { type LimitFunction } from 'p-limit';
import { PlatformError } from '#platform/base/errors.ts';
import { openUpload, type Upload } from '#platform/services/images/upload.ts';
import { isWithin } from '#shared/json/parse-within.ts';
import type { PlatformEnv } from './environment.ts';
import { collectBytes, limitBodies } from './receive-body.ts';
import { bodyBounds, decodeBody, requireJsonType } from './well-formed.ts';

/** Longest request that may contain a picture, in bytes. */
export const maxLargeJsonBytes = 16 * 1024 * 1024;
/** Shorter bodies, which most are, are buffered in memory. Longer ones are buffered in a temporary file, and limited. */
const maxInMemoryBytes = 64 * 1024;

/** Concurrent long requests in this process: each is in memory once it has arrived. */
const overallLimit = pLimit(4);
/** Concurrent long requests per gym. Further ones wait for these, and do not block other gyms. */
const maxConcurrentPerGym = 2;
const ofGyms = new Map<string, LimitFunction>();

function limitPerGym<T>(gymId: string, work: () => Promise<T>): Promise<T> {
  const ofGym = ofGyms.get(gymId) ?? pLimit(maxConcurrentPerGym);
  ofGyms.set(gymId, ofGym);
  return ofGym(() => overallLimit(work));
}

/** Accepts JSON of up to 16 MB, without parsing it. */
export const takeLargeJson = createMiddleware<PlatformEnv>(async (c, next) => {
  requireJsonType(c);
  if (Number(c.req.header('content-length') ?? 0) > maxLargeJsonBytes) throw tooLong();
  const body = openBody(c);
  try {
    // the rest of a rejected body is not cancelled, so that the connection can serve the next request
    for await (const piece of c.req.raw.body?.values({ preventCancel: true }) ?? []) await body.add(piece);
    const work = async () => {
      const text = decodeBody(await body.read());
      if (!isWithin(text, bodyBounds)) throw tooDeep();
      Object.assign(c.req.bodyCache, { text: Promise.resolve(text) }); // where Hono caches a body
      await next();
    };
    await (body.isLong() ? limitPerGym(c.get('call').gymId, work) : work());
  } finally {
    await body.close();
  }
});

/** A body in transit: in memory first, on disk beyond a size. */
function openBody(c: Context<PlatformEnv>) {
  const call = c.get('call');
  const held = limitBodies(call.gymId, c.get('key')?.keyId);
  const inMemory = collectBytes(maxInMemoryBytes);
  let total = 0;
  let spooled: Upload | undefined;
  return {
    isLong: () => spooled !== undefined,
    add: async (piece: Uint8Array) => {
      total += piece.length;
      if (total > maxLargeJsonBytes) throw tooLong();
      if (total <= maxInMemoryBytes) {
        held.add(piece.length);
        inMemory.add(piece);
        return;
      }
      if (!spooled) {
        spooled = await openUpload(call, c.get('key')?.keyId);
        await spooled.add(inMemory.read());
      }
      await spooled.add(piece);
    },
    read: async (): Promise<Uint8Array> => spooled?.read() ?? inMemory.read(),
    close: async () => {
      held.release();
      await spooled?.close();
    },
  };
}

const tooDeep = () => new PlatformError('invalidRequest', 'The body is deeper or longer than any is.');
const tooLong = () =>
  new PlatformError('invalidRequest', `The request is longer than ${maxLargeJsonBytes / 1024 / 1024} MB.`, {
    problem: 'size',
  });
