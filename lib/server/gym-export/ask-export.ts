import 'server-only';
import { errorBody } from '#contracts/export/errors.ts';
import { fetchWithin, type Reach } from '#lib/server/gym-api/fetch-within.ts';
import { describeLoss, isUnconnected, statusCauseOf } from '#lib/server/gym-api/outage-cause.ts';
import { isPage, leaveUnread } from '#lib/server/gym-api/passing-answer.ts';
import { readBounded } from '#lib/server/gym-api/read-bounded.ts';
import { openWire } from '#lib/server/gym-api/wire.ts';
import type { OutageCause } from '#lib/wire/outage-causes.ts';
import { retryAfterMsIn } from '#lib/wire/retry-after.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { type JsonBounds, parseWithin } from '#shared/json/parse-within.ts';
import { requestIdHeader } from '#shared/request-id/request-id.ts';
import type { ExportPace } from './pace.ts';

/** The credentials of the data export. */
export interface ExportCredentials {
  /** The origin of the platform. */
  url: string;
  key: string;
  reach: Reach;
  /** Absent for a key that is only tried. */
  pace?: ExportPace;
}

interface Question {
  /** With its query. */
  path: string;
  /** Posted as JSON; a question without one is a GET. */
  body?: object;
  timeoutMs: number;
  largestBytes: number;
  bounds: JsonBounds;
  stopping?: AbortSignal;
}

export type ExportAnswer =
  /** `json` is undefined where the answer is no JSON, or exceeds the limits. */
  | { kind: 'answered'; json: unknown }
  /** The platform does not accept the request, such as a cursor that has expired. */
  | { kind: 'invalid' }
  /** `permissionMissing`: the platform knows the key, which may not use the data export. */
  | { kind: 'rejected' | 'permissionMissing' }
  /** The platform says that it has nothing of this name. */
  | { kind: 'missing' }
  /**
   * `retryAfterMs` is null where the platform does not say how long to wait.
   * `isUnasked`: nothing was sent, since the limit of the key is used up for so long.
   */
  | { kind: 'busy'; retryAfterMs: number | null; isUnasked?: true }
  /**
   * `isLost`: no answer came; otherwise it was one that no data export gives.
   * `mayHaveArrived`: it is unknown whether the platform carried the request out.
   */
  | { kind: 'unreachable'; cause: OutageCause; isLost: boolean; mayHaveArrived: boolean }
  /** A page came with a success. */
  | { kind: 'unreadable'; cause: OutageCause };

/** Sends the data export a request, once; or none while the limit of the key is used up. */
export async function askExport(credentials: ExportCredentials, question: Question): Promise<ExportAnswer> {
  const { pace } = credentials;
  const leftMs = (await pace?.readLeftMs()) ?? 0;
  if (leftMs > 0) return { kind: 'busy', retryAfterMs: leftMs, isUnasked: true };
  const answer = await send(credentials, question);
  // what fails here is the desk's database, and not the platform
  if (answer.kind === 'busy') await pace?.pause(answer.retryAfterMs);
  return answer;
}

async function send(
  { url, key, reach }: ExportCredentials,
  { path, body, timeoutMs, largestBytes, bounds, stopping }: Question,
): Promise<ExportAnswer> {
  const wire = openWire();
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const type = body && { 'content-type': 'application/json' };
    const response = await fetchWithin(reach)(url + path, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { accept: 'application/json', ...type, 'x-api-key': key, [requestIdHeader]: wire.sentAs },
      // not followed, since the key would be sent along
      redirect: 'manual',
      cache: 'no-store',
      signal: stopping ? AbortSignal.any([deadline, stopping]) : deadline,
    });
    if (response.status === 404 && !isPage(response)) {
      const text = await readBounded(response, largestBytes);
      return isRefusal(parseJson(text ?? '', bounds)) ? { kind: 'missing' } : refusalOf(response);
    }
    if (!response.ok) {
      leaveUnread(response);
      return refusalOf(response);
    }
    const text = await readBounded(response, largestBytes);
    if (isPage(response)) return { kind: 'unreadable', cause: 'portal' };
    return { kind: 'answered', json: parseJson(text ?? '', bounds) };
  } catch (error) {
    if (deadline.aborted) return { kind: 'unreachable', cause: 'silent', isLost: true, mayHaveArrived: true };
    const loss = describeLoss(error);
    return { kind: 'unreachable', cause: loss.cause, isLost: true, mayHaveArrived: !isUnconnected(loss) };
  }
}

/** A 404 of another server, such as a gateway, says nothing about what the platform has. */
const isRefusal = (json: unknown): boolean => errorBody.safeParse(json).success;

function refusalOf(response: Response): ExportAnswer {
  // a gateway whose platform did not answer in time
  const mayHaveArrived = response.status >= 500 || response.status === 408;
  if (isPage(response)) return { kind: 'unreachable', cause: 'portal', isLost: false, mayHaveArrived };
  switch (response.status) {
    case 400:
      return { kind: 'invalid' };
    case 401:
      return { kind: 'rejected' };
    case 403:
      return { kind: 'permissionMissing' };
    case 429:
      return { kind: 'busy', retryAfterMs: retryAfterMsIn(response.headers, { mostMs: dayMs }) };
    default:
      return { kind: 'unreachable', cause: statusCauseOf(response), isLost: false, mayHaveArrived };
  }
}

function parseJson(text: string, bounds: JsonBounds): unknown {
  try {
    return parseWithin(text, bounds);
  } catch {
    return undefined;
  }
}
