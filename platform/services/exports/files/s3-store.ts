import { S3mini, S3ServiceError } from 's3mini';
import type { FileStore } from '#platform/services/exports/file-store.ts';
import { isFileName } from './file-name.ts';

export interface S3Settings {
  /** Address of the bucket, such as `https://s3.example.com/bucket`. */
  url: string;
  region: string;
  /** Prefix of the names of all files. */
  prefix: string;
  key: string;
  secret: string;
}

/** Size of an uploaded part. S3 services accept parts of at least 5 MB, and at most 10,000 parts per file. */
const partBytes = 16 * 1024 * 1024;
const longestAnswerMs = 60_000;
/** Time limit for cleaning up when a worker stops. */
const longestCleanupMs = 2_000;
const contentType = 'application/octet-stream';

/**
 * Stores the files in a bucket of any S3-compatible service. Only the platform needs access to it.
 * @param answersWithinMs after which a request counts as unanswered; a download only until it begins, since its reader may be slow
 */
export function createS3Store(
  { url, region, prefix, key, secret }: S3Settings,
  answersWithinMs = longestAnswerMs,
): FileStore {
  const service = { endpoint: url, region, accessKeyId: key, secretAccessKey: secret };
  const open: OpenService = (signal) =>
    new S3mini({ ...service, requestAbortTimeout: answersWithinMs, ...(signal && { fetch: fetchUntil(signal) }) });
  const downloads = new S3mini({ ...service, fetch: fetchHeadersWithin(answersWithinMs) });
  return {
    write: async (name, pieces, signal) => {
      const place = prefix + name;
      const parts = inParts(pieces);
      const first = await parts.next();
      const second = await parts.next();
      if (second.done) {
        await open(signal).putObject(place, first.value ?? new Uint8Array(), contentType);
        return;
      }
      await uploadParts(open, place, inOrder([first.value, second.value], parts), signal);
    },
    read: async (name, { first, last }) => {
      try {
        const { body } = await downloads.getObjectRaw(prefix + name, false, first, last + 1);
        return body ?? undefined;
      } catch (error) {
        if (error instanceof S3ServiceError && error.status === 404) return undefined;
        throw error;
      }
    },
    remove: async (name, signal) => {
      await open(signal).deleteObject(prefix + name);
    },
    list: async (signal) => {
      const objects = await open(signal).listObjects('/', prefix);
      return objects?.map(({ Key }) => Key.slice(prefix.length)).filter(isFileName);
    },
  };
}

/** Opens the service. The signal, if given, aborts its requests. */
type OpenService = (signal?: AbortSignal) => S3mini;

const fetchUntil =
  (signal: AbortSignal): typeof fetch =>
  (address, request) =>
    fetch(address, { ...request, signal: AbortSignal.any(request?.signal ? [signal, request.signal] : [signal]) });

/** Once a response has begun, undici ends it after five silent minutes, but never while its reader reads nothing. */
const fetchHeadersWithin =
  (answersWithinMs: number): typeof fetch =>
  async (address, request) => {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), answersWithinMs);
    try {
      return await fetch(address, { ...request, signal: deadline.signal });
    } finally {
      clearTimeout(timer);
    }
  };

/**
 * A multipart upload: the file exists once it is completed. A lifecycle rule of the bucket deletes the parts that a
 * crashed process left behind.
 */
async function uploadParts(
  open: OpenService,
  place: string,
  parts: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const s3 = open(signal);
  const uploadId = await s3.getMultipartUploadId(place, contentType);
  try {
    const uploaded = [];
    for await (const part of parts) uploaded.push(await s3.uploadPart(place, uploadId, part, uploaded.length + 1));
    await s3.completeMultipartUpload(place, uploadId, uploaded);
  } catch (error) {
    const cleaner = open(signal?.aborted ? AbortSignal.timeout(longestCleanupMs) : undefined);
    await cleaner.abortMultipartUpload(place, uploadId).catch(() => {}); // the first error says more than this one
    throw error;
  }
}

async function* inParts(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  let part: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces) {
    part.push(piece);
    length += piece.length;
    if (length < partBytes) continue;
    yield Buffer.concat(part);
    part = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(part);
}

async function* inOrder(first: (Uint8Array | undefined)[], rest: AsyncIterable<Uint8Array>) {
  for (const part of first) if (part) yield part;
  yield* rest;
}
