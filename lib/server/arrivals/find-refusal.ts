import 'server-only';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { MemberKey } from '#lib/server/base/member-key.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { taps } from '#lib/server/db/schema/visits.ts';
import { hourMs } from '#shared/calendar/durations.ts';

/** Longer than a person keeps a refused member waiting, and short enough to scan few rows. */
const longestAgoMs = 12 * hourMs;

/** The code of the last refusal of a member that a scan at this location was answered with. Null where none is stored. */
export async function findRefusal(
  tx: Queryable,
  { locationId, accountId, now }: MemberKey & { now: number },
): Promise<string | null> {
  const decision = sql`${taps.answer} -> 'decision'`;
  const [refused] = await tx
    .select({ code: sql<string | null>`${decision} -> 'reasons' -> 0 ->> 'code'` })
    .from(taps)
    .where(
      and(
        eq(taps.locationId, locationId),
        gt(taps.claimedAt, new Date(now - longestAgoMs)),
        eq(sql`${taps.answer} ->> 'accountId'`, accountId),
        eq(sql`${decision} ->> 'kind'`, 'refused'),
      ),
    )
    .orderBy(desc(taps.claimedAt))
    .limit(1);
  return refused?.code ?? null;
}
