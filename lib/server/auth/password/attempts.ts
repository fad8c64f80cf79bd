import 'server-only';
import { count, gt, inArray, lt, or, type SQL } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { lockExclusive } from '#lib/server/db/locks.ts';
import { signInFailures } from '#lib/server/db/schema/staff.ts';
import {
  type Attempt,
  type AttemptLimit,
  countAttempt,
  digestOfAttempt,
  type FailureRows,
  failureSpanOf,
} from '#shared/sign-in/attempts.ts';

type Counting = Pick<DeskContext, 'db' | 'clock' | 'newId' | 'secret'>;

/** Counts an attempt as failed until `forgetAttempt`. @returns null where one of the limits is reached */
export const takeAttempt = (desk: Counting, limits: readonly AttemptLimit[]): Promise<Attempt | null> =>
  desk.db.transaction((tx) => {
    const { secret, newId } = desk;
    return countAttempt({ secret, now: desk.clock(), newId: () => newId() }, rowsIn(tx), limits);
  });

const rowsIn = (tx: Queryable): FailureRows => ({
  lock: (digest) => lockExclusive(tx, digest),
  deleteOutside: (span) => tx.delete(signInFailures).where(isOutside(span)),
  count: (digests) =>
    tx
      .select({ digest: signInFailures.digest, failures: count() })
      .from(signInFailures)
      .where(inArray(signInFailures.digest, [...digests]))
      .groupBy(signInFailures.digest),
  add: (rows) => tx.insert(signInFailures).values(rows),
});

const isOutside = ({ from, until }: ReturnType<typeof failureSpanOf>): SQL | undefined =>
  or(lt(signInFailures.failedAt, from), gt(signInFailures.failedAt, until));

/** Undoes the count of an attempt that succeeded. Earlier failures stay. */
export async function forgetAttempt({ db }: Pick<DeskContext, 'db'>, { ids }: Attempt): Promise<void> {
  await db.delete(signInFailures).where(inArray(signInFailures.id, [...ids]));
}

/** Resets the count. */
export async function forgetFailures(
  tx: Queryable,
  { secret }: Pick<DeskContext, 'secret'>,
  whom: string | readonly string[],
): Promise<void> {
  const digests = [whom].flat().map((one) => digestOfAttempt(secret, one));
  await tx.delete(signInFailures).where(inArray(signInFailures.digest, digests));
}

/** Deletes failures that no limit counts any more. */
export async function forgetOldFailures(tx: Queryable, now: number): Promise<void> {
  await tx.delete(signInFailures).where(isOutside(failureSpanOf(now)));
}
