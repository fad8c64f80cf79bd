import { createHmac } from 'node:crypto';
import { and, count, eq, gt, lt, sql as raw } from 'drizzle-orm';
import { ownerSignInFailures } from '#platform/db/schema/owners.ts';
import type { Dependencies } from '#platform/dependencies.ts';
import type { OwnerRules } from './rules.ts';

const mostFailures = 10;
const failureWindowMs = 15 * 60_000;

export type SignInWork = Pick<Dependencies, 'db' | 'clock' | 'ids'> & { rules: OwnerRules };

/** Whom attempts are counted for. Only a keyed digest of what was typed is kept. */
export const digestOfAttempt = ({ secret }: OwnerRules, email: string): string =>
  createHmac('sha256', secret).update(`owner sign-in/${email}`).digest('base64url');

/**
 * Counts an attempt as failed before the password is looked at: of many at once, no more than the limit get through.
 * @returns false after `mostFailures` within `failureWindowMs`
 */
export function takeAttempt({ db, clock, ids }: SignInWork, digest: string): Promise<boolean> {
  const now = clock();
  const windowStart = new Date(now.getTime() - failureWindowMs);
  return db.transaction(async (sql) => {
    await sql.execute(raw`SELECT pg_advisory_xact_lock(hashtextextended(${digest}, 0))`);
    await sql.delete(ownerSignInFailures).where(lt(ownerSignInFailures.failedAt, windowStart));
    const [failures] = await sql
      .select({ count: count() })
      .from(ownerSignInFailures)
      .where(and(eq(ownerSignInFailures.digest, digest), gt(ownerSignInFailures.failedAt, windowStart)));
    if ((failures?.count ?? 0) >= mostFailures) return false;
    await sql.insert(ownerSignInFailures).values({ failureId: ids.uuid(), digest, failedAt: now });
    return true;
  });
}

/** A success begins a new count. */
export const forgetAttempts = ({ db }: Pick<SignInWork, 'db'>, digest: string): Promise<unknown> =>
  db.transaction((sql) => sql.delete(ownerSignInFailures).where(eq(ownerSignInFailures.digest, digest)));
