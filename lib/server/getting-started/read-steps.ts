import 'server-only';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type DirectorySync, directorySyncs, members } from '#lib/server/db/schema/directory.ts';
import { waivedSteps } from '#lib/server/db/schema/getting-started.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { platformStatus } from '#lib/server/db/schema/platform-status.ts';
import { staff, staffBadges, staffLocations } from '#lib/server/db/schema/staff.ts';
import {
  type GettingStarted,
  isOptional,
  type MembersRead,
  type SetUpStep,
  setUpSteps,
  type Waiver,
} from '#lib/wire/getting-started.ts';

/**
 * What a new gym still needs, by what the database knows. Once everything is done, that is stored and not asked again: an outage
 * or a colleague who leaves does not make an established gym a new one.
 */
export async function readGettingStarted({ desk, actor: { location } }: LocationContext): Promise<GettingStarted> {
  const { db, clock } = desk;
  if (location.setUpDoneAt !== null) {
    return { doneAt: location.setUpDoneAt.toISOString(), steps: [], reading: null, memberCount: null };
  }
  const [sync] = await db.select().from(directorySyncs).where(eq(directorySyncs.locationId, location.id));
  // what was read before belongs to another platform or key
  const isReadAll = sync?.allReadAt != null && sync.allReadAt >= location.connectedSince;
  const isReachable = await isConnected(db, location.id);
  const people = await countPeople(db, location.id);
  const waivers = await readWaivers(db, location.id);
  const facts: Record<SetUpStep, boolean> = {
    // the state of a new location is `reachable` before the first answer
    connection: isReachable && sync !== undefined && (isReadAll || sync.passStartedThere !== null),
    members: isReadAll,
    colleagues: people.all > 1,
    reader: location.cardScannedAt !== null,
    closingTimes: Object.keys(location.closingTimes).length > 0,
    badges: people.withBadge > 0,
    secondManager: people.managers > 1,
  };
  const steps = setUpSteps.map((step) => ({
    step,
    isDone: facts[step],
    waiver: (isOptional(step) && !facts[step] && waivers.get(step)) || null,
  }));
  const isAllDone = steps.every(({ isDone, waiver }) => isDone || waiver !== null);
  return {
    doneAt: (await keepDone(db, { location, isAllDone, now: new Date(clock()) }))?.toISOString() ?? null,
    steps,
    reading: isReadAll ? null : readProgress(sync, { isReachable, now: clock() }),
    memberCount: isReadAll ? await countMembers(db, location.id) : null,
  };
}

/** @returns when everything was done for the first time; null until then */
async function keepDone(
  db: Queryable,
  { location, isAllDone, now }: { location: Location; isAllDone: boolean; now: Date },
): Promise<Date | null> {
  if (!isAllDone) return null;
  const isOpen = and(eq(locations.id, location.id), isNull(locations.setUpDoneAt));
  await db.update(locations).set({ setUpDoneAt: now }).where(isOpen);
  return now;
}

async function isConnected(db: Queryable, locationId: string): Promise<boolean> {
  const isOfLocation = eq(platformStatus.locationId, locationId);
  return (await db.$count(platformStatus, and(isOfLocation, eq(platformStatus.connection, 'reachable')))) > 0;
}

/** Staff of the location who are not disabled. Of the managers, those who have chosen a password. */
async function countPeople(
  db: Queryable,
  locationId: string,
): Promise<{ all: number; managers: number; withBadge: number }> {
  const [counted] = await db
    .select({
      all: sql`count(*)`.mapWith(Number),
      managers: sql`count(*) filter (where ${and(eq(staff.role, 'manager'), isNotNull(staff.passwordHash))})`.mapWith(
        Number,
      ),
      withBadge: sql`count(${staffBadges.staffId})`.mapWith(Number),
    })
    .from(staffLocations)
    .innerJoin(staff, eq(staff.id, staffLocations.staffId))
    .leftJoin(staffBadges, eq(staffBadges.staffId, staff.id))
    .where(and(eq(staffLocations.locationId, locationId), isNull(staff.disabledAt)));
  return counted ?? { all: 0, managers: 0, withBadge: 0 };
}

const countMembers = (db: Queryable, locationId: string): Promise<number> =>
  db.$count(members, and(eq(members.locationId, locationId), isNull(members.absentAt)));

async function readWaivers(db: Queryable, locationId: string): Promise<ReadonlyMap<SetUpStep, Waiver>> {
  const rows = await db
    .select({ step: waivedSteps.step, by: staff.name, at: waivedSteps.waivedAt })
    .from(waivedSteps)
    .innerJoin(staff, eq(staff.id, waivedSteps.staffId))
    .where(eq(waivedSteps.locationId, locationId));
  return new Map(rows.map(({ step, by, at }) => [step, { by, at: at.toISOString() }]));
}

/** The progress of the first pass over all members. */
export function readProgress(
  sync: Pick<DirectorySync, 'passStartedAt' | 'passOffset' | 'passTotal'> | undefined,
  { isReachable, now }: { isReachable: boolean; now: number },
): MembersRead {
  const { passStartedAt = null, passOffset = 0, passTotal = null } = sync ?? {};
  // the offset of the next page may be behind the last member
  const count = passTotal === null ? passOffset : Math.min(passOffset, passTotal);
  const tookMs = passStartedAt === null ? 0 : now - passStartedAt.getTime();
  const isMeasured = isReachable && passTotal !== null && count > 0 && tookMs > 0;
  const secondsLeft = isMeasured ? Math.ceil(((passTotal - count) * tookMs) / count / 1_000) : null;
  return { isRunning: isReachable, count, total: passTotal, secondsLeft };
}
