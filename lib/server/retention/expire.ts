import 'server-only';
import { and, asc, eq, inArray, isNull, lt, lte, or, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { monthsAgo } from '#lib/server/base/months-ago.ts';
import { type TimeDifference, vouchForTime } from '#lib/server/base/platform-time.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { admissions } from '#lib/server/db/schema/admissions.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { exportOrders } from '#lib/server/db/schema/export-orders.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { refusals } from '#lib/server/db/schema/refusals.ts';
import { elsewhereEvents, visits } from '#lib/server/db/schema/visits.ts';
import { webhookInbox } from '#lib/server/db/schema/webhooks.ts';
import { lockHours } from '#lib/server/stays/stored-hours.ts';
import { expireTraining, expireTrainingOfNone } from '#lib/server/training/expire-training.ts';
import { lockTrainingDays } from '#lib/server/training/training-days.ts';
import type { RetentionName } from '#lib/wire/retention.ts';
import { keepRetiredTrainingDays } from '#lib/wire/training.ts';
import { keptStates } from '#lib/wire/visits.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { deleteInBatches } from './delete-in-batches.ts';
import { deleteTraining } from './delete-training.ts';
import { hasPeriod, isStillLongest, longestAuditLog, stillHasPeriod } from './still-kept.ts';

/** The largest difference to the platform's clock with which the desk's clock is still trusted. */
const mostWrongMs = dayMs;

/** A file is gone after a day; the audit log tells of it for as long as the gym keeps that. */
const keepExportOrdersMs = 30 * dayMs;

type Expiring = Pick<DeskContext, 'db' | 'clock' | 'live' | 'log' | 'gymClientOf'>;

/**
 * Deletes the records that have exceeded the retention periods of their locations, also of retired ones. A location without
 * retention periods keeps its visits, audit log and webhooks; training and orders of files have fixed periods everywhere. A location whose
 * platform cannot confirm the desk's clock is left to the next run. If a retired location's platform does not
 * report its time (it may have been switched off), the platforms of the locations in use confirm it.
 */
export async function expireRecords(desk: Expiring): Promise<void> {
  const all = await desk.db.select().from(locations).orderBy(asc(locations.createdAt));
  for (const location of all) await expireTrainingAnyTime(desk, location);
  const inUse = all.filter(({ retiredAt }) => retiredAt === null);
  const contradicting = new Set<string>();
  const ask = async (location: Location): Promise<Vouched> => {
    const vouched = await vouchForTime({ desk, actor: { location } });
    if (tellsTime(vouched) && !isTimeSure(vouched)) contradicting.add(location.id);
    return vouched;
  };
  let asked: Promise<readonly Vouched[]> | undefined;
  const askInUse = () => {
    asked ??= Promise.all(inUse.map(ask));
    return asked;
  };
  let kept = 0;
  for (const location of all.filter((one) => hasChosen(one) || hasExport(one))) {
    try {
      const own = await ask(location);
      const decidesAlone = location.retiredAt === null || tellsTime(own);
      if (decidesAlone ? isTimeSure(own) : isTimeSureAmong(await askInUse())) await expireRecordsOf(desk, location);
      else kept += 1;
    } catch (error) {
      desk.log.error({ error, locationId: location.id }, 'old records of a location could not be deleted');
    }
  }
  if (inUse.every(hasChosen) && isTimeSureAmong(await askInUse())) await expireEntriesOfNone(desk, inUse);
  if (kept > 0)
    desk.log.warn(
      { locations: kept, contradicting: [...contradicting] },
      'old records were kept: the time is not sure',
    );
}

const hasChosen = ({ keepVisitsMonths, keepAuditLogMonths, keepWebhooksMonths }: Location): boolean =>
  [keepVisitsMonths, keepAuditLogMonths, keepWebhooksMonths].some((months) => months !== null);

/** Training is kept only where a list says who has opted out, and so whose training has to be deleted. */
const hasExport = ({ exportUrl }: Location): boolean => exportUrl !== null;

/** Deletes training that is not kept, whatever the time is: without the data export, and of people who are no members. */
async function expireTrainingAnyTime({ db, live, log }: Expiring, location: Location): Promise<void> {
  const { id: locationId } = location;
  const lock: Lock = (tx) => lockTrainingDays(tx, locationId);
  const expire = (table: PgTable, isOld: SQL | undefined) =>
    deleteInBatches(db, { table, isOld, stopping: live.stopping, lock });
  try {
    if (hasExport(location)) {
      const training = await expireTrainingOfNone(expire, { db, locationId });
      if (training > 0) log.info({ locationId, training }, 'training of people who are no members was deleted');
      return;
    }
    const training = await deleteTraining(db, {
      locationId,
      isReason: isNull(locations.exportUrl),
      stopping: live.stopping,
    });
    if (training > 0) log.info({ locationId, training }, 'training was deleted: it is not kept at this location');
  } catch (error) {
    log.error({ error, locationId }, 'training of a location could not be deleted');
  }
}

/** A mistake can be undone for a while: the platform would return only the training of the last month. */
const retiredBefore = (now: number): Date => new Date(now - keepRetiredTrainingDays * dayMs);

type Vouched = TimeDifference | null;
const tellsTime = (vouched: Vouched): boolean => vouched !== null && vouched.latest !== null;

/**
 * Guards against a clock that is years ahead for a minute. A platform that does not report its time contradicts nothing.
 */
const isTimeSure = (vouched: Vouched): boolean =>
  vouched?.hasAnswered === true && Math.abs(vouched.platformAheadMs) <= mostWrongMs;

/**
 * The platforms that report their time decide, and each of them has to confirm the desk's. Only where none does, although all
 * locations in use have an answer, nothing is contradicted.
 */
function isTimeSureAmong(inUse: readonly Vouched[]): boolean {
  const told = inUse.filter(tellsTime);
  return told.length > 0 ? told.every(isTimeSure) : inUse.length > 0 && inUse.every(isTimeSure);
}

/**
 * Audit entries without a location, such as failed sign-ins of unknown people, are kept as long as the longest audit
 * log of any location.
 */
async function expireEntriesOfNone({ db, clock, live, log }: Expiring, inUse: readonly Location[]): Promise<void> {
  const longest = longestAuditLog(inUse);
  if (!Number.isFinite(longest)) return;
  const isOld = and(isNull(auditLog.locationId), lt(auditLog.at, monthsAgo(clock(), 'UTC', longest)));
  const stillHolds = (tx: Queryable) => isStillLongest(tx, longest);
  const deleted = await deleteInBatches(db, { table: auditLog, isOld, stopping: live.stopping, stillHolds });
  if (deleted > 0) log.info({ auditLog: deleted }, 'old records were deleted');
}

async function expireRecordsOf(desk: Expiring, location: Location): Promise<void> {
  const deleted = {
    ...(await expireVisits(desk, location)),
    auditLog: await expireAuditLog(desk, location),
    webhooks: await expireWebhooks(desk, location),
    training: hasExport(location) ? await expireTrainingByAge(desk, location) : 0,
  };
  if (Object.values(deleted).some((count) => count > 0))
    desk.log.info({ locationId: location.id, ...deleted }, 'old records were deleted');
}

type Lock = (tx: Queryable) => Promise<void>;

/** By one period of a location, until somebody changes it. */
function expiryBy({ db, clock, live }: Expiring, { id, timeZone }: Location, name: RetentionName, months: number) {
  const stillHolds = (tx: Queryable) => stillHasPeriod(tx, id, { name, months });
  return {
    from: monthsAgo(clock(), timeZone, months),
    expire: (table: PgTable, isOld: SQL | undefined, lock?: Lock) =>
      deleteInBatches(db, { table, isOld, stopping: live.stopping, stillHolds, lock }),
  };
}

async function expireVisits(desk: Expiring, location: Location) {
  const { id: locationId, keepVisitsMonths: months } = location;
  const deleted = { visits: 0, admissions: 0, seenElsewhere: 0, refusals: 0 };
  if (months === null) return deleted;
  const { from, expire } = expiryBy(desk, location, 'keepVisitsMonths', months);
  // its triggers take it at the end of a statement, when it holds rows that an erasure may wait for
  const ofHours: Lock = (tx) => lockHours(tx, locationId);
  await noteVisitsSince(desk.db, { locationId, months, from });
  deleted.visits = await expire(visits, isFinished(locationId, from), ofHours);
  await noteAdmissionsSince(desk.db, { locationId, months, from });
  deleted.admissions = await expire(admissions, and(eq(admissions.locationId, locationId), lt(admissions.at, from)));
  const isOld = and(eq(elsewhereEvents.locationId, locationId), lt(elsewhereEvents.at, from));
  deleted.seenElsewhere = await expire(elsewhereEvents, isOld, ofHours);
  deleted.refusals = await expire(refusals, and(eq(refusals.locationId, locationId), lt(refusals.at, from)));
  return deleted;
}

async function expireAuditLog(desk: Expiring, location: Location): Promise<number> {
  const { id, keepAuditLogMonths: months } = location;
  if (months === null) return 0;
  const { from, expire } = expiryBy(desk, location, 'keepAuditLogMonths', months);
  return expire(auditLog, and(eq(auditLog.locationId, id), lt(auditLog.at, from)));
}

async function expireWebhooks(desk: Expiring, location: Location): Promise<number> {
  const { id, keepWebhooksMonths: months } = location;
  if (months === null) return 0;
  const { from, expire } = expiryBy(desk, location, 'keepWebhooksMonths', months);
  // events that have not been processed yet are kept
  const isProcessed = isNull(webhookInbox.accountId);
  return expire(webhookInbox, and(eq(webhookInbox.locationId, id), lt(webhookInbox.receivedAt, from), isProcessed));
}

/** Training and orders of files, by periods that are the same everywhere. */
async function expireTrainingByAge({ db, clock, live }: Expiring, location: Location): Promise<number> {
  const { id: locationId } = location;
  const expire = (table: PgTable, isOld: SQL | undefined, lock?: Lock) =>
    deleteInBatches(db, { table, isOld, stopping: live.stopping, lock });
  const expireLocked = (table: PgTable, isOld: SQL | undefined) =>
    expire(table, isOld, (tx) => lockTrainingDays(tx, locationId));
  const { retiredAt } = location;
  const isRetiredLong = retiredAt !== null && retiredAt <= retiredBefore(clock());
  const isReason = lte(locations.retiredAt, retiredBefore(clock()));
  const deleted = isRetiredLong
    ? await deleteTraining(db, { locationId, isReason, stopping: live.stopping })
    : await expireTraining(expireLocked, { location, now: clock() });
  const isOld = lt(exportOrders.orderedAt, new Date(clock() - keepExportOrdersMs));
  await expire(exportOrders, and(eq(exportOrders.locationId, locationId), isOld));
  return deleted;
}

interface Deleting {
  locationId: string;
  months: number;
  from: Date;
}

/** What is deleted stays unknown, also to the statements of a gym that later keeps its records for longer. */
const noteAdmissionsSince = (db: Queryable, { locationId, months, from }: Deleting) =>
  db
    .update(locations)
    .set({ admissionsSince: from })
    .where(and(hasPeriod(locationId, { name: 'keepVisitsMonths', months }), lt(locations.admissionsSince, from)));

/** The same for reports, and before anything is deleted: after a run that ended halfway they must not count what is left. */
const noteVisitsSince = (db: Queryable, { locationId, months, from }: Deleting) =>
  db
    .update(locations)
    .set({ visitsSince: from })
    .where(
      and(
        hasPeriod(locationId, { name: 'keepVisitsMonths', months }),
        or(isNull(locations.visitsSince), lt(locations.visitsSince, from)),
      ),
    );

/** Visits that are unsent or not settled are never deleted. */
const isFinished = (locationId: string, before: Date) =>
  and(
    eq(visits.locationId, locationId),
    lt(visits.tappedAt, before),
    or(
      inArray(visits.state, ['sent', 'undone']),
      and(inArray(visits.state, [...keptStates]), lt(visits.settledAt, before)),
    ),
  );
