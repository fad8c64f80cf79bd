import { createHash } from 'node:crypto';
import { and, eq, gt, gte, inArray, lt, ne, type SQL } from 'drizzle-orm';
import type { NamedStatement, PlatformDatabase, Sql } from '#platform/db/client.ts';
import { ownerSessions } from '#platform/db/schema/owners.ts';
import type { Dependencies } from '#platform/services/dependencies.ts';
import { beganAfterEnrolment } from '#shared/passkeys/enrolment.ts';
import { idleSince, isActivityDue, shiftMs, usualIdleLimitMin } from '#shared/session/session-rules.ts';
import { lacksPasskey } from './enrolment.ts';
import type { OwnerRules } from './rules.ts';

const tokenBytes = 32;

/** The session of a request. */
interface OwnerSession {
  id: string;
  /** The last request, to the minute. */
  activeAt: Date;
  /** When the owner last entered the password or used a passkey in it. Null until then, after a link of the sandbox. */
  authenticatedAt: Date | null;
  /** Whether it began with the password alone, at an address where a passkey can be required. */
  isOneFactor: boolean;
}

/** The owner whose session a request carries. */
export interface SignedInOwner {
  ownerId: string;
  chainId: string;
  gymId: string;
  email: string;
  /** False for an owner who signs in through a link of the sandbox only. */
  hasPassword: boolean;
  /** Until when the owner may put off a required passkey; null before being asked. */
  passkeyDueAt: Date | null;
  session: OwnerSession;
}

/** The owner of a session, and whether it is for adding a required passkey alone, which can be put off no longer. */
interface FoundSession {
  owner: SignedInOwner;
  awaitsPasskey: boolean;
}

interface NewSession {
  ownerId: string;
  /** The name of the browser, for the owner's list of sessions. */
  browser: string | null;
  /** Whether the owner has entered the password or used a passkey. */
  hasAuthenticated: boolean;
  /** See `OwnerSession`. */
  isOneFactor: boolean;
}

/**
 * Creates a session.
 * @returns its token, which only the browser keeps: the platform stores a hash
 */
export async function startSession(
  sql: Sql,
  { clock, ids }: Pick<Dependencies, 'clock' | 'ids'>,
  { ownerId, browser, hasAuthenticated, isOneFactor }: NewSession,
): Promise<string> {
  const now = clock();
  const token = ids.bytes(tokenBytes).toString('base64url');
  await sql.delete(ownerSessions).where(lt(ownerSessions.expiresAt, now));
  await sql.insert(ownerSessions).values({
    tokenHash: hashOf(token),
    sessionId: ids.uuid(),
    ownerId,
    startedAt: now,
    activeAt: now,
    expiresAt: new Date(now.getTime() + shiftMs),
    authenticatedAt: hasAuthenticated ? now : null,
    browser,
    isOneFactor,
  });
  return token;
}

/** The last activity that keeps a session open. */
const leastActivity = (now: Date): Date => idleSince(now.getTime(), usualIdleLimitMin);

export const isOpenSession = (now: Date): SQL | undefined =>
  and(gt(ownerSessions.expiresAt, now), gte(ownerSessions.activeAt, leastActivity(now)));

const sessionByToken: NamedStatement = {
  name: 'owner_session_by_token',
  text: `SELECT o.owner_id AS "ownerId", o.chain_id AS "chainId", o.gym_id AS "gymId", o.email,
      o.password_hash IS NOT NULL AS "hasPassword", o.passkey_due_at AS "passkeyDueAt",
      s.session_id AS id, s.started_at AS "startedAt", s.active_at AS "activeAt", s.authenticated_at AS "authenticatedAt",
      s.is_one_factor AS "isOneFactor"
    FROM owner_sessions s JOIN owners o ON o.owner_id = s.owner_id
    WHERE s.token_hash = $1 AND s.expires_at > $2 AND s.active_at >= $3`,
};

/** Read at every request, so that the end of a session takes effect at once. An idle one has ended. */
export async function findSession(
  { db, clock, rules }: Pick<Dependencies, 'db' | 'clock'> & { rules: OwnerRules },
  token: string,
): Promise<FoundSession | undefined> {
  type Row = Omit<SignedInOwner, 'session'> & OwnerSession & { startedAt: Date };
  const now = clock();
  const [row] = await db.find<Row>(sessionByToken, [hashOf(token), now, leastActivity(now)]);
  if (!row) return undefined;
  const { id, startedAt, activeAt, authenticatedAt, isOneFactor, ...owner } = row;
  const { passkeyDueAt } = owner;
  const isLate = beganAfterEnrolment({ startedAt, isOneFactor, passkeyDueAt });
  const awaitsPasskey = isLate && (await db.read((sql) => lacksPasskey(sql, rules, owner)));
  return { owner: { ...owner, session: { id, activeAt, authenticatedAt, isOneFactor } }, awaitsPasskey };
}

/** Records a request of the owner, at most once a minute. It does not wait where another request of the session does the same. */
export async function noteActivity(db: PlatformDatabase, { id, activeAt }: OwnerSession, now: Date): Promise<void> {
  if (!isActivityDue(activeAt, now.getTime())) return;
  const isEarlier = and(eq(ownerSessions.sessionId, id), lt(ownerSessions.activeAt, now));
  await db.transaction((sql) => {
    const { sessionId } = ownerSessions;
    const free = sql.select({ sessionId }).from(ownerSessions).where(isEarlier).for('update', { skipLocked: true });
    return sql.update(ownerSessions).set({ activeAt: now }).where(inArray(sessionId, free));
  });
}

/** Whether a session is open. If it is, it stays so until the end of the transaction. */
export async function isStillOpen(sql: Sql, { id }: Pick<OwnerSession, 'id'>, now: Date): Promise<boolean> {
  const [open] = await sql
    .select()
    .from(ownerSessions)
    .where(and(eq(ownerSessions.sessionId, id), isOpenSession(now)))
    .for('update');
  return open !== undefined;
}

/** Records that the owner of a session has entered the password or used a passkey again. */
export const noteAuthentication = (sql: Sql, { id }: Pick<OwnerSession, 'id'>, now: Date): Promise<unknown> =>
  sql.update(ownerSessions).set({ authenticatedAt: now }).where(eq(ownerSessions.sessionId, id));

export const endSession = (db: PlatformDatabase, token: string): Promise<unknown> =>
  db.transaction((sql) => sql.delete(ownerSessions).where(eq(ownerSessions.tokenHash, hashOf(token))));

/**
 * Ends all sessions of an owner.
 * @param kept the id of the one that stays, if any
 * @returns how many
 */
export async function endSessionsOf(sql: Sql, ownerId: string, kept?: string): Promise<number> {
  const { sessionId } = ownerSessions;
  const isEnded = and(eq(ownerSessions.ownerId, ownerId), kept === undefined ? undefined : ne(sessionId, kept));
  return (await sql.delete(ownerSessions).where(isEnded).returning({ sessionId })).length;
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
