import 'server-only';
import { createHmac } from 'node:crypto';
import { and, count, eq, gt, lt, sql } from 'drizzle-orm';
import { type Staff, signInFailures, staff } from '#lib/db/schema/staff.ts';
import type { Desk } from '#lib/desk/desk.ts';
import { longestPassword, verifyPassword } from './password.ts';

export const mostFailures = 10;
export const failureWindowMs = 15 * 60_000;

export type SignInAnswer = { kind: 'signedIn'; staff: Staff } | { kind: 'wrong' } | { kind: 'tooManyAttempts' };

/**
 * Checks e-mail and password. An unknown person, a wrong password and a disabled person get one answer; after
 * `mostFailures` within `failureWindowMs` an address, known or not, is locked until the oldest of them is past.
 */
export async function signInStaff(
  desk: Pick<Desk, 'db' | 'clock' | 'newId' | 'secret'>,
  { email, password }: { email: string; password: string },
): Promise<SignInAnswer> {
  const address = email.trim().toLowerCase();
  const digest = createHmac('sha256', desk.secret).update(`sign-in/${address}`).digest('base64url');
  if (!(await takeAttempt(desk, digest))) return { kind: 'tooManyAttempts' };

  const [person] = await desk.db.select().from(staff).where(eq(staff.email, address));
  const fits = await verifyPassword(person?.passwordHash, password.slice(0, longestPassword));
  if (!fits || !person || person.disabledAt) return { kind: 'wrong' };
  await desk.db.delete(signInFailures).where(eq(signInFailures.digest, digest));
  return { kind: 'signedIn', staff: person };
}

/** Counts the attempt as failed before the password is looked at: of many at once, no more than the limit get through. */
function takeAttempt({ db, clock, newId }: Pick<Desk, 'db' | 'clock' | 'newId'>, digest: string): Promise<boolean> {
  const now = clock();
  const windowStart = new Date(now - failureWindowMs);
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${digest}, 0))`);
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
