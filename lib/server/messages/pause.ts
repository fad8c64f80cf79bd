import 'server-only';
import { and, count, eq, gt, isNotNull, max, sql } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { memberMessages } from '#lib/server/db/schema/member-messages.ts';
import { dayMs, hourMs } from '#shared/calendar/durations.ts';

/** So many messages in a row whose answer was lost end the sendings of a location for a while. */
const mostLost = 2;
const shortestMs = hourMs / 6;
const longestMs = hourMs;

/**
 * For how long no message of a location is sent, since those before it may all be lost: a platform may answer everything but
 * messages, and an outage is found only where it answers nothing. Each further one that is lost doubles the time, up to an hour.
 * Messages to one member do not obey the pause, so those that are lost do not lengthen it. 0 where they are sent.
 */
export async function readPauseMs(
  { db, clock }: Pick<DeskContext, 'db' | 'clock'>,
  { locationId }: { locationId: string },
): Promise<number> {
  const now = clock();
  const { state, postedAt, sendingId } = memberMessages;
  // longer than the messages of a day are tried
  const isRecent = and(eq(memberMessages.locationId, locationId), gt(postedAt, new Date(now - 2 * dayMs)));
  const lastSent = db
    .select({ at: sql`coalesce(${max(postedAt)}, '-infinity')` })
    .from(memberMessages)
    .where(and(isRecent, eq(state, 'sent')));
  const [lost] = await db
    .select({ count: count(), lastAt: max(postedAt) })
    .from(memberMessages)
    .where(and(isRecent, isNotNull(sendingId), eq(state, 'unsure'), gt(postedAt, sql`(${lastSent})`)));
  if (!lost?.lastAt || lost.count < mostLost) return 0;
  const pauseMs = Math.min(longestMs, shortestMs * 2 ** (lost.count - mostLost));
  return Math.max(0, lost.lastAt.getTime() + pauseMs - now);
}
