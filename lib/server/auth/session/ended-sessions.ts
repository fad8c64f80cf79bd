import 'server-only';
import { and, eq, inArray } from 'drizzle-orm';
import { throttleRead } from '#lib/server/base/background-read.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { staff, staffSessions } from '#lib/server/db/schema/staff.ts';
import { isOpenSession, type SessionClaim } from './sessions.ts';

const readAtMostEveryMs = 10_000;
/** The oldest is dropped: if it is used again, it is read again. */
const mostEnded = 1_000;

/**
 * Caches which sessions have ended: by a sign-out, or because their person is disabled. The sessions of recent requests are read
 * together in the background, by one statement however many requests there are.
 * @returns whether the session is known to have ended. One that ends counts as open until the next read
 */
export function cacheEndedSessions(desk: Pick<DeskContext, 'db' | 'clock' | 'log'>): (claim: SessionClaim) => boolean {
  const ended = new Set<string>();
  let used = new Map<string, SessionClaim>();

  const read = async () => {
    const claims = used;
    used = new Map();
    const sessionIds = [...claims.values()].map(({ sessionId }) => sessionId);
    const open = await desk.db
      .select({ sessionId: staffSessions.id, version: staff.sessionVersion })
      .from(staffSessions)
      .innerJoin(staff, eq(staff.id, staffSessions.staffId))
      .where(and(inArray(staffSessions.id, sessionIds), isOpenSession(desk.clock())));
    for (const name of new Set(claims.keys()).difference(new Set(open.map(nameOf)))) ended.add(name);
    for (const name of ended) if (ended.size > mostEnded) ended.delete(name);
  };
  const refresh = throttleRead(desk, {
    everyMs: readAtMostEveryMs,
    broken: 'the ended sessions could not be read',
    read,
  });

  return (claim) => {
    const name = nameOf(claim);
    if (ended.has(name)) return true;
    used.set(name, claim);
    refresh();
    return false;
  };
}

const nameOf = ({ sessionId, version }: SessionClaim) => `${sessionId} ${version}`;
