import 'server-only';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Queryable } from '#lib/db/client.ts';
import { elsewhereEvents, type Visit, visits } from '#lib/db/schema/visits.ts';
import type { WebhookEvent } from '#lib/db/schema/webhooks.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import { findForgotten } from '#lib/desk/base/forgotten.ts';
import { notifyLive } from '#lib/desk/base/live-events.ts';
import { settleEchoed } from '#lib/desk/delivery/settle-echoed.ts';
import { findInDirectory } from '#lib/desk/directory/directory.ts';
import { forgetMember } from '#lib/desk/members/forget-member.ts';
import type { VisitKind } from '#lib/wire/visits.ts';

/** A provider may round the time it was sent: within a second of one of our own visits, an event is that visit. */
const echoToleranceMs = 999;

type Told = Pick<WebhookEvent, 'locationId' | 'type' | 'at'> & { accountId: string };

/** Does what an event asks for. */
export async function handleEvent(tx: Queryable, desk: DeskContext, event: Told): Promise<void> {
  switch (event.type) {
    case 'GYM_CHECKIN':
      return recordElsewhere(tx, desk, event, 'checkIn');
    case 'GYM_CHECKOUT':
      return recordElsewhere(tx, desk, event, 'checkOut');
    case 'MEMBERSHIP_DELETE':
      return forgetMember(tx, desk, event.locationId, event.accountId);
  }
}

async function recordElsewhere(tx: Queryable, desk: DeskContext, event: Told, kind: VisitKind): Promise<void> {
  const { locationId, accountId, at } = event;
  const forgotten = await findForgotten(tx, locationId, [accountId], at);
  if (forgotten.size > 0) return;
  const own = await findOwn(tx, event, kind);
  if (own) return settleEchoed(tx, desk, own, at);
  const recorded = await tx
    .insert(elsewhereEvents)
    .values({ locationId, accountId, kind, at })
    .onConflictDoNothing()
    .returning({ at: elsewhereEvents.at });
  if (recorded.length === 0) return;
  // screens hear of a stranger once there is a name to show
  const known = await findInDirectory(tx, locationId, { kind: 'accountId', value: accountId });
  if (known) await notifyLive(tx, locationId, 'presence');
}

/** The platform tells of visits that this desk sent, too, and may do so before its answer is in the ledger. */
async function findOwn(tx: Queryable, { locationId, accountId, at }: Told, kind: VisitKind): Promise<Visit | null> {
  const from = new Date(at.getTime() - echoToleranceMs);
  const to = new Date(at.getTime() + echoToleranceMs);
  const toldAt = sql<Date>`coalesce(${visits.platformAt}, ${visits.tappedAt})`;
  const distanceMs = sql`abs(extract(epoch from ${toldAt} - ${at.toISOString()}::timestamptz))`;
  const [own] = await tx
    .select()
    .from(visits)
    .where(
      and(
        eq(visits.locationId, locationId),
        eq(visits.accountId, accountId),
        eq(visits.kind, kind),
        ne(visits.state, 'undone'),
        sql`${toldAt} between ${from.toISOString()}::timestamptz and ${to.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(distanceMs)
    .limit(1);
  return own ?? null;
}
