import { type Context, Hono } from 'hono';
import { accepts } from 'hono/accepts';
import type { FileType } from '#contracts/export/jobs.ts';
import type { Clock } from '#platform/base/clock-and-ids.ts';
import type { PlatformDatabase } from '#platform/db/client.ts';
import { readByteRange } from '#platform/http/byte-range.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { type Download, openDownload } from '#platform/services/exports/files/open-download.ts';
import type { ExportRules } from '#platform/services/exports/rules.ts';

interface Needs {
  db: PlatformDatabase;
  clock: Clock;
  exports: ExportRules;
}

const contentTypes: Record<FileType, string> = {
  CSV: 'text/csv; charset=utf-8; header=present',
  JSON: 'application/json',
  JSONL: 'application/x-ndjson',
};

/** Downloads of exported files. The link is the only credential. */
export const downloadRoutes = ({ db, clock, exports: rules }: Needs): Hono<PlatformEnv> =>
  new Hono<PlatformEnv>().get('/exports/:token', async (c) => {
    c.header('Cache-Control', 'private, no-store');
    c.header('Referrer-Policy', 'no-referrer');
    return answerFile(c, await openDownload({ db, clock, rules }, c.req.param('token')));
  });

/**
 * Sends the file as it is, whole or a range, or compressed and always whole. The two have different ETags, so that a
 * resumed download never mixes them.
 */
async function answerFile(c: Context<PlatformEnv>, file: Download): Promise<Response> {
  const rangeHeader = c.req.header('range');
  const isCompressed = rangeHeader === undefined && takesGzip(c);
  const etag = isCompressed ? `"${file.sha256}-gzip"` : `"${file.sha256}"`;
  const lastModified = file.finishedAt.toUTCString();
  const version = { ETag: etag, 'Last-Modified': lastModified, Vary: 'Accept-Encoding' };
  if (names(c.req.header('if-none-match'), etag)) return c.body(null, 304, version);

  const headers = {
    ...version,
    'Content-Type': contentTypes[file.fileType],
    'Content-Disposition': `attachment; filename="${file.fileName}"`,
  };
  if (isCompressed) {
    const compress = async () => (await readAll(file)).pipeThrough(new CompressionStream('gzip'));
    return answerBytes(c, 200, { ...headers, 'Content-Encoding': 'gzip' }, compress);
  }
  const ifRange = c.req.header('if-range');
  const isSame = ifRange === undefined || ifRange === etag || ifRange === lastModified;
  const range = rangeHeader !== undefined && isSame ? readByteRange(rangeHeader, file.byteCount) : undefined;
  if (range === 'unsatisfiable') {
    const message = `The file has ${file.byteCount} bytes, none of which the header Range asks for.`;
    return c.json({ message }, 416, { ...version, 'Content-Range': `bytes */${file.byteCount}` });
  }
  const { first, last } = range ?? { first: 0, last: file.byteCount - 1 };
  const sized = { ...headers, 'Accept-Ranges': 'bytes', 'Content-Length': String(last - first + 1) };
  if (!range) return answerBytes(c, 200, sized, () => readAll(file));
  const part = { ...sized, 'Content-Range': `bytes ${first}-${last}/${file.byteCount}` };
  return answerBytes(c, 206, part, () => file.read(range));
}

/**
 * Sends the headers of the file only after it was opened, so that a missing file gets a plain error. HEAD does not
 * open the file: a stream without a reader would keep it open.
 */
const answerBytes = async (
  c: Context,
  status: 200 | 206,
  headers: Record<string, string>,
  open: () => Promise<ReadableStream>,
) => (c.req.method === 'HEAD' ? c.body(null, status, headers) : c.body(await open(), status, headers));

const readAll = (file: Download) => file.read({ first: 0, last: file.byteCount - 1 });

const takesGzip = (c: Context) =>
  accepts(c, {
    header: 'Accept-Encoding',
    supports: ['gzip'],
    default: 'identity',
    match: (accepted) => (accepted.some(({ type, q }) => type.toLowerCase() === 'gzip' && q > 0) ? 'gzip' : 'identity'),
  }) === 'gzip';

/** Whether If-None-Match contains the ETag. It may be a list; weak and strong ETags are equal here. */
const names = (header: string | undefined, etag: string) =>
  header?.split(',').some((one) => ['*', etag, `W/${etag}`].includes(one.trim())) ?? false;
