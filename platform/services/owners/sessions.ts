import { createHash } from 'node:crypto';
import { eq, lt } from 'drizzle-orm';
import type { NamedStatement, PlatformDatabase, Sql } from '#platform/db/client.ts';
import { ownerSessions } from '#platform/db/schema/owners.ts';
import type { Dependencies } from '#platform/services/dependencies.ts';

/** The length of a working day. */
export const sessionMs = 12 * 60 * 60 * 1000;
const tokenBytes = 32;

/** The owner whose session a request carries. */
export interface SignedInOwner {
  ownerId: string;
  chainId: string;
  gymId: string;
  email: string;
  /** False for an owner who signs in through a link of the sandbox only. */
  hasPassword: boolean;
}

/**
 * Creates a session.
 * @returns its token, which only the browser keeps: the platform stores a hash
 */
export async function startSession(
  sql: Sql,
  { clock, ids }: Pick<Dependencies, 'clock' | 'ids'>,
  ownerId: string,
): Promise<string> {
  const now = clock();
  const token = ids.bytes(tokenBytes).toString('base64url');
  await sql.delete(ownerSessions).where(lt(ownerSessions.expiresAt, now));
  const expiresAt = new Date(now.getTime() + sessionMs);
  await sql.insert(ownerSessions).values({ tokenHash: hashOf(token), ownerId, expiresAt });
  return token;
}

const sessionByToken: NamedStatement = {
  name: 'owner_session_by_token',
  text: `SELECT o.owner_id AS "ownerId", o.chain_id AS "chainId", o.gym_id AS "gymId", o.email,
      o.password_hash IS NOT NULL AS "hasPassword"
    FROM owner_sessions s JOIN owners o ON o.owner_id = s.owner_id
    WHERE s.token_hash = $1 AND s.expires_at > $2`,
};

/** Read at every request, so that the end of a session takes effect at once. */
export async function findSession(db: PlatformDatabase, token: string, now: Date): Promise<SignedInOwner | undefined> {
  const [owner] = await db.find<SignedInOwner>(sessionByToken, [hashOf(token), now]);
  return owner;
}

export const endSession = (db: PlatformDatabase, token: string): Promise<unknown> =>
  db.transaction((sql) => sql.delete(ownerSessions).where(eq(ownerSessions.tokenHash, hashOf(token))));

/** Ends all sessions of an owner. */
export const endSessionsOf = (sql: Sql, ownerId: string): Promise<unknown> =>
  sql.delete(ownerSessions).where(eq(ownerSessions.ownerId, ownerId));

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
