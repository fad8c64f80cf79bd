import { and, desc, eq, ne } from 'drizzle-orm';
import { ownerSessions } from '#platform/db/schema/owners.ts';
import type { Dependencies } from '#platform/services/dependencies.ts';
import { endSessionsOf, isOpenSession, type SignedInOwner } from './sessions.ts';

export interface OwnSession {
  id: string;
  /** Such as `Firefox, Windows`; null where it is not known. */
  browser: string | null;
  startedAt: Date;
  /** The last request, to the minute. */
  activeAt: Date;
  /** Whether it is the one that asks. */
  isThis: boolean;
}

type Work = Pick<Dependencies, 'db' | 'clock'>;

/** The owner's open sessions, this one first, then by last activity. */
export async function listOwnSessions({ db, clock }: Work, owner: SignedInOwner): Promise<OwnSession[]> {
  const rows = await db.read((sql) =>
    sql
      .select()
      .from(ownerSessions)
      .where(and(eq(ownerSessions.ownerId, owner.ownerId), isOpenSession(clock())))
      .orderBy(desc(eq(ownerSessions.sessionId, owner.session.id)), desc(ownerSessions.activeAt)),
  );
  return rows.map(({ sessionId: id, browser, startedAt, activeAt }) => ({
    id,
    browser,
    startedAt,
    activeAt,
    isThis: id === owner.session.id,
  }));
}

/**
 * Ends another session of the owner.
 * @returns false for one that has ended already, is somebody else's, or the one that asks
 */
export async function endOwnSession({ db }: Work, { ownerId, session }: SignedInOwner, id: string): Promise<boolean> {
  const { sessionId } = ownerSessions;
  const isOther = and(eq(sessionId, id), eq(ownerSessions.ownerId, ownerId), ne(sessionId, session.id));
  const ended = await db.transaction((sql) => sql.delete(ownerSessions).where(isOther).returning({ sessionId }));
  return ended.length > 0;
}

/** @returns how many */
export const endOtherSessions = ({ db }: Work, { ownerId, session }: SignedInOwner): Promise<number> =>
  db.transaction((sql) => endSessionsOf(sql, ownerId, session.id));
