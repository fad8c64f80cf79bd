import fs from 'node:fs';
import type { RequestListener } from 'node:http';
import path from 'node:path';

/** Of the built files that are text. */
const types: Record<string, string> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
};

/** What the compressed one of a built file is called beside it. */
export const compressedName = (file: string): string => `${file}.br`;

/** Whether a built file is worth compressing while the desk is built. */
export const isCompressible = (file: string): boolean => path.extname(file) in types;

/** The addresses of the built files that stand beside a compressed one. */
export function readCompressedFiles(buildFolder: string): ReadonlySet<string> {
  const files = new Set(fs.readdirSync(path.join(buildFolder, 'static'), { recursive: true, encoding: 'utf8' }));
  const compressed = [...files].filter((file) => isCompressible(file) && files.has(compressedName(file)));
  return new Set(compressed.map((file) => `/_next/static/${file.replaceAll(path.sep, '/')}`));
}

/**
 * Answers a built file by the one that was compressed with Brotli while the desk was built, where the browser takes it:
 * those do that speak HTTPS. For all others Next compresses with gzip, each time anew. Whatever else a file is served
 * with (its ETag, how long it is kept, ranges of it) is Next's own.
 */
export function preferCompressed(handle: RequestListener, files: ReadonlySet<string>): RequestListener {
  return (request, response) => {
    const [file = '', query] = (request.url ?? '').split('?');
    if (files.has(file)) {
      response.setHeader('vary', 'Accept-Encoding');
      if (takesBrotli(request.headers['accept-encoding'])) {
        response.setHeader('content-encoding', 'br');
        response.setHeader('content-type', types[path.extname(file)] ?? '');
        request.url = compressedName(file) + (query === undefined ? '' : `?${query}`);
      }
    }
    handle(request, response);
  };
}

/** RFC 9110, 12.5.3: a weight of 0 is a refusal. */
const takesBrotli = (accepted: string | string[] = ''): boolean =>
  [accepted]
    .flat()
    .join()
    .split(',')
    .some((coding) => {
      const [name, weight] = coding.split(';').map((part) => part.trim());
      return name === 'br' && Number(weight?.replace(/^q=/i, '') ?? 1) > 0;
    });
