import 'server-only';
import { z } from 'zod';
import { operations } from '#contracts/export/operations.ts';
import { fetchWithin, type Reach } from '#lib/server/gym-api/fetch-within.ts';
import { describeLoss, statusCauseOf } from '#lib/server/gym-api/outage-cause.ts';
import { isPage, leaveUnread } from '#lib/server/gym-api/passing-answer.ts';
import { readBounded } from '#lib/server/gym-api/read-bounded.ts';
import { openWire } from '#lib/server/gym-api/wire.ts';
import type { OutageCause } from '#lib/wire/outage-causes.ts';
import { wellFormedText } from '#lib/wire/well-formed.ts';
import { parseWithin } from '#shared/json/parse-within.ts';
import { requestIdHeader } from '#shared/request-id/request-id.ts';

/** The credentials of the data export. */
export interface ExportCredentials {
  /** The origin of the platform. */
  url: string;
  key: string;
  reach: Reach;
}

export type OptedOutAnswer =
  | { kind: 'answered'; gym: string; accountIds: string[] }
  /** `permissionMissing`: the platform knows the key, which may not use the data export. */
  | { kind: 'rejected' | 'permissionMissing' | 'busy' }
  /** `unreadable`: something else than the list came with a success. */
  | { kind: 'unreachable' | 'unreadable'; cause: OutageCause };

/** The whole list is in one answer: that of some hundred thousand people. */
const largestListBytes = 32 * 1024 * 1024;
const bounds = { depth: 8, values: 2_000_000 };
const longestName = 100;

/** An item that is not readable names nobody, and the others count. */
const list = z.object({
  gym: z.object({ name: z.string().trim().max(1_000) }).catch({ name: '' }),
  data: z.array(z.object({ externalAccountId: wellFormedText.min(1).max(100) }).catch({ externalAccountId: '' })),
});

/** Asks the platform's data export for everybody of a gym who does not share their data. */
export async function askOptedOut(
  { url, key, reach }: ExportCredentials,
  { timeoutMs, stopping }: { timeoutMs: number; stopping?: AbortSignal },
): Promise<OptedOutAnswer> {
  const wire = openWire();
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetchWithin(reach)(url + operations.getOptedOutUsersExport.path, {
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
    const text = await readBounded(response, largestListBytes);
    return isPage(response) ? { kind: 'unreadable', cause: 'portal' } : parseList(text);
  } catch (error) {
    return { kind: 'unreachable', cause: deadline.aborted ? 'silent' : describeLoss(error).cause };
  }
}

function refusalOf(response: Response): OptedOutAnswer {
  if (isPage(response)) return { kind: 'unreachable', cause: 'portal' };
  switch (response.status) {
    case 401:
      return { kind: 'rejected' };
    case 403:
      return { kind: 'permissionMissing' };
    case 429:
      return { kind: 'busy' };
    default:
      return { kind: 'unreachable', cause: statusCauseOf(response) };
  }
}

function parseList(text: string | null): OptedOutAnswer {
  const read = list.safeParse(parseJson(text ?? ''));
  if (!read.success) return { kind: 'unreadable', cause: 'foreign' };
  const { gym, data } = read.data;
  const named = data.flatMap(({ externalAccountId }) => externalAccountId || []);
  // a list of which nothing is readable is another interface’s
  if (named.length === 0 && data.length > 0) return { kind: 'unreadable', cause: 'foreign' };
  return { kind: 'answered', gym: gym.name.slice(0, longestName), accountIds: [...new Set(named)] };
}

function parseJson(text: string): unknown {
  try {
    return parseWithin(text, bounds);
  } catch {
    return undefined;
  }
}
