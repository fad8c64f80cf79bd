import 'server-only';
import { and, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { type OptOutCheck, optOutChecks, optOutRuns } from '#lib/server/db/schema/opt-outs.ts';
import { staff } from '#lib/server/db/schema/staff.ts';
import { readPausedUntil } from '#lib/server/gym-export/pace.ts';
import { type OptOutNotice, type OptOutPage, type OptOutState, optOutsFailLongMs } from '#lib/wire/opt-outs.ts';
import { withoutLapsed } from './without-lapsed.ts';

const pageSize = 30;

/** Cursor: epoch milliseconds and id of the last run of the page before. */
const cursor = /^(\d{1,14})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
export const optOutsQuery = z.object({ after: z.string().regex(cursor).optional() });

/** The state of the daily reading, and the proof of the completed ones, newest first. */
export async function readOptOuts(
  context: LocationContext,
  { after }: z.infer<typeof optOutsQuery>,
): Promise<OptOutPage> {
  const { desk, actor } = context;
  const [, at = '', id = ''] = cursor.exec(after ?? '') ?? [];
  const isLater = after
    ? sql`(${optOutRuns.at}, ${optOutRuns.id}) < (${new Date(Number(at)).toISOString()}::timestamptz, ${id}::uuid)`
    : undefined;
  const found = await desk.db
    .select({ run: optOutRuns, by: staff.name })
    .from(optOutRuns)
    .leftJoin(staff, eq(staff.id, optOutRuns.staffId))
    .where(and(eq(optOutRuns.locationId, actor.location.id), isLater))
    .orderBy(desc(optOutRuns.at), desc(optOutRuns.id))
    .limit(pageSize + 1);
  const page = found.slice(0, pageSize);
  const last = found.length > pageSize ? page.at(-1)?.run : undefined;
  return {
    state: await readState(context),
    runs: page.map(({ run: { locationId: _, staffId: _by, at, ...run }, by }) => ({
      ...run,
      at: at.toISOString(),
      by,
    })),
    next: last ? `${last.at.getTime()}.${last.id}` : null,
  };
}

/** What needs a manager, also of one who opens another page of the office. */
export async function readOptOutNotice(context: LocationContext): Promise<OptOutNotice> {
  const { isConnected, failure, asked } = await readState(context);
  if (!isConnected) return { failure: null, asked: null };
  const isLong = failure !== null && context.desk.clock() - Date.parse(failure.since) >= optOutsFailLongMs;
  return { failure: isLong ? failure : null, asked };
}

async function readState({ desk, actor: { location } }: LocationContext): Promise<OptOutState> {
  const [check] = await desk.db.select().from(optOutChecks).where(eq(optOutChecks.locationId, location.id));
  const isConnected = location.exportUrl !== null && location.sealedExportKey !== null;
  const { failure = null, failingSince = null } = check ?? {};
  const now = desk.clock();
  const pausedUntil = isConnected ? await readPausedUntil(desk.db, { locationId: location.id, now }) : null;
  return {
    isConnected,
    isPending: isConnected && (!check || check.nextAt.getTime() <= now),
    paused: pausedUntil && { until: pausedUntil.toISOString(), isReadThen: !check || check.nextAt <= pausedUntil },
    failure:
      failure && failingSince ? { kind: failure, since: failingSince.toISOString(), cause: causeOf(check) } : null,
    asked: questionOf(check, desk.clock()),
    confirmed: confirmedOf(check, desk.clock()),
  };
}

/** A program of an earlier version leaves the cause of an earlier failure when it stores another one. */
const causeOf = (check: OptOutCheck | undefined) =>
  check?.failure === 'unreachable' || check?.failure === 'unreadable' ? check.failureCause : null;

/** What is confirmed, and waits for a list that can be read. */
export function confirmedOf(check: OptOutCheck | null | undefined, now: number): OptOutState['confirmed'] {
  if (!check || questionOf(check, now)) return null;
  const { confirmedCount, confirmedAt } = withoutLapsed(check, now);
  return confirmedCount !== null && confirmedAt ? { count: confirmedCount, at: confirmedAt.toISOString() } : null;
}

/** The question that is open: a confirmed one waits a week for the next list that can be read. */
export function questionOf(check: OptOutCheck | null | undefined, now: number): OptOutState['asked'] {
  if (!check) return null;
  const { askedCount, askedSince, confirmedCount } = withoutLapsed(check, now);
  const isOpen = askedCount !== null && askedCount > (confirmedCount ?? 0);
  return isOpen && askedSince ? { count: askedCount, since: askedSince.toISOString() } : null;
}
