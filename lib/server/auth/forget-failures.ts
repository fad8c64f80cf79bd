import 'server-only';
import type { Queryable } from '#lib/server/db/client.ts';
import { forgetOldBadgeFailures } from './badge/badge-failures.ts';
import { forgetOldFailures } from './password/attempts.ts';

/** Deletes failed sign-ins that no limit counts any more. */
export async function forgetSignInFailures(db: Queryable, now: number): Promise<void> {
  await forgetOldFailures(db, now);
  await forgetOldBadgeFailures(db, now);
}
