import 'server-only';
import { and, eq, isNull, lt, not, sql } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { isInUse } from '#lib/server/base/locations.ts';
import { unseal } from '#lib/server/crypto/seal.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { type OptOutCheck, optedOutMembers, optOutChecks, optOutRuns } from '#lib/server/db/schema/opt-outs.ts';
import { areMany } from '#lib/server/directory/absent.ts';
import { readMembersAgain } from '#lib/server/directory/read-again.ts';
import type { LocationWork } from '#lib/server/due/location-work.ts';
import { readOptedOut } from '#lib/server/gym-export/read-opted-out.ts';
import { pseudonymOf } from '#lib/server/members/forget-member.ts';
import type { OptOutFailure } from '#lib/wire/opt-outs.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { eraseOptedOut } from './erase-opted-out.ts';
import { findStored } from './find-stored.ts';

const retryEveryMs = 60 * 60_000;
/** Whom an older list names may have opted in again. */
const longestListMs = 5 * 60_000;
/** Somebody whom the list lacks for this long counts as opted out anew when it names them again; a shorter gap may be a wrong list. */
const longestGapMs = 7 * dayMs;

/** Reads once a day, and on demand, who opted out of sharing data, and deletes what the location stores about them. */
export const matchingOptedOut: LocationWork = {
  kind: 'matchOptedOut',
  everyMs: 60_000,
  locationsAt: (now) => sql`
    select ${locations.id} from ${locations}
    left join ${optOutChecks} on ${eq(optOutChecks.locationId, locations.id)}
    where ${isInUse} and ${locations.exportUrl} is not null and ${locations.sealedExportKey} is not null
      and (${optOutChecks.nextAt} is null or ${optOutChecks.nextAt} <= ${now.toISOString()}::timestamptz)`,
  work: async (context) => {
    await matchOptedOut(context);
    return false;
  },
};

/** Reads and matches the list now. */
export async function matchOptedOut(context: LocationContext): Promise<void> {
  const { desk, actor } = context;
  const { id: locationId, exportUrl, sealedExportKey } = actor.location;
  if (exportUrl === null || sealedExportKey === null) return;
  const startedAt = new Date(desk.clock());
  const [check] = await desk.db
    .insert(optOutChecks)
    .values({ locationId, nextAt: startedAt })
    .onConflictDoUpdate({ target: optOutChecks.locationId, set: { locationId } })
    .returning();
  if (!check) return;
  try {
    const apiKey = unseal(desk, { sealed: sealedExportKey, locationId, field: 'exportKey' });
    const answer = await readOptedOut({ url: exportUrl, apiKey }, { stopping: desk.live.stopping });
    if (desk.live.stopping.aborted) return;
    if (!answer.ok) return await noteFailure(desk, { check, failure: answer.failure, at: startedAt });
    await matchAll(context, { check, accountIds: answer.accountIds, startedAt });
  } catch (error) {
    if (desk.live.stopping.aborted) throw error;
    // not the next minute again, with the whole list
    await noteFailure(desk, { check, failure: 'failed', at: startedAt });
    throw error;
  }
}

async function noteFailure(
  desk: DeskContext,
  { check, failure, at }: { check: OptOutCheck; failure: OptOutFailure; at: Date },
): Promise<void> {
  const { locationId, failingSince } = check;
  await settle(desk, check, {
    failure,
    failingSince: failingSince ?? at,
    nextAt: new Date(desk.clock() + retryEveryMs),
  });
  desk.log.warn({ locationId, failure }, 'the list of opted-out people could not be matched');
}

interface Matched {
  check: OptOutCheck;
  accountIds: string[];
  startedAt: Date;
}

async function matchAll({ desk, actor: { location } }: LocationContext, { check, accountIds, startedAt }: Matched) {
  const locationId = location.id;
  const due = await findDue(desk, { locationId, accountIds });
  const known = await desk.db.$count(members, eq(members.locationId, locationId));
  const nextAt = new Date(desk.clock() + dayMs);
  const fine = { failure: null, failingSince: null, nextAt };
  if (areMany(due.length, known) && due.length > (check.confirmedCount ?? 0)) {
    await settle(desk, check, { ...fine, askedCount: due.length, askedSince: check.askedSince ?? startedAt });
    return;
  }
  // begun before and counted with each deletion: the proof is also complete where the desk is killed
  const run = { locationId, id: desk.newId(), at: startedAt, staffId: check.requestedBy };
  await desk.db.insert(optOutRuns).values({ ...run, listed: accountIds.length, members: 0, records: 0, waiting: 0 });
  const { waiting, isOver, deleted } = await eraseAll(desk, { location, due, runId: run.id, startedAt });
  if (desk.live.stopping.aborted) return;
  if (!isOver) {
    // the rest by a new list, within what has been confirmed
    const { requestedBy, confirmedCount } = check;
    await settle(desk, check, { ...fine, nextAt: new Date(desk.clock()), requestedBy, confirmedCount });
    return;
  }
  await noteListed(desk, { locationId, accountIds: accountIds.filter((accountId) => !waiting.has(accountId)) });
  const isRun = and(eq(optOutRuns.locationId, locationId), eq(optOutRuns.id, run.id));
  await desk.db.update(optOutRuns).set({ waiting: waiting.size }).where(isRun);
  await settle(desk, check, { ...fine, askedCount: null, askedSince: null });
  if (deleted > 0) desk.log.info({ locationId, members: deleted }, 'data of opted-out people was deleted');
}

interface Erasing {
  location: Location;
  due: readonly string[];
  runId: string;
  startedAt: Date;
}

/** @returns who has to wait; `isOver` is false where the list has become old before everybody on it was deleted */
async function eraseAll(desk: DeskContext, { location, due, runId, startedAt }: Erasing) {
  const waiting = new Set<string>();
  let deleted = 0;
  let isOver = true;
  try {
    for (const accountId of due) {
      isOver = !desk.live.stopping.aborted && desk.clock() - startedAt.getTime() < longestListMs;
      if (!isOver) break;
      if (await tryToErase(desk, { location, accountId, runId })) deleted += 1;
      else waiting.add(accountId);
    }
  } finally {
    if (deleted > 0) await readMembersAgain(desk, location.id);
  }
  return { waiting, isOver, deleted };
}

/** One whose deletion fails waits for the next reading, and the others follow. */
async function tryToErase(desk: DeskContext, erasing: { location: Location; accountId: string; runId: string }) {
  try {
    return await eraseOptedOut(desk, erasing);
  } catch (error) {
    desk.log.error({ error, locationId: erasing.location.id }, 'data of an opted-out person could not be deleted');
    return false;
  }
}

/**
 * Opted-out people about whom something is stored: members once for each time they opt out, since what is stored afterwards
 * belongs to their membership; anybody else always.
 */
async function findDue(
  { db, secret }: DeskContext,
  { locationId, accountIds }: { locationId: string; accountIds: string[] },
): Promise<string[]> {
  const stored = await findStored(db, { locationId, accountIds });
  const handled = new Set(
    (await db.select().from(optedOutMembers).where(eq(optedOutMembers.locationId, locationId))).map(
      ({ pseudonym }) => pseudonym,
    ),
  );
  const isMember = new Set(
    (await db.select({ accountId: members.accountId }).from(members).where(eq(members.locationId, locationId))).map(
      ({ accountId }) => accountId,
    ),
  );
  return [...stored].filter((accountId) => !(isMember.has(accountId) && handled.has(pseudonymOf(accountId, secret))));
}

/** Remembers whom the list named, by pseudonyms, and forgets whom it has not named for long. */
async function noteListed(
  { db, secret, clock }: DeskContext,
  { locationId, accountIds }: { locationId: string; accountIds: string[] },
): Promise<void> {
  const now = new Date(clock());
  const listed = sql`${sql.param(accountIds.map((accountId) => pseudonymOf(accountId, secret)))}::text[]`;
  const isListed = sql`${optedOutMembers.pseudonym} = any(${listed})`;
  const isHere = eq(optedOutMembers.locationId, locationId);
  await db.transaction(async (tx) => {
    await tx.execute(
      sql`insert into ${optedOutMembers} (location_id, pseudonym) select ${locationId}, unnest(${listed}) on conflict do nothing`,
    );
    await tx.update(optedOutMembers).set({ unlistedSince: null }).where(and(isHere, isListed));
    await tx
      .update(optedOutMembers)
      .set({ unlistedSince: now })
      .where(and(isHere, isNull(optedOutMembers.unlistedSince), not(isListed)));
    const isOld = lt(optedOutMembers.unlistedSince, new Date(now.getTime() - longestGapMs));
    await tx.delete(optedOutMembers).where(and(isHere, isOld));
  });
}

/** Stores how a reading ended. One that was asked for meanwhile stays due. */
async function settle(
  { db }: DeskContext,
  { locationId, nextAt }: OptOutCheck,
  set: Partial<OptOutCheck> & { nextAt: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    const isAsBefore = sql`${optOutChecks.nextAt} = ${nextAt.toISOString()}::timestamptz`;
    await tx
      .update(optOutChecks)
      .set({
        ...set,
        nextAt: sql`case when ${isAsBefore} then ${set.nextAt.toISOString()}::timestamptz else ${optOutChecks.nextAt} end`,
        requestedBy: sql`case when ${isAsBefore} then ${set.requestedBy ?? null}::uuid else ${optOutChecks.requestedBy} end`,
        confirmedCount: sql`case when ${isAsBefore} then ${set.confirmedCount ?? null}::int else ${optOutChecks.confirmedCount} end`,
      })
      .where(eq(optOutChecks.locationId, locationId));
    await notifyLive(tx, { locationId, event: 'status' });
  });
}
