import 'server-only';
import { fetchWithin, type Reach } from '#lib/server/gym-api/fetch-within.ts';
import { describeLoss, statusCauseOf } from '#lib/server/gym-api/outage-cause.ts';
import { isPage, leaveUnread } from '#lib/server/gym-api/passing-answer.ts';
import { readBounded } from '#lib/server/gym-api/read-bounded.ts';
import { retryAfterMsOf } from '#lib/server/gym-api/retry-after.ts';
import { openWire } from '#lib/server/gym-api/wire.ts';
import type { OutageCause } from '#lib/wire/outage-causes.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { type JsonBounds, parseWithin } from '#shared/json/parse-within.ts';
import { requestIdHeader } from '#shared/request-id/request-id.ts';

/** The credentials of the data export. */
export interface ExportCredentials {
  /** The origin of the platform. */
  url: string;
  key: string;
  reach: Reach;
}

interface Question {
  /** With its query. */
  path: string;
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
  /** `retryAfterMs` is null where the platform does not say how long to wait. */
  | { kind: 'busy'; retryAfterMs: number | null }
  /** `unreadable`: a page came with a success. */
  | { kind: 'unreachable' | 'unreadable'; cause: OutageCause };

/** Sends the data export a request that only reads. */
export async function askExport(
  { url, key, reach }: ExportCredentials,
  { path, timeoutMs, largestBytes, bounds, stopping }: Question,
): Promise<ExportAnswer> {
  const wire = openWire();
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetchWithin(reach)(url + path, {
      headers: { accept: 'application/json', 'x-api-key': key, [requestIdHeader]: wire.sentAs },
      // not followed, since the key would be sent along
      redirect: 'manual',
      cache: 'no-store',
      signal: stopping ? AbortSignal.any([deadline, stopping]) : deadline,
    });
    if (!response.ok) {
      leaveUnread(response);
      return refusalOf(response);
    }
    const text = await readBounded(response, largestBytes);
    if (isPage(response)) return { kind: 'unreadable', cause: 'portal' };
    return { kind: 'answered', json: parseJson(text ?? '', bounds) };
  } catch (error) {
    return { kind: 'unreachable', cause: deadline.aborted ? 'silent' : describeLoss(error).cause };
  }
}

function refusalOf(response: Response): ExportAnswer {
  if (isPage(response)) return { kind: 'unreachable', cause: 'portal' };
  switch (response.status) {
    case 400:
      return { kind: 'invalid' };
    case 401:
      return { kind: 'rejected' };
    case 403:
      return { kind: 'permissionMissing' };
    case 429:
      return { kind: 'busy', retryAfterMs: retryAfterMsOf(response, dayMs) };
    default:
      return { kind: 'unreachable', cause: statusCauseOf(response) };
  }
}

function parseJson(text: string, bounds: JsonBounds): unknown {
  try {
    return parseWithin(text, bounds);
  } catch {
    return undefined;
  }
}
