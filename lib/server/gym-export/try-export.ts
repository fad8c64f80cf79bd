import 'server-only';
import { z } from 'zod';
import { operations } from '#contracts/export/operations.ts';
import { describeLoss, statusCauseOf } from '#lib/server/gym-api/outage-cause.ts';
import { isPage, leaveUnread } from '#lib/server/gym-api/passing-answer.ts';
import { readBounded } from '#lib/server/gym-api/read-bounded.ts';
import { openWire } from '#lib/server/gym-api/wire.ts';
import { noteProblem } from '#lib/server/log/request-context.ts';
import type { ExportTest } from '#lib/wire/connection.ts';
import type { OutageCause } from '#lib/wire/outage-causes.ts';
import { parseWithin } from '#shared/json/parse-within.ts';
import { requestIdHeader } from '#shared/request-id/request-id.ts';

/** The credentials of the data export. */
interface ExportCredentials {
  /** The origin of the platform. */
  url: string;
  key: string;
}

/** Parsed only as far as the desk needs it. */
const page = z.object({ gym: z.object({ name: z.string().trim().max(1_000) }), data: z.array(z.unknown()) });

/** As for other answers of a platform; a page has at most 500 items. */
const bounds = { depth: 32, values: 50_000 };
const presetTimeoutMs = 8_000;
const longestName = 100;

/** Asks the data export for the weekly metrics of one day, which says whether it accepts the key, and whose key it is. */
export async function tryExport(
  { url, key }: ExportCredentials,
  { now, timeoutMs = presetTimeoutMs }: { now: number; timeoutMs?: number },
): Promise<ExportTest> {
  const answer = await ask({ url, key }, { now, timeoutMs });
  const logged = { operation: 'getAnalyticsExport' };
  if (answer.kind === 'rejected') noteProblem({ ...logged, kind: 'rejected' });
  if (answer.kind === 'unreachable') noteProblem({ ...logged, kind: 'unavailable', cause: answer.cause ?? 'foreign' });
  return answer;
}

async function ask(
  { url, key }: ExportCredentials,
  { now, timeoutMs }: { now: number; timeoutMs: number },
): Promise<ExportTest> {
  const wire = openWire();
  const day = new Date(now).toISOString().slice(0, 10);
  const begun = performance.now();
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const range = new URLSearchParams({ startDate: day, endDate: day });
    const response = await fetch(`${url}${operations.getAnalyticsExport.path}?${range}`, {
      headers: { accept: 'application/json', 'x-api-key': key, [requestIdHeader]: wire.sentAs },
      // not followed, since the key would be sent along
      redirect: 'manual',
      cache: 'no-store',
      signal: deadline,
    });
    if (!response.ok) {
      leaveUnread(response);
      return refusalOf(response);
    }
    const body = await readBounded(response);
    if (isPage(response)) return unreachable('portal');
    const read = page.safeParse(body === null ? undefined : parseJson(body));
    if (!read.success) return unreachable('foreign');
    const tookMs = Math.round(performance.now() - begun);
    return { kind: 'answered', tookMs, gym: read.data.gym.name.slice(0, longestName) };
  } catch (error) {
    return unreachable(deadline.aborted ? 'silent' : describeLoss(error).cause);
  }
}

function refusalOf(response: Response): ExportTest {
  const { status } = response;
  if (isPage(response)) return unreachable('portal');
  if (status === 401 || status === 403) return { kind: 'rejected' };
  return status === 429 ? { kind: 'busy' } : unreachable(statusCauseOf(response));
}

const unreachable = (cause: OutageCause): ExportTest => ({ kind: 'unreachable', cause });

function parseJson(text: string): unknown {
  try {
    return parseWithin(text, bounds);
  } catch {
    return undefined;
  }
}
