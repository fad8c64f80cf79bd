import 'server-only';
import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { isInUse } from '#lib/server/base/locations.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { staff, staffLocations, staffSessions } from '#lib/server/db/schema/staff.ts';
import { isIdle } from '#shared/session/session-rules.ts';
import { endSession, isOpenSession, type SessionClaim } from './session/sessions.ts';

/** A window that receives the live events of a location. */
interface Listener extends SessionClaim {
  locationId: string;
}
/** `gone`: the location is not the person's any more. */
type ListenerState = 'here' | 'gone' | 'signedOut';

/** Heartbeats are not urgent: all checks within this time are batched into one statement, however many windows listen. */
const batchMs = 1_000;

/** An idle session that could not be ended, as by a database that is read-only. */
interface NotEnded {
  error: unknown;
}

interface Batch {
  asked: Map<string, Listener>;
  answer: Promise<ReadonlyMap<string, ListenerState | NotEnded>>;
}
const batches = new WeakMap<DeskContext, Batch>();

/**
 * Whether a window may go on receiving events, by the same rules as `loadStaff` and `contextAt`. A window whose user first has to add a
 * required passkey receives none, with one exception: if the gym that requires it was retired and is reopened while the window is open,
 * the window receives events until its session ends. Throws if an idle session could not be ended.
 */
export async function readListener(desk: DeskContext, listener: Listener): Promise<ListenerState> {
  const batch = batches.get(desk) ?? openBatch(desk);
  const name = nameOf(listener);
  batch.asked.set(name, listener);
  const state = (await batch.answer).get(name) ?? 'signedOut';
  if (typeof state === 'object') throw state.error;
  return state;
}

const nameOf = ({ sessionId, version, locationId }: Listener) => `${sessionId} ${version} ${locationId}`;

function openBatch(desk: DeskContext): Batch {
  const asked: Batch['asked'] = new Map();
  const answer = pause(batchMs).then(() => {
    batches.delete(desk);
    return readAll(desk, asked);
  });
  const batch = { asked, answer };
  batches.set(desk, batch);
  return batch;
}

async function readAll(desk: DeskContext, asked: Batch['asked']): Batch['answer'] {
  const now = desk.clock();
  const listeners = [...asked.values()];
  const pairs = listeners.map(({ sessionId, locationId }) => sql`(${sessionId}::uuid, ${locationId}::uuid)`);
  const isAsked = sql`(${staffSessions.id}, ${staffLocations.locationId}) in (${sql.join(pairs, sql`, `)})`;
  const sessionIds = [...new Set(listeners.map(({ sessionId }) => sessionId))];
  const rows = await desk.db
    .select({
      sessionId: staffSessions.id,
      version: staff.sessionVersion,
      activeAt: staffSessions.activeAt,
      locationId: locations.id,
      idleLimitMin: locations.idleLimitMin,
    })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staffId))
    .leftJoin(staffLocations, and(eq(staffLocations.staffId, staff.id), isAsked))
    .leftJoin(locations, and(eq(locations.id, staffLocations.locationId), isInUse))
    .where(and(inArray(staffSessions.id, sessionIds), isOpenSession(now)));
  const idle = rows.filter(({ activeAt, idleLimitMin }) => isIdle(activeAt, now, idleLimitMin));
  const notEnded = await endSessions(desk, new Set(idle.map(({ sessionId }) => sessionId)));
  const bySession = Map.groupBy(rows, ({ sessionId, version }) => `${sessionId} ${version}`);
  const stateOf = ({ sessionId, version, locationId }: Listener): ListenerState | NotEnded => {
    const own = bySession.get(`${sessionId} ${version}`);
    if (!own) return 'signedOut';
    const place = own.find((row) => row.locationId === locationId);
    if (!place) return 'gone';
    return idle.includes(place) ? (notEnded.get(sessionId) ?? 'signedOut') : 'here';
  };
  return new Map(listeners.map((listener) => [nameOf(listener), stateOf(listener)]));
}

/** @returns those that could not be ended: the others get their answer all the same */
async function endSessions(desk: DeskContext, sessionIds: ReadonlySet<string>): Promise<ReadonlyMap<string, NotEnded>> {
  const notEnded = new Map<string, NotEnded>();
  for (const sessionId of sessionIds) {
    try {
      await endSession(desk.db, desk, sessionId);
    } catch (error) {
      notEnded.set(sessionId, { error });
    }
  }
  return notEnded;
}
