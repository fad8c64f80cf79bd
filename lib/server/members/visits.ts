import 'server-only';
import { and, desc, eq, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { elsewhereEvents, visits } from '#lib/server/db/schema/visits.ts';
import type { OfMember } from '#lib/wire/reads/read.ts';
import type { MemberVisit, MemberVisitsPage } from '#lib/wire/visits.ts';

const pageSize = 20;

export const visitsQuery = z.object({
  /** A cursor: epoch milliseconds and id of the last visit of the previous page. */
  after: z
    .string()
    .regex(/^\d{1,14}\.[\w-]{1,60}$/)
    .optional(),
});

/** Check-ins and check-outs of a member, newest first: those recorded by this desk, and those reported by the platform. */
export async function listVisits(
  { desk: { db }, actor }: LocationContext,
  { accountId, after }: OfMember & z.infer<typeof visitsQuery>,
): Promise<MemberVisitsPage> {
  const locationId = actor.location.id;
  const events = unionAll(
    db
      .select({
        id: sql<string>`${visits.tapId}::text`.as('id'),
        kind: visits.kind,
        at: visits.tappedAt,
        state: sql<MemberVisit['state']>`${visits.state}`.as('state'),
        why: visits.lastError,
        isAutomatic: visits.isAutomatic,
      })
      .from(visits)
      .where(and(eq(visits.locationId, locationId), eq(visits.accountId, accountId))),
    db
      .select({
        id: sql<string>`'elsewhere-' || ${elsewhereEvents.kind}`.as('id'),
        kind: elsewhereEvents.kind,
        at: elsewhereEvents.at,
        state: sql<MemberVisit['state']>`'elsewhere'`.as('state'),
        why: sql<string | null>`null`.as('why'),
        isAutomatic: sql<boolean>`false`.as('is_automatic'),
      })
      .from(elsewhereEvents)
      .where(and(eq(elsewhereEvents.locationId, locationId), eq(elsewhereEvents.accountId, accountId))),
  ).as('events');
  const rows = await db
    .select()
    .from(events)
    .where(after === undefined ? undefined : isAfter(events, after))
    .orderBy(desc(events.at), desc(events.id))
    .limit(pageSize + 1);
  const page = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? page.at(-1) : undefined;
  return {
    visits: page.map(({ at, why, ...visit }) => ({
      ...visit,
      at: at.toISOString(),
      why: visit.state === 'refused' ? why : null,
    })),
    next: last ? `${last.at.getTime()}.${last.id}` : null,
  };
}

function isAfter(events: { at: unknown; id: unknown }, end: string) {
  const dot = end.indexOf('.');
  const at = new Date(Number(end.slice(0, dot))).toISOString();
  return sql`(${events.at}, ${events.id}) < (${at}::timestamptz, ${end.slice(dot + 1)})`;
}
