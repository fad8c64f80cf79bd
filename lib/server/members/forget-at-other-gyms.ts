import 'server-only';
import { and, eq, inArray, ne } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { ActorContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { admissions } from '#lib/server/db/schema/admissions.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { refusals } from '#lib/server/db/schema/refusals.ts';
import { elsewhereEvents, visits } from '#lib/server/db/schema/visits.ts';
import { readAccount } from '#lib/server/gym-api/accounts.ts';
import { classifyFailure } from '#lib/server/gym-api/errors.ts';
import { withMemberLease } from '#lib/server/lease/member-lease.ts';
import type { OfMember } from '#lib/wire/reads/read.ts';
import { forgetWithEntry } from './forget-member.ts';

const patienceMs = 5_000;

/**
 * A person erased at one gym is erased in the whole chain. So each other gym of this desk with data about them asks its platform,
 * and forgets them if it does not know them any more; a gym of another chain still knows them, and forgets nothing. A failure
 * here does not undo the erasure: the directory of such a gym is read again within a day.
 * @param retired gyms of the same chain that are not asked: nothing reads their directory again, and their keys may have ended
 */
export async function forgetAtOtherGyms(
  { desk, actor: { location: here, staffId } }: ActorContext,
  { accountId, retired }: OfMember & { retired: readonly string[] },
): Promise<void> {
  for (const location of await findOtherGyms(desk, here, accountId)) {
    try {
      await withMemberLease(desk, { locationId: location.id, accountId }, async () => {
        if (!retired.includes(location.id) && !(await isGoneAt(desk, location, accountId))) return;
        await forgetWithEntry(desk, { locationId: location.id, accountId, staffId, action: 'eraseMember' });
      });
    } catch (error) {
      desk.log.warn({ locationId: location.id, error }, 'an erased member could not be forgotten at another gym yet');
    }
  }
}

async function isGoneAt(desk: DeskContext, location: Location, accountId: string): Promise<boolean> {
  const answer = await readAccount(desk.gymClientOf(location), {
    accountId,
    urgency: 'background',
    timeoutMs: patienceMs,
  });
  return !answer.ok && classifyFailure(answer.problem).kind === 'missing';
}

async function findOtherGyms({ db }: DeskContext, here: Location, accountId: string): Promise<Location[]> {
  const known = union(
    db.select({ id: members.locationId }).from(members).where(eq(members.accountId, accountId)),
    db.select({ id: refusals.locationId }).from(refusals).where(eq(refusals.accountId, accountId)),
    db.select({ id: admissions.locationId }).from(admissions).where(eq(admissions.accountId, accountId)),
    db.select({ id: visits.locationId }).from(visits).where(eq(visits.accountId, accountId)),
    db.select({ id: elsewhereEvents.locationId }).from(elsewhereEvents).where(eq(elsewhereEvents.accountId, accountId)),
  );
  return db
    .select()
    .from(locations)
    .where(and(ne(locations.id, here.id), inArray(locations.id, known)));
}
