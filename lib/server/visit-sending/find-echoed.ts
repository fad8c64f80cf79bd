import 'server-only';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { MemberKey } from '#lib/server/base/member-key.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { prepareOnce } from '#lib/server/db/prepare-once.ts';
import { type Visit, visits } from '#lib/server/db/schema/visits.ts';
import type { VisitKind } from '#lib/wire/visits.ts';

/** Some platforms round times to seconds: an event within a second of a visit of this desk is the echo of that visit. */
const echoToleranceMs = 999;

/**
 * Finds the visit of this desk of which an event is the echo. The echo may arrive before the answer to the request is stored.
 * @param at by the clock of the platform
 */
export async function findEchoed(
  db: Queryable,
  { locationId, accountId, kind, at }: MemberKey & { kind: VisitKind; at: Date },
): Promise<Visit | null> {
  const from = new Date(at.getTime() - echoToleranceMs);
  const to = new Date(at.getTime() + echoToleranceMs);
  const [own] = await ownStatement(db).execute({ locationId, accountId, kind, at, from, to });
  return own ?? null;
}

const ownStatement = prepareOnce((db) => {
  const sentAt = sql<Date>`coalesce(${visits.platformAt}, ${visits.tappedAt})`;
  const distanceMs = sql`abs(extract(epoch from ${sentAt} - ${sql.placeholder('at')}::timestamptz))`;
  return db
    .select()
    .from(visits)
    .where(
      and(
        eq(visits.locationId, sql.placeholder('locationId')),
        eq(visits.accountId, sql.placeholder('accountId')),
        eq(visits.kind, sql.placeholder('kind')),
        ne(visits.state, 'undone'),
        sql`${sentAt} between ${sql.placeholder('from')}::timestamptz and ${sql.placeholder('to')}::timestamptz`,
      ),
    )
    .orderBy(distanceMs)
    .limit(1)
    .prepare('');
});
