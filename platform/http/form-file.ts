import { PlatformError } from '#platform/errors.ts';

const maxHeaderBytes = 8 * 1024;
const maxSurroundingBytes = 1024 * 1024;
const lineBreak = Buffer.from('\r\n');
const endOfHeaders = Buffer.from('\r\n\r\n');
const endOfForm = '--';

type Take = (piece: Buffer) => Promise<void> | void;

export interface FormFile {
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
  const source = openSource(body, maxBytes + maxSurroundingBytes);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  let isFound = false;
  let fileBytes = 0;
  const takeFile: Take = (piece) => {
    fileBytes += piece.length;
    if (fileBytes > maxBytes) throw tooLong('file', maxBytes);
    return take(piece);
  };

  await source.readUntil(delimiter, () => {});
  while ((await readText(source, lineBreak, endOfForm)) !== endOfForm) {
    const headers = await readText(source, endOfHeaders);
    const isFile = nameIn(headers) === field;
    if (isFile && isFound) throw broken(`The form has more than one field "${field}".`);
    isFound ||= isFile;
    await source.readUntil(delimiter, isFile ? takeFile : () => {});
  }
  await source.drain();
  if (!isFound) throw broken(`The form has no field "${field}".`);
}

interface Source {
  /** Hands on what comes before a mark, and goes on after the mark. */
  readUntil(mark: Buffer, take: Take): Promise<void>;
  startsWith(text: string): Promise<boolean>;
  drain(): Promise<void>;
}

function openSource(body: ReadableStream<Uint8Array> | null, maxBytes: number): Source {
  const chunks = body?.[Symbol.asyncIterator]();
  let total = 0;
  // the first delimiter stands at the very beginning of a form, the others after a line break
  let pending: Buffer = lineBreak;

  const readMore = async (): Promise<boolean> => {
    const next = await chunks?.next();
    if (!next || next.done) return false;
    total += next.value.length;
    if (total > maxBytes) throw tooLong('form', maxBytes);
    pending = pending.length === 0 ? Buffer.from(next.value) : Buffer.concat([pending, next.value]);
    return true;
  };

  return {
    readUntil: async (mark, take) => {
      for (;;) {
        const position = pending.indexOf(mark);
        const end = position < 0 ? pending.length - mark.length + 1 : position;
        if (end > 0) await take(pending.subarray(0, end));
        if (position >= 0) {
          pending = pending.subarray(position + mark.length);
          return;
        }
        pending = pending.subarray(Math.max(end, 0));
        if (!(await readMore())) throw broken('The form ends before it is complete.');
      }
    },
    startsWith: async (text) => {
      while (pending.length < text.length && (await readMore()));
      return pending.subarray(0, text.length).toString('latin1') === text;
    },
    drain: async () => {
      while (await readMore()) pending = Buffer.alloc(0);
    },
  };
}

/** Text up to a mark; or `instead`, where that is what comes next. */
async function readText(source: Source, mark: Buffer, instead?: string): Promise<string> {
  if (instead && (await source.startsWith(instead))) return instead;
  let bytes = Buffer.alloc(0);
  await source.readUntil(mark, (piece) => {
    bytes = Buffer.concat([bytes, piece]);
    if (bytes.length > maxHeaderBytes) throw broken('A field of the form has too long a head.');
  });
  return bytes.toString('utf8');
}

function nameIn(headers: string): string | undefined {
  const [, parameters = ''] = /^content-disposition:\s*form-data\s*(;.*)$/im.exec(headers) ?? [];
  for (const [, key, quoted, plain] of parameters.matchAll(/;\s*([^=;\s]+)=(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g)) {
    if (key?.toLowerCase() === 'name') return quoted ?? plain?.trim();
  }
  return undefined;
}

const broken = (message: string) => new PlatformError('invalidRequest', message);
const tooLong = (what: 'file' | 'form', maxBytes: number) =>
  broken(`The ${what} is longer than ${maxBytes / 1024 / 1024} MB.`);
