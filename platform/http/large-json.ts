import { isUtf8 } from 'node:buffer';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import pLimit from 'p-limit';
import { PlatformError } from '#platform/errors.ts';
import { openUpload, type Upload } from '#platform/services/images/upload.ts';
import type { PlatformEnv } from './environment.ts';
import { requireJsonType } from './well-formed.ts';

/** Longest request that may carry a picture, in bytes. */
const maxLargeJsonBytes = 16 * 1024 * 1024;
/** What is shorter waits in memory, as most requests are; the rest on disk, so that a slow sender holds none. */
const maxInMemoryBytes = 64 * 1024;

/** Long requests being worked on at a time in this process: each is in memory once it has arrived whole. */
const limitLongRequests = pLimit(2);

/** Takes JSON of up to 16 MB. What its text says is the business of whoever parses it. */
export const takeLargeJson = createMiddleware<PlatformEnv>(async (c, next) => {
  requireJsonType(c);
  if (Number(c.req.header('content-length') ?? 0) > maxLargeJsonBytes) throw tooLong();
  const body = openBody(c);
  try {
    for await (const piece of c.req.raw.body ?? []) await body.add(piece);
    const work = async () => {
      const text = toText(await body.read());
      Object.assign(c.req.bodyCache, { text: Promise.resolve(text) }); // where Hono keeps a body that was read
      await next();
    };
    await (body.isLong() ? limitLongRequests(work) : work());
  } finally {
    await body.close();
  }
});

function toText(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new PlatformError('invalidRequest', 'The body is not UTF-8.');
  return bytes.toString('utf8');
}

/** A body on its way: in memory at first, on disk from a length on. */
function openBody(c: Context<PlatformEnv>) {
  let pieces: Uint8Array[] = [];
  let total = 0;
  let spooled: Upload | undefined;
  return {
    isLong: () => spooled !== undefined,
    add: async (piece: Uint8Array) => {
      total += piece.length;
      if (total > maxLargeJsonBytes) throw tooLong();
      if (!spooled && total <= maxInMemoryBytes) {
        pieces.push(piece);
        return;
      }
      spooled ??= await openUpload(c.get('call').ids);
      for (const waiting of [...pieces, piece]) await spooled.add(waiting);
      pieces = [];
    },
    read: async (): Promise<Buffer> => spooled?.read() ?? Buffer.concat(pieces),
    close: async () => spooled?.close(),
  };
}

const tooLong = () =>
  new PlatformError('invalidRequest', `The request is longer than ${maxLargeJsonBytes / 1024 / 1024} MB.`, {
    problem: 'size',
  });
