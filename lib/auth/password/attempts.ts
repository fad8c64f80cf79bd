import 'server-only';
import { createHmac } from 'node:crypto';
import { count, inArray, lt } from 'drizzle-orm';
import type { Queryable } from '#lib/db/client.ts';
import { lockExclusive } from '#lib/db/locks.ts';
import { signInFailures } from '#lib/db/schema/staff.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';

export const failureWindowMs = 15 * 60_000;

/** So many failures within `failureWindowMs`, and no more. */
export interface AttemptLimit {
  /** Whom or what they are counted for. Only a keyed digest of it is kept: it may be anything that was typed. */
  whom: string;
  most: number;
}

/** One attempt that counts as failed until it is known to have succeeded. */
interface Attempt {
  ids: readonly string[];
}

type Counting = Pick<DeskContext, 'db' | 'clock' | 'newId' | 'secret'>;

const digestOf = ({ secret }: Pick<DeskContext, 'secret'>, whom: string): string =>
  createHmac('sha256', secret).update(`sign-in/${whom}`).digest('base64url');

/**
 * Counts an attempt as failed before the password is looked at: of many at once, no more than the limits get through.
 * @returns null where one of the limits is reached
 */
export function takeAttempt(desk: Counting, limits: readonly AttemptLimit[]): Promise<Attempt | null> {
  const now = desk.clock();
  // always in the same order, so that no two wait for each other
  const counted = limits.map(({ whom, most }) => ({ digest: digestOf(desk, whom), most })).sort(byDigest);
  return desk.db.transaction(async (tx) => {
    for (const { digest } of counted) await lockExclusive(tx, digest);
    await forgetOldFailures(tx, now);
    const found = await tx
      .select({ digest: signInFailures.digest, failures: count() })
      .from(signInFailures)
      .where(
        inArray(
          signInFailures.digest,
          counted.map(({ digest }) => digest),
        ),
      )
      .groupBy(signInFailures.digest);
    const failuresOf = new Map(found.map(({ digest, failures }) => [digest, failures]));
    if (counted.some(({ digest, most }) => (failuresOf.get(digest) ?? 0) >= most)) return null;
    const rows = counted.map(({ digest }) => ({ id: desk.newId(), digest, failedAt: new Date(now) }));
    await tx.insert(signInFailures).values(rows);
    return { ids: rows.map(({ id }) => id) };
  });
}

const byDigest = (a: { digest: string }, b: { digest: string }) => (a.digest < b.digest ? -1 : 1);

/** It did succeed: it is no failure. Those before it stay. */
export async function forgetAttempt({ db }: Pick<DeskContext, 'db'>, { ids }: Attempt): Promise<void> {
  await db.delete(signInFailures).where(inArray(signInFailures.id, [...ids]));
}

/** Begins a new count. */
export async function forgetFailures(
  tx: Queryable,
  keys: Pick<DeskContext, 'secret'>,
  whom: string | readonly string[],
): Promise<void> {
  const digests = [whom].flat().map((one) => digestOf(keys, one));
  await tx.delete(signInFailures).where(inArray(signInFailures.digest, digests));
}

/** Deletes what no limit counts any more. */
export async function forgetOldFailures(tx: Queryable, now: number): Promise<void> {
  await tx.delete(signInFailures).where(lt(signInFailures.failedAt, new Date(now - failureWindowMs)));
}
