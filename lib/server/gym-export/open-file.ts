import 'server-only';
import { fetchWithin } from '#lib/server/gym-api/fetch-within.ts';
import { describeLoss, statusCauseOf } from '#lib/server/gym-api/outage-cause.ts';
import { isPage } from '#lib/server/gym-api/passing-answer.ts';
import { openWire } from '#lib/server/gym-api/wire.ts';
import type { OutageCause } from '#lib/wire/outage-causes.ts';
import { retryAfterMsIn } from '#lib/wire/retry-after.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { requestIdHeader } from '#shared/request-id/request-id.ts';
import type { ExportCredentials } from './ask-export.ts';

interface FileLimits {
  /** Until the file begins. */
  answerMs: number;
  /** Between two pieces of it. */
  silenceMs: number;
  /** Until the browser takes the next piece. */
  unreadMs: number;
  /** From its beginning to its end. */
  wholeMs: number;
  bytes: number;
}

/** A year of a gym with 10,000 workouts a day is about 1 GB. */
export const fileLimits: FileLimits = {
  answerMs: 15_000,
  silenceMs: 30_000,
  unreadMs: 5 * 60_000,
  wholeMs: 60 * 60_000,
  bytes: 8 * 1024 ** 3,
};

type FileAnswer =
  | { kind: 'open'; body: ReadableStream<Uint8Array> }
  /** It is no longer there. */
  | { kind: 'gone' }
  | { kind: 'busy'; retryAfterMs: number | null }
  | { kind: 'unreachable'; cause: OutageCause };

interface FileWanted {
  url: URL;
  /** Aborts when nobody wants the file any more. */
  leaving: AbortSignal;
  limits: FileLimits;
}

/**
 * Opens a file at the address of the data export, without its key. The stream fails where the platform does not send the file to its
 * end, or exceeds the limits.
 */
export async function openFile(
  { reach, pace }: Pick<ExportCredentials, 'reach' | 'pace'>,
  wanted: FileWanted,
): Promise<FileAnswer> {
  const answer = await request(reach, wanted);
  // what fails here is the desk's database, and not the platform
  if (answer.kind === 'busy') await pace?.pause(answer.retryAfterMs);
  return answer;
}

async function request(reach: ExportCredentials['reach'], { url, leaving, limits }: FileWanted): Promise<FileAnswer> {
  const wire = openWire();
  const ending = new AbortController();
  const isLate = setTimeout(() => ending.abort(), limits.answerMs);
  try {
    const response = await fetchWithin(reach)(url.href, {
      // as it is: whether a compressed one is complete would not be known
      headers: { 'accept-encoding': 'identity', [requestIdHeader]: wire.sentAs },
      redirect: 'manual',
      cache: 'no-store',
      signal: AbortSignal.any([ending.signal, leaving]),
    });
    const { status, headers, body } = response;
    const isFile = status === 200 && body !== null && !isPage(response) && isAsItIs(headers);
    if (!isFile) {
      ending.abort();
      if (status === 404 || status === 410) return { kind: 'gone' };
      if (status === 429 && !isPage(response)) {
        return { kind: 'busy', retryAfterMs: retryAfterMsIn(response.headers, { mostMs: dayMs }) };
      }
      return { kind: 'unreachable', cause: isPage(response) ? 'portal' : statusCauseOf(response) };
    }
    const byteLength = lengthIn(headers);
    const hasAnEnd = byteLength !== null || headers.get('transfer-encoding')?.toLowerCase() === 'chunked';
    // one that ends with its connection cannot be told from one that breaks off
    if (!hasAnEnd || (byteLength !== null && byteLength > limits.bytes)) {
      ending.abort();
      return { kind: 'unreachable', cause: 'foreign' };
    }
    return { kind: 'open', body: bounded(body, { byteLength, limits, ending }) };
  } catch (error) {
    return { kind: 'unreachable', cause: ending.signal.aborted ? 'silent' : describeLoss(error).cause };
  } finally {
    clearTimeout(isLate);
  }
}

const isAsItIs = (headers: Headers): boolean => (headers.get('content-encoding') ?? 'identity') === 'identity';

function lengthIn(headers: Headers): number | null {
  const told = headers.get('content-length') ?? '';
  return /^\d{1,15}$/.test(told) ? Number(told) : null;
}

interface Bounds {
  byteLength: number | null;
  limits: FileLimits;
  /** Closes the connection to the platform. */
  ending: AbortController;
}

/** Messages say nothing of the platform: they are logged, and the address of the file is a credential. */
function bounded(body: ReadableStream<Uint8Array>, { byteLength, limits, ending }: Bounds): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const isOver = setTimeout(() => ending.abort(), limits.wholeMs);
  isOver.unref();
  let bytes = 0;
  let isIdle: NodeJS.Timeout | undefined;
  const endAfter = (ms: number) => {
    clearTimeout(isIdle);
    isIdle = setTimeout(() => ending.abort(), ms);
    isIdle.unref();
  };
  endAfter(limits.unreadMs);
  const end = () => {
    clearTimeout(isOver);
    clearTimeout(isIdle);
    ending.abort();
  };
  const readInTime = async () => {
    endAfter(limits.silenceMs);
    try {
      return await reader.read();
    } catch {
      throw new Error('A file of the data export broke off.');
    } finally {
      endAfter(limits.unreadMs);
    }
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await readInTime();
          bytes += value?.byteLength ?? 0;
          if (bytes > limits.bytes) throw new Error('A file of the data export is too large.');
          if (!done) return controller.enqueue(value);
          if (byteLength !== null && bytes !== byteLength) throw new Error('A file of the data export is not whole.');
          end();
          controller.close();
        } catch (error) {
          end();
          controller.error(error);
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}
