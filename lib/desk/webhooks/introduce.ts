import 'server-only';
import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { members } from '#lib/db/schema/directory.ts';
import { type Location, locations } from '#lib/db/schema/locations.ts';
import { elsewhereEvents } from '#lib/db/schema/visits.ts';
import type { Desk } from '#lib/desk/desk.ts';
import { learn } from '#lib/desk/directory/directory.ts';
import { memberOf } from '#lib/desk/directory/member.ts';
import { tellLive } from '#lib/desk/live/live-events.ts';
import { isInUse } from '#lib/desk/locations/is-in-use.ts';
import { forgetMember } from '#lib/desk/members/forget-member.ts';
import { readAccount } from '#lib/gym-api/accounts.ts';
import { troubleOf } from '#lib/gym-api/errors.ts';
import { inOwnContext } from '#lib/request-context/run-in-context.ts';

/** Looked up in one round; the platform's limit is for people first. */
const batchSize = 20;
/** A stop of the desk waits for it. */
const patienceMs = 3_000;

/**
 * Looks up who was seen elsewhere of late and is not known here yet, and tells the screens. What was seen of somebody
 * whom the platform does not know either is forgotten.
 */
export async function introduceStrangers(desk: Desk): Promise<void> {
  const strangers = await readStrangers(desk);
  const silent = new Set<string>();
  for (const { location, accountId } of strangers) {
    if (desk.live.stopping.aborted) return;
    if (silent.has(location.id)) continue;
    await inOwnContext(async () => {
      try {
        if (!(await introduce(desk, location, accountId))) silent.add(location.id);
      } catch (error) {
        desk.log.error({ error, locationId: location.id }, 'a member seen elsewhere could not be looked up');
      }
    });
  }
}

function readStrangers({ db, clock }: Desk) {
  const { locationId, accountId, at } = elsewhereEvents;
  const isMember = and(eq(members.locationId, locationId), eq(members.accountId, accountId));
  return db
    .selectDistinct({ location: locations, accountId })
    .from(elsewhereEvents)
    .innerJoin(locations, and(eq(locations.id, locationId), isInUse))
    .leftJoin(members, isMember)
    .where(and(isNull(members.accountId), gt(at, longestStayBefore(new Date(clock())))))
    .limit(batchSize);
}

const longestStayBefore = (now: Date): SQL =>
  sql`${now.toISOString()}::timestamptz - ${locations.longestStayH} * interval '1 hour'`;

/** @returns false where the platform cannot be asked */
async function introduce(desk: Desk, location: Location, accountId: string): Promise<boolean> {
  const askedAt = new Date(desk.clock());
  const answer = await readAccount(desk.gymOf(location), accountId, 'background', patienceMs);
  const trouble = answer.ok ? null : troubleOf(answer.problem);
  if (trouble?.kind === 'unavailable') return false;
  // what the platform does not tell of somebody is no reason to forget them
  if (trouble && trouble.kind !== 'missing') return true;
  await desk.db.transaction(async (tx) => {
    if (answer.ok && answer.value.membership) {
      await learn(tx, location.id, memberOf(answer.value), null, askedAt);
      await tellLive(tx, location.id, 'presence');
    } else {
      await forgetMember(tx, desk, location.id, accountId);
    }
  });
  return true;
}
