import 'server-only';
import { and, eq, isNotNull, notExists, sql } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { locationsInReach } from '#lib/server/base/locations.ts';
import { directorySyncs, members } from '#lib/server/db/schema/directory.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { isToBeAsked, lockSync, updateAbsenceReview } from '#lib/server/directory/absent.ts';
import { present, upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import type { LocationWork } from '#lib/server/due/location-work.ts';
import { classifyFailure } from '#lib/server/gym-api/errors.ts';
import { isOpenVisit } from '#lib/server/visits/kept-visits.ts';
import { forgetGone, type Gone } from './forget-member.ts';
import { askAlone, believedOf } from './witnesses.ts';

/** The most members of a location asked for in one turn, with background priority in the rate limit. */
const batchSize = 20;

const isOfMirror = eq(directorySyncs.locationId, members.locationId);

/** Asks the platform for each absent member alone: members whom it returns are kept, members whom it does not know are forgotten. */
export const askingForAbsent: LocationWork = {
  kind: 'askAbsent',
  everyMs: 60_000,
  locationsAt: () => sql`
    select ${members.locationId} from ${members} left join ${directorySyncs} on ${isOfMirror}
    where ${isToBeAsked()} and ${members.locationId} in (${locationsInReach()}) group by 1`,
  work: (context) => askForAbsent(context),
};

/** @returns whether there may be more to ask for now */
export async function askForAbsent(context: LocationContext): Promise<boolean> {
  const { desk, actor } = context;
  const { location } = actor;
  const accountIds = await readAbsent(desk, location.id);
  const gone: Gone[] = [];
  let isAnswered = true;
  for (const accountId of accountIds) {
    if (desk.live.stopping.aborted) break;
    const found = await ask(context, accountId);
    if (found.kind === 'unanswered') {
      isAnswered = false;
      break;
    }
    if (found.kind === 'gone') gone.push(found);
  }
  const believed = await believedOf(context, { gone });
  const forgotten = await forgetGone(desk, { locationId: location.id, gone: believed });
  if (forgotten > 0) {
    desk.log.info(
      { locationId: location.id, count: forgotten },
      'members whom the platform does not know were forgotten',
    );
  }
  await desk.db.transaction(async (tx) =>
    updateAbsenceReview(tx, { sync: await lockSync(tx, location.id), now: new Date(desk.clock()) }),
  );
  return isAnswered && believed.length === gone.length && accountIds.length === batchSize;
}

/** Members with an open visit are kept until it is settled, and not asked for in the meantime. */
const hasNoOpenVisit = notExists(
  sql`(select 1 from ${visits} where ${and(eq(visits.locationId, members.locationId), eq(visits.accountId, members.accountId), isOpenVisit())})`,
);

async function readAbsent({ db }: DeskContext, locationId: string): Promise<string[]> {
  const absent = await db
    .select({ accountId: members.accountId })
    .from(members)
    .leftJoin(directorySyncs, isOfMirror)
    .where(and(eq(members.locationId, locationId), isToBeAsked(), hasNoOpenVisit))
    // random: members whose requests always fail must not block the others
    .orderBy(sql`random()`)
    .limit(batchSize);
  return absent.map(({ accountId }) => accountId);
}

type Found = { kind: 'unanswered' | 'kept' } | ({ kind: 'gone' } & Gone);

async function ask(context: LocationContext, accountId: string): Promise<Found> {
  const { desk, actor } = context;
  const { location } = actor;
  const answer = await askAlone(context, { accountId });
  const { askedAt } = answer;
  if (answer.ok && answer.value.membership) {
    await upsertMember(desk.db, { locationId: location.id, member: memberOf(answer.value, location), askedAt });
    return { kind: 'kept' };
  }
  if (answer.ok) return { kind: 'gone', accountId, askedAt };
  const failure = classifyFailure(answer.problem);
  switch (failure.kind) {
    case 'missing':
      return { kind: 'gone', accountId, askedAt };
    case 'unavailable':
      if (failure.because !== 'unreadable') return { kind: 'unanswered' };
      break;
    case 'rejected':
    case 'admissionRefused':
      break;
    default:
      failure satisfies never;
  }
  // an inconclusive answer: the member is kept, but not admitted without being asked for, and asked for again if the next full pass
  // does not have them either
  const isStillAbsent = and(
    eq(members.locationId, location.id),
    eq(members.accountId, accountId),
    isNotNull(members.absentAt),
  );
  await desk.db
    .update(members)
    .set({ ...present, refusedAt: askedAt })
    .where(isStillAbsent);
  return { kind: 'kept' };
}
