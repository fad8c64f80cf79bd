import type { Readable } from 'node:stream';
import { Dicer } from '@fastify/busboy';
import { PlatformError } from '#platform/base/errors.ts';

const maxHeaderBytes = 8 * 1024;
export const maxSurroundingBytes = 1024 * 1024;
/** Every field costs far more time than its bytes: an empty one is a stream with its listeners. */
export const maxFields = 50;

type Take = (piece: Buffer) => Promise<void> | void;

interface FormFile {
  /** Name of the field that holds the file. */
  field: string;
  maxBytes: number;
  /** Receives the file's content in chunks, at most `maxBytes` in total. */
  take: Take;
}

/** @returns the boundary of a `multipart/form-data` content type; undefined for any other content type */
export function boundaryOf(contentType = ''): string | undefined {
  const [mediaType = '', ...parameters] = contentType.split(';').map((part) => part.trim());
  if (mediaType.toLowerCase() !== 'multipart/form-data') return undefined;
  for (const parameter of parameters) {
    const [, quoted, plain] = /^boundary=(?:"([^"]{1,70})"|([^\s"]{1,70}))$/i.exec(parameter) ?? [];
    const boundary = quoted ?? plain;
    if (boundary) return boundary;
  }
  return undefined;
}

/**
 * Streams the only file of a form (RFC 7578), so that it is never in memory as a whole.
 * @throws 400 invalidRequest if the form is broken, too long or of too many fields, or does not have exactly one such field
 */
export async function readFormFile(
  body: ReadableStream<Uint8Array> | null,
  boundary: string,
  { field, maxBytes, take }: FormFile,
): Promise<void> {
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  failed.catch(() => {}); // avoids an unhandled rejection before it is awaited
  let isFinished = false;
  let taken: Promise<void> | undefined;

  // Dicer silently truncates part headers at its limit; with twice our limit, a header over ours is still detected
  const limits = { boundary, maxHeaderSize: 2 * maxHeaderBytes }; // missing in its types
  const form = new Dicer(limits);
  form.on('error', () => fail(broken('The form ends before it is complete.')));
  form.on('finish', () => {
    isFinished = true;
    finish();
  });
  let fields = 0;
  form.on('part', (part) => {
    fields += 1;
    // thrown out of `write`, so that the rest of the chunk is not parsed: it may have thousands of fields
    if (fields > maxFields) throw broken(`The form has more than ${maxFields} fields.`);
    part.on('error', () => {}); // the form fails too and reports it
    part.on('header', (head) => {
      const headers = head as Headers; // safe because: Dicer's type is wider than the actual value
      if (lengthOf(headers) > maxHeaderBytes) return fail(broken('A field of the form has too long a head.'));
      if (nameIn(headers) !== field) return part.resume();
      if (taken) return fail(broken(`The form has more than one field "${field}".`));
      taken = takeAll(part, maxBytes, take);
      taken.catch(fail);
    });
  });

  let total = 0;
  // a client that is rejected while it sends must still get the response, so the body is not cancelled
  for await (const chunk of body?.values({ preventCancel: true }) ?? []) {
    total += chunk.length;
    if (total > maxBytes + maxSurroundingBytes) throw tooLong('form', maxBytes + maxSurroundingBytes);
    if (isFinished) continue;
    // the callback is missing if the form ends within this chunk before its file was read
    const written = new Promise<void>((resolve) => form.write(chunk, () => resolve()));
    await Promise.race([failed, written, finished]);
  }
  if (!isFinished) form.end();
  await Promise.race([failed, finished]);
  await Promise.race([failed, taken]);
  if (!taken) throw broken(`The form has no field "${field}".`);
}

async function takeAll(part: Readable, maxBytes: number, take: Take): Promise<void> {
  let fileBytes = 0;
  for await (const piece of part) {
    fileBytes += piece.length;
    if (fileBytes > maxBytes) throw tooLong('file', maxBytes);
    await take(piece);
  }
}

/** Header lines of a part by name, in lower case. */
type Headers = Record<string, string[]>;

const lengthOf = (headers: Headers) =>
  Object.entries(headers).reduce((length, [name, values]) => length + name.length + values.join('').length, 0);

function nameIn(headers: Headers): string | undefined {
  const [, parameters = ''] = /^form-data\s*(;.*)$/i.exec(headers['content-disposition']?.[0] ?? '') ?? [];
  for (const [, key, quoted, plain] of parameters.matchAll(/;\s*([^=;\s]+)=(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g)) {
    if (key?.toLowerCase() === 'name') return quoted ?? plain?.trim();
  }
  return undefined;
}

const broken = (message: string) => new PlatformError('invalidRequest', message);
const tooLong = (what: 'file' | 'form', maxBytes: number) =>
  broken(`The ${what} is longer than ${maxBytes / 1024 / 1024} MB.`);
