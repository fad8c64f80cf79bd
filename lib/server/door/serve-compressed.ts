import fs from 'node:fs';
import type { RequestListener } from 'node:http';
import path from 'node:path';

/** The content types of compressible files. */
const types: Record<string, string> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
};

/** The name of a file's compressed variant. */
export const compressedName = (file: string): string => `${file}.br`;

/** Whether a built file is compressed at build time. */
export const isCompressible = (file: string): boolean => path.extname(file) in types;

/** The URL paths of built files that have a compressed variant. */
export function readCompressedFiles(buildFolder: string): ReadonlySet<string> {
  const files = new Set(fs.readdirSync(path.join(buildFolder, 'static'), { recursive: true, encoding: 'utf8' }));
  const compressed = [...files].filter((file) => isCompressible(file) && files.has(compressedName(file)));
  return new Set(compressed.map((file) => `/_next/static/${file.replaceAll(path.sep, '/')}`));
}

/**
 * Serves the Brotli variant of a built file, compressed at build time, to browsers that accept it, which they do over HTTPS. For
 * others Next compresses each of these files with gzip. ETag, caching and ranges are left to Next.
 */
export function preferCompressed(handle: RequestListener, files: ReadonlySet<string>): RequestListener {
  return (request, response) => {
    const [file = '', query] = (request.url ?? '').split('?');
    if (files.has(file)) {
      response.setHeader('vary', 'Accept-Encoding');
      if (takes('br', request.headers['accept-encoding'])) {
        response.setHeader('content-encoding', 'br');
        response.setHeader('content-type', types[path.extname(file)] ?? '');
        request.url = compressedName(file) + (query === undefined ? '' : `?${query}`);
      }
    }
    handle(request, response);
  };
}

/** @param accepted the `Accept-Encoding` of a request. RFC 9110, 12.5.3: a weight of 0 is a refusal. */
export const takes = (coding: 'br' | 'gzip', accepted: string | string[] = ''): boolean =>
  [accepted]
    .flat()
    .join()
    .split(',')
    .some((one) => {
      const [name, weight] = one.split(';').map((part) => part.trim());
      return name === coding && Number(weight?.replace(/^q=/i, '') ?? 1) > 0;
    });
