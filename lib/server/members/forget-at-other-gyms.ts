import 'server-only';
import { and, eq, inArray, ne } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { ActorContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { MemberKey } from '#lib/server/base/member-key.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { admissions } from '#lib/server/db/schema/admissions.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { refusals } from '#lib/server/db/schema/refusals.ts';
import { elsewhereEvents, visits } from '#lib/server/db/schema/visits.ts';
import { findRetiredGymsOf } from '#lib/server/directory/other-gyms.ts';
import { readAccount } from '#lib/server/gym-api/accounts.ts';
import { classifyFailure } from '#lib/server/gym-api/errors.ts';
import { withMemberLease } from '#lib/server/lease/member-lease.ts';
import type { OfMember } from '#lib/wire/reads/read.ts';
import type { ScannedCard } from '#lib/wire/verdict.ts';
import { forgetWithEntry } from './forget-member.ts';
import { readScans } from './scans-of-member.ts';

const patienceMs = 5_000;

/** Another gym of this desk with data about a person. */
interface OtherGym {
  location: Location;
  /** Of the same chain, and no longer in use. */
  isRetired: boolean;
  /** By what they could be scanned there. */
  scans: readonly ScannedCard[];
}

/**
 * A person erased at one gym is erased in the whole chain. So each other gym of this desk with data about them asks its platform,
 * and forgets them if it does not know them any more; a gym of another chain still knows them, and forgets nothing. Retired gyms
 * of the chain are not asked: nothing reads their directory again, and their keys may have ended. A failure here does not undo the
 * erasure: the directory of such a gym is read again within a day.
 * @param others as {@link findOtherGyms} has found them before the erasure
 */
export async function forgetAtOtherGyms(
  { desk, actor: { staffId } }: ActorContext,
  { accountId, others }: OfMember & { others: readonly OtherGym[] },
): Promise<void> {
  for (const { location, isRetired, scans } of others) {
    const member = { locationId: location.id, accountId };
    try {
      await withMemberLease(desk, member, async () => {
        if (!isRetired && !(await isGoneAt(desk, location, accountId))) return;
        await forgetWithEntry(desk, { ...member, staffId, erasure: { scans } });
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

/** The other gyms of this desk with data about a person. */
export async function findOtherGyms(db: Queryable, member: MemberKey): Promise<OtherGym[]> {
  const { accountId } = member;
  const known = union(
    db.select({ id: members.locationId }).from(members).where(eq(members.accountId, accountId)),
    db.select({ id: refusals.locationId }).from(refusals).where(eq(refusals.accountId, accountId)),
    db.select({ id: admissions.locationId }).from(admissions).where(eq(admissions.accountId, accountId)),
    db.select({ id: visits.locationId }).from(visits).where(eq(visits.accountId, accountId)),
    db.select({ id: elsewhereEvents.locationId }).from(elsewhereEvents).where(eq(elsewhereEvents.accountId, accountId)),
  );
  const isOther = and(ne(locations.id, member.locationId), inArray(locations.id, known));
  const retired = await findRetiredGymsOf(db, member);
  const others: OtherGym[] = [];
  for (const location of await db.select().from(locations).where(isOther)) {
    const scans = await readScans(db, { locationId: location.id, accountId });
    others.push({ location, isRetired: retired.includes(location.id), scans });
  }
  return others;
}
