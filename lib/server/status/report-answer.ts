import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { differenceFrom } from '#lib/server/base/platform-time.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { prepareOnce } from '#lib/server/db/prepare-once.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { platformStatus } from '#lib/server/db/schema/platform-status.ts';
import type { GymClient } from '#lib/server/gym-api/gym-client.ts';
import { retryWaiting } from '#lib/server/ledger/recover.ts';
import { retryUnreachableLegacy } from '#lib/server/legacy-connectivity/attempts.ts';
import { messageLedger } from '#lib/server/messages/ledger.ts';
import { taskLedger } from '#lib/server/tasks/ledger.ts';
import { forgetFailures, retryWaitingVisits } from '#lib/server/visits/ledger.ts';
import { hourMs } from '#shared/calendar/durations.ts';
import { afterAnswer, type Connection, type HeardAnswer } from './connection.ts';

/** A shorter one may be due to a few visits that fail in a row, in a quiet hour. */
const longOutageMs = hourMs;

/** Address and key that an answer is about. */
type Asked = Pick<Location, 'apiUrl' | 'sealedApiKey'>;

/**
 * Updates the state of the connection from an answer of the platform, unless it is to a former address or key. When the platform is reachable again, all visits, task
 * changes and messages that wait for it are due at once.
 * @returns the connection where its state or cause has changed; else null
 */
export async function reportAnswer(
  desk: Pick<DeskContext, 'db' | 'clock'>,
  { locationId, heard, of }: { locationId: string; heard: HeardAnswer; of: Asked },
): Promise<Connection | null> {
  const now = new Date(desk.clock());
  const seen = await readConnection(desk.db, locationId);
  if (seen && afterAnswer(seen, heard, now) === seen) return null;
  return desk.db.transaction(async (tx) => {
    const current = await readConnection(tx, locationId, { lock: true });
    if (!current || !(await isCurrent(tx, locationId, of))) return null;
    const next = afterAnswer(current, heard, now);
    if (next === current) return null;
    await tx.update(platformStatus).set(next).where(eq(platformStatus.locationId, locationId));
    const isSame = next.connection === current.connection;
    if (isSame && next.cause === current.cause) return null;
    // an outage may also end in an answer that rejects the key
    if (!isSame && current.connection !== 'reachable' && now.getTime() - current.since.getTime() >= longOutageMs)
      await forgetFailures(tx, { locationId });
    if (!isSame && next.connection === 'reachable') {
      await retryWaitingVisits(tx, desk, { locationId });
      await retryWaiting(tx, taskLedger(desk), { locationId });
      await retryWaiting(tx, messageLedger(desk), { locationId });
      await retryUnreachableLegacy(tx, { locationId, now });
    }
    await notifyLive(tx, { locationId, event: 'status' });
    return next;
  });
}

const isCurrent = async (tx: Queryable, locationId: string, { apiUrl, sealedApiKey }: Asked): Promise<boolean> => {
  const isAsked = and(eq(locations.apiUrl, apiUrl), eq(locations.sealedApiKey, sealedApiKey));
  return (await tx.$count(locations, and(eq(locations.id, locationId), isAsked))) > 0;
};

async function readConnection(
  db: Queryable,
  locationId: string,
  { lock = false } = {},
): Promise<Connection | undefined> {
  const [current] = await (lock ? lockingStatement : connectionStatement)(db).execute({ locationId });
  return current;
}

const selectConnection = (db: Queryable) => {
  const { connection, cause, since, permission, failures } = platformStatus;
  return db
    .select({ connection, cause, since, permission, failures })
    .from(platformStatus)
    .where(eq(platformStatus.locationId, sql.placeholder('locationId')));
};
const connectionStatement = prepareOnce((db) => selectConnection(db).prepare(''));
const lockingStatement = prepareOnce((db) => selectConnection(db).for('update').prepare(''));

type Reporting = Pick<DeskContext, 'log' | 'clock'>;

/** Smaller changes of the clock offset are noise: the platform reports its time in whole seconds. */
const smallestChangeS = 30;

/** A recorder of the clock offset between the desk and a platform, to be called after each of its answers. */
export function createClockReport(
  desk: Reporting,
  locationId: string,
): (db: Queryable, gym: GymClient) => Promise<void> {
  let reportedS: number | null = null;
  return async (db, gym) => {
    if (gym.readPlatformTime() === undefined) return;
    const aheadS = Math.round(-differenceFrom(gym, desk.clock()).platformAheadMs / 1_000);
    if (reportedS !== null && Math.abs(aheadS - reportedS) < smallestChangeS) return;
    await reportClock({ ...desk, db }, locationId, aheadS === 0 ? null : aheadS);
    reportedS = aheadS;
  };
}

async function reportClock(
  desk: Reporting & Pick<DeskContext, 'db'>,
  locationId: string,
  clockAheadS: number | null,
): Promise<void> {
  const isNew = sql`${platformStatus.clockAheadS} is distinct from ${clockAheadS}::int`;
  await desk.db.transaction(async (tx) => {
    const changed = await tx
      .update(platformStatus)
      .set({ clockAheadS })
      .where(and(eq(platformStatus.locationId, locationId), isNew))
      .returning({ locationId: platformStatus.locationId });
    if (changed.length === 0) return;
    await notifyLive(tx, { locationId, event: 'status' });
    if (clockAheadS === null) desk.log.info({ locationId }, 'the clocks of desk and platform agree');
    else desk.log.warn({ locationId, clockAheadS }, 'the clock of this machine and that of the platform differ');
  });
}
