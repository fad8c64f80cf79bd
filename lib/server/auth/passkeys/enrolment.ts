import 'server-only';
import { and, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type Staff, staff } from '#lib/server/db/schema/staff.ts';
import { enrolmentEnd } from '#shared/passkeys/enrolment.ts';
import { lacksPasskey, readWhoNeedsPasskey } from './find-passkeys.ts';

/** Begins the period of a person who signs in and is asked for a passkey for the first time. One that runs or has ended stays. */
export async function beginEnrolment(
  tx: Queryable,
  desk: Pick<DeskContext, 'url' | 'clock'>,
  { id, passkeyDueAt }: Pick<Staff, 'id' | 'passkeyDueAt'>,
): Promise<void> {
  if (passkeyDueAt !== null || !(await lacksPasskey(tx, desk, { id }))) return;
  const isNew = and(eq(staff.id, id), isNull(staff.passkeyDueAt));
  await tx
    .update(staff)
    .set({ passkeyDueAt: enrolmentEnd(desk.clock()) })
    .where(isNew);
}

/** Ends the period of these persons: where they are asked again, another one begins. */
export const forgetEnrolment = (tx: Queryable, persons: SQL): Promise<unknown> =>
  tx
    .update(staff)
    .set({ passkeyDueAt: null })
    .where(and(persons, isNotNull(staff.passkeyDueAt)));

/** Makes a change of gyms or roles, after which those have a new period of whom no gym required a passkey before. */
export async function withNewEnrolments<Result>(
  tx: Queryable,
  persons: SQL,
  change: () => Promise<Result>,
): Promise<Result> {
  const before = await readWhoNeedsPasskey(tx, persons);
  const result = await change();
  const included = (await readWhoNeedsPasskey(tx, persons)).difference(before);
  if (included.size > 0) await forgetEnrolment(tx, inArray(staff.id, [...included]));
  return result;
}
