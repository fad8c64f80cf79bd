import 'server-only';
import { createHmac } from 'node:crypto';
import { and, count, eq, gt, lt } from 'drizzle-orm';
import { signInFailures } from '#lib/db/schema/staff.ts';
import { takeTurns } from '#lib/db/take-turns.ts';
import type { Desk } from '#lib/desk/desk.ts';

export const mostFailures = 10;
export const failureWindowMs = 15 * 60_000;

/** Whom attempts are counted for: an address as it was typed, or a badge. Only a keyed digest of it is kept. */
export const digestOfAttempt = (desk: Pick<Desk, 'secret'>, whom: string): string =>
  createHmac('sha256', desk.secret).update(`sign-in/${whom}`).digest('base64url');

/**
 * Counts an attempt as failed before the password is looked at: of many at once, no more than the limit get through.
 * @returns false after `mostFailures` within `failureWindowMs`
 */
export function takeAttempt(
  { db, clock, newId }: Pick<Desk, 'db' | 'clock' | 'newId'>,
  digest: string,
): Promise<boolean> {
  const now = clock();
  const windowStart = new Date(now - failureWindowMs);
  return db.transaction(async (tx) => {
    await takeTurns(tx, digest);
    await tx.delete(signInFailures).where(lt(signInFailures.failedAt, windowStart));
    const [failures] = await tx
      .select({ count: count() })
      .from(signInFailures)
      .where(and(eq(signInFailures.digest, digest), gt(signInFailures.failedAt, windowStart)));
    if ((failures?.count ?? 0) >= mostFailures) return false;
    await tx.insert(signInFailures).values({ id: newId(), digest, failedAt: new Date(now) });
    return true;
  });
}

/** A success begins a new count. */
export async function forgetAttempts({ db }: Pick<Desk, 'db'>, digest: string): Promise<void> {
  await db.delete(signInFailures).where(eq(signInFailures.digest, digest));
}
