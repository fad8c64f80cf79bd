import { count, eq, gt, inArray, lt, or, sql as raw } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';
import { ownerSignInFailures } from '#platform/db/schema/owners.ts';
import type { Dependencies } from '#platform/services/dependencies.ts';
import {
  type Attempt,
  type AttemptLimit,
  countAttempt,
  digestOfAttempt,
  type FailureRows,
} from '#shared/sign-in/attempts.ts';
import type { OwnerRules } from './rules.ts';

export type SignInWork = Pick<Dependencies, 'db' | 'clock' | 'ids' | 'log'> & { rules: OwnerRules };

/** @returns null if a limit is reached; otherwise the attempt counts as failed until `forgetAttempt` */
export const takeAttempt = (
  { db, clock, ids, rules }: SignInWork,
  limits: readonly AttemptLimit[],
): Promise<Attempt | null> =>
  db.transaction((sql) =>
    countAttempt({ secret: rules.secret, now: clock().getTime(), newId: () => ids.uuid() }, rowsIn(sql), limits),
  );

const rowsIn = (sql: Sql): FailureRows => ({
  lock: (digest) => sql.execute(raw`SELECT pg_advisory_xact_lock(hashtextextended(${digest}, 0))`),
  deleteOutside: ({ from, until }) =>
    sql
      .delete(ownerSignInFailures)
      .where(or(lt(ownerSignInFailures.failedAt, from), gt(ownerSignInFailures.failedAt, until))),
  count: (digests) =>
    sql
      .select({ digest: ownerSignInFailures.digest, failures: count() })
      .from(ownerSignInFailures)
      .where(inArray(ownerSignInFailures.digest, [...digests]))
      .groupBy(ownerSignInFailures.digest),
  add: (rows) => sql.insert(ownerSignInFailures).values(rows.map(({ id, ...row }) => ({ failureId: id, ...row }))),
});

/** Call it after a success: removes the attempt and resets the count of `whom`. */
export const forgetAttempt = (
  { db, rules }: Pick<SignInWork, 'db' | 'rules'>,
  { ids }: Attempt,
  whom: string,
): Promise<unknown> =>
  db.transaction(async (sql) => {
    await sql.delete(ownerSignInFailures).where(inArray(ownerSignInFailures.failureId, [...ids]));
    await sql.delete(ownerSignInFailures).where(eq(ownerSignInFailures.digest, digestOfAttempt(rules.secret, whom)));
  });
