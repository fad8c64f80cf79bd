import 'server-only';
import { createHmac, hkdfSync } from 'node:crypto';
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#lib/db/client.ts';
import { auditLog } from '#lib/db/schema/audit-log.ts';
import { cards, members } from '#lib/db/schema/directory.ts';
import { memberTurns } from '#lib/db/schema/member-turns.ts';
import { staffLocations } from '#lib/db/schema/staff.ts';
import { elsewhereEvents, taps, visits } from '#lib/db/schema/visits.ts';
import { webhookInbox } from '#lib/db/schema/webhooks.ts';
import type { Desk } from '#lib/desk/desk.ts';
import { markForgotten } from '#lib/desk/directory/forgotten.ts';
import { tellLive } from '#lib/desk/live/live-events.ts';
import { forgetMigrationsOf } from '#lib/desk/migration/forget.ts';
import { forgetTasksOf } from '#lib/desk/tasks/forget.ts';
import { takeTasksTurn } from '#lib/desk/tasks/learn.ts';
import { liveEventNames } from '#lib/desk/view.ts';
import { displayCardNumber } from '#lib/scan/card-number.ts';

/**
 * Takes a member out of everything this desk keeps of a location, also what waits to be sent. What hangs on the mirror's
 * row goes with it. The audit log keeps its rows, under a pseudonym and without what was written about the member.
 */
export async function forgetMember(
  tx: Queryable,
  desk: Pick<Desk, 'clock' | 'secret'>,
  locationId: string,
  accountId: string,
): Promise<void> {
  // tasks before the mirror, as everybody does who needs both turns
  await takeTasksTurn(tx, locationId);
  await markForgotten(tx, locationId, accountId, new Date(desk.clock()));
  const scans = await readScans(tx, locationId, accountId);
  await forgetVisits(tx, locationId, accountId, scans);
  await tx
    .delete(elsewhereEvents)
    .where(and(eq(elsewhereEvents.locationId, locationId), eq(elsewhereEvents.accountId, accountId)));
  await tx
    .update(webhookInbox)
    .set({ accountId: null })
    .where(and(eq(webhookInbox.locationId, locationId), eq(webhookInbox.accountId, accountId)));
  await tx
    .update(auditLog)
    .set({ accountId: pseudonymOf(accountId, desk.secret), reason: null })
    .where(and(eq(auditLog.locationId, locationId), eq(auditLog.accountId, accountId)));
  await tx
    .update(staffLocations)
    .set({ accountId: null })
    .where(and(eq(staffLocations.locationId, locationId), eq(staffLocations.accountId, accountId)));
  await forgetTasksOf(tx, locationId, [accountId]);
  await forgetMigrationsOf(tx, locationId, accountId);
  await tx.delete(memberTurns).where(and(eq(memberTurns.locationId, locationId), eq(memberTurns.accountId, accountId)));
  await tx.delete(members).where(and(eq(members.locationId, locationId), eq(members.accountId, accountId)));
  for (const event of liveEventNames) await tellLive(tx, locationId, event);
}

/** What a forgotten member is called in the audit log: the same name for the same member, and no way back from it. */
export function pseudonymOf(accountId: string, secret: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'front-desk pseudonyms', 32));
  return `forgotten-${createHmac('sha256', key).update(accountId).digest('base64url')}`;
}

/** What somebody can have scanned or typed to say that this member is at the counter. */
interface Scan {
  kind: 'rfid' | 'nfc' | 'email' | 'membershipId';
  value: string;
}

async function readScans(tx: Queryable, locationId: string, accountId: string): Promise<Scan[]> {
  const [member] = await tx
    .select({ email: members.email, membershipId: members.membershipId, barcode: members.barcode })
    .from(members)
    .where(and(eq(members.locationId, locationId), eq(members.accountId, accountId)));
  const held: Scan[] = await tx
    .select({ kind: cards.kind, value: cards.value })
    .from(cards)
    .where(and(eq(cards.locationId, locationId), eq(cards.accountId, accountId)));
  if (!member) return held;
  const { email, membershipId, barcode } = member;
  const written = [membershipId, barcode].flatMap((value) =>
    value === null ? [] : [{ kind: 'membershipId', value } as const],
  );
  return email === null ? [...held, ...written] : [...held, ...written, { kind: 'email', value: email }];
}

/** Forgets the ledger of the member, also visits that nobody could say yet whose they are, and how taps were answered. */
async function forgetVisits(tx: Queryable, locationId: string, accountId: string, scans: Scan[]): Promise<void> {
  const isScanned = scans.map(({ kind, value }) =>
    and(isNull(visits.accountId), eq(visits.scannedKind, kind), isText(visits.scannedValue, value)),
  );
  const forgotten = await tx
    .delete(visits)
    .where(and(eq(visits.locationId, locationId), or(eq(visits.accountId, accountId), ...isScanned)))
    .returning({ tapId: visits.tapId });
  const scanned = sql`${taps.answer} -> 'scanned' ->> 'text'`;
  const isShown = scans.map(({ kind, value }) => isText(scanned, kind === 'rfid' ? displayCardNumber(value) : value));
  const tapIds = forgotten.map(({ tapId }) => tapId);
  await tx
    .delete(taps)
    .where(
      and(
        eq(taps.locationId, locationId),
        or(eq(sql`${taps.answer} ->> 'accountId'`, accountId), inArray(taps.tapId, tapIds), ...isShown),
      ),
    );
}

const isText = (column: SQL | typeof visits.scannedValue, value: string) =>
  sql`lower(${column}) = ${value.toLowerCase()}`;
