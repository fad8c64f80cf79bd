import 'server-only';
import { and, eq, gt, notExists, type SQL, sql } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { locationsInReach } from '#lib/server/base/locations.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { elsewhereEvents } from '#lib/server/db/schema/visits.ts';
import { upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import type { LocationWork } from '#lib/server/due/location-work.ts';
import { workNow } from '#lib/server/due/location-work.ts';
import { readAccount } from '#lib/server/gym-api/accounts.ts';
import { classifyFailure } from '#lib/server/gym-api/errors.ts';
import { inOwnContext } from '#lib/server/log/run-in-context.ts';
import { forgetGone } from '#lib/server/members/forget-member.ts';

/** The most look-ups of a location in one turn: the rate limit is for interactive requests first. */
const batchSize = 20;
/** Short, because a shutdown of the desk waits for the request. */
const patienceMs = 3_000;

/** Looks up members of recent events who are not in the directory yet. */
export const resolvingUnknownMembers: LocationWork = {
  kind: 'resolveUnknownMembers',
  everyMs: 30_000,
  locationsAt: (now) => sql`
    select ${elsewhereEvents.locationId} from ${elsewhereEvents}
    join ${locations} on ${eq(locations.id, elsewhereEvents.locationId)}
    where ${isStranger(now)} and ${locations.id} in (${locationsInReach()}) group by 1`,
  work: async (context) => {
    await resolveUnknownMembersOf(context);
    return false;
  },
};

/** Looks them up at all locations that no other process has claimed. */
export const resolveUnknownMembers = (desk: DeskContext): Promise<void> => workNow(desk, resolvingUnknownMembers);

/** Updates the screens. Events of an account that the platform does not know either are deleted. */
async function resolveUnknownMembersOf(context: LocationContext): Promise<void> {
  const { desk, actor } = context;
  for (const accountId of await readUnknownMembers(context)) {
    if (desk.live.stopping.aborted) return;
    const isAnswered = await inOwnContext(() =>
      resolveUnknownMember(context, accountId).catch((error: unknown) => {
        desk.log.error({ error, locationId: actor.location.id }, 'a member seen elsewhere could not be looked up');
        return true;
      }),
    );
    if (!isAnswered) return;
  }
}

async function readUnknownMembers({ desk: { db, clock }, actor }: LocationContext): Promise<string[]> {
  const { locationId, accountId } = elsewhereEvents;
  const strangers = await db
    .select({ accountId })
    .from(elsewhereEvents)
    .innerJoin(locations, eq(locations.id, locationId))
    .where(and(eq(locationId, actor.location.id), isStranger(new Date(clock()))))
    .groupBy(accountId)
    // random: members whose requests always fail must not block the others
    .orderBy(sql`random()`)
    .limit(batchSize);
  return strangers.map(({ accountId }) => accountId);
}

/** SQL condition: events within the longest stay, of accounts that are not in the directory. */
function isStranger(now: Date): SQL | undefined {
  const { locationId, accountId, at } = elsewhereEvents;
  const isMember = and(eq(members.locationId, locationId), eq(members.accountId, accountId));
  return and(gt(at, longestStayBefore(now)), notExists(sql`(select 1 from ${members} where ${isMember})`));
}

const longestStayBefore = (now: Date): SQL =>
  sql`${now.toISOString()}::timestamptz - ${locations.longestStayH} * interval '1 hour'`;

/** @returns false where the platform cannot be asked */
async function resolveUnknownMember(
  { desk, actor: { location } }: LocationContext,
  accountId: string,
): Promise<boolean> {
  const answer = await readAccount(desk.gymClientOf(location), {
    accountId,
    urgency: 'background',
    timeoutMs: patienceMs,
  });
  const failure = answer.ok ? null : classifyFailure(answer.problem);
  // an answer that cannot be read may be about this member alone
  if (failure?.kind === 'unavailable') return failure.because === 'unreadable';
  // only a 404 shows that there is no such member; any other refusal is inconclusive
  if (failure && failure.kind !== 'missing') return true;
  const { askedAt } = answer;
  const member = answer.ok && answer.value.membership ? memberOf(answer.value, location) : null;
  if (!member) {
    await forgetGone(desk, { locationId: location.id, gone: [{ accountId, askedAt }] });
    return true;
  }
  await desk.db.transaction(async (tx) => {
    await upsertMember(tx, { locationId: location.id, member, askedAt });
    await notifyLive(tx, { locationId: location.id, event: 'presence' });
  });
  return true;
}
