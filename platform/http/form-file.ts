import type { Readable } from 'node:stream';
import { Dicer } from '@fastify/busboy';
import { PlatformError } from '#platform/base/errors.ts';

const maxHeaderBytes = 8 * 1024;
const maxSurroundingBytes = 1024 * 1024;

type Take = (piece: Buffer) => Promise<void> | void;

interface FormFile {
  /** Name of the field that holds the file. */
  field: string;
  maxBytes: number;
  /** Gets the content of the file piece by piece, at most `maxBytes` in all. */
  take: Take;
}

/** @returns the boundary that a `multipart/form-data` content type names; undefined for any other content type */
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
 * Hands on the one file of a form as it arrives (RFC 7578), so that it is never in memory as a whole.
 * @throws 400 invalidRequest for a form that is broken, too long, or without just one such field
 */
export async function readFormFile(
  body: ReadableStream<Uint8Array> | null,
  boundary: string,
  { field, maxBytes, take }: FormFile,
): Promise<void> {
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  failed.catch(() => {}); // it may fail while nobody waits for it
  let isFinished = false;
  let taken: Promise<void> | undefined;

  // Dicer cuts a head at its limit and says nothing: with twice ours, one over ours is still seen to be
  const limits = { boundary, maxHeaderSize: 2 * maxHeaderBytes }; // its types leave the second out
  const form = new Dicer(limits);
  form.on('error', () => fail(broken('The form ends before it is complete.')));
  form.on('finish', () => {
    isFinished = true;
    finish();
  });
  form.on('part', (part) => {
    part.on('error', () => {}); // the form fails too, and says so
    part.on('header', (head) => {
      const headers = head as Headers; // safe because: Dicer's own description of it is wider than what it makes
      if (lengthOf(headers) > maxHeaderBytes) return fail(broken('A field of the form has too long a head.'));
      if (nameIn(headers) !== field) return part.resume();
      if (taken) return fail(broken(`The form has more than one field "${field}".`));
      taken = takeAll(part, maxBytes, take);
      taken.catch(fail);
    });
  });

  let total = 0;
  // whoever is refused in the middle of sending still hears why: the body is left, not cut off
  for await (const chunk of body?.values({ preventCancel: true }) ?? []) {
    total += chunk.length;
    if (total > maxBytes + maxSurroundingBytes) throw tooLong('form', maxBytes + maxSurroundingBytes);
    if (isFinished) continue;
    // not called back where the form ended within this chunk before its file was taken
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

/** Lines of a head by their names, in lower case. */
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
