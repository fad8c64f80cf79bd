import 'server-only';
import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { isInUse } from '#lib/server/base/locations.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { staff, staffLocations, staffSessions } from '#lib/server/db/schema/staff.ts';
import { isIdle } from './load-staff.ts';
import { endSession, type SessionClaim } from './session/sessions.ts';

/** A window that listens to the live events of a location. */
interface Listener extends SessionClaim {
  locationId: string;
}
/** `gone`: the location is not the person's any more. */
type ListenerState = 'here' | 'gone' | 'signedOut';

/** Nobody waits for a heartbeat: what is asked within this time is one statement, however many windows listen. */
const gatherMs = 1_000;

interface Gathering {
  asked: Map<string, Listener>;
  answer: Promise<ReadonlyMap<string, ListenerState>>;
}
const gatherings = new WeakMap<DeskContext, Gathering>();

/** Whether a window may go on listening, as `loadStaff` and `contextAt` say it of a request. */
export async function readListener(desk: DeskContext, listener: Listener): Promise<ListenerState> {
  const gathering = gatherings.get(desk) ?? gather(desk);
  const name = nameOf(listener);
  gathering.asked.set(name, listener);
  return (await gathering.answer).get(name) ?? 'signedOut';
}

const nameOf = ({ sessionId, version, locationId }: Listener) => `${sessionId} ${version} ${locationId}`;

function gather(desk: DeskContext): Gathering {
  const asked: Gathering['asked'] = new Map();
  const answer = pause(gatherMs).then(() => {
    gatherings.delete(desk);
    return readAll(desk, asked);
  });
  const gathering = { asked, answer };
  gatherings.set(desk, gathering);
  return gathering;
}

async function readAll(desk: DeskContext, asked: Gathering['asked']): Promise<ReadonlyMap<string, ListenerState>> {
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
    .where(
      and(inArray(staffSessions.id, sessionIds), gt(staffSessions.expiresAt, new Date(now)), isNull(staff.disabledAt)),
    );
  const bySession = Map.groupBy(rows, ({ sessionId, version }) => `${sessionId} ${version}`);
  const stateOf = ({ sessionId, version, locationId }: Listener): ListenerState => {
    const own = bySession.get(`${sessionId} ${version}`);
    if (!own) return 'signedOut';
    const place = own.find((row) => row.locationId === locationId);
    if (!place) return 'gone';
    return isIdle(place, place.activeAt, now) ? 'signedOut' : 'here';
  };
  const states = new Map(listeners.map((listener) => [nameOf(listener), stateOf(listener)]));
  for (const row of rows) if (isIdle(row, row.activeAt, now)) await endSession(desk.db, desk, row.sessionId);
  return states;
}
