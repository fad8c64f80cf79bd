import { and, eq, gte, isNotNull, isNull, ne } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';
import { type Owner, ownerPasskeys, ownerSessions, owners } from '#platform/db/schema/owners.ts';
import { enrolmentEnd } from '#shared/passkeys/enrolment.ts';
import { passkeyHostOf } from '#shared/passkeys/relying-party.ts';
import type { OwnerRules } from './rules.ts';

/** Whether an owner has to add a passkey. */
export async function lacksPasskey(
  sql: Sql,
  { requiresPasskeys = false, publicUrl }: Pick<OwnerRules, 'requiresPasskeys' | 'publicUrl'>,
  { ownerId }: Pick<Owner, 'ownerId'>,
): Promise<boolean> {
  const host = passkeyHostOf(publicUrl);
  if (!requiresPasskeys || host === null) return false;
  const isUsable = and(eq(ownerPasskeys.ownerId, ownerId), eq(ownerPasskeys.rpId, host));
  return (await sql.$count(ownerPasskeys, isUsable)) === 0;
}

/** Begins the period of an owner who is asked for a passkey for the first time. One that runs or has ended stays. */
export const beginEnrolment = (sql: Sql, { ownerId }: Pick<Owner, 'ownerId'>, now: Date): Promise<unknown> =>
  sql
    .update(owners)
    .set({ passkeyDueAt: enrolmentEnd(now.getTime()) })
    .where(and(eq(owners.ownerId, ownerId), isNull(owners.passkeyDueAt)));

/** Ends the period of an owner: when asked again, another one begins. */
export const forgetEnrolment = (sql: Sql, ownerId: string): Promise<unknown> =>
  sql
    .update(owners)
    .set({ passkeyDueAt: null })
    .where(and(eq(owners.ownerId, ownerId), isNotNull(owners.passkeyDueAt)));

interface Waiting {
  ownerId: string;
  passkeyDueAt: Date | null;
  /** The session that has added the passkey. */
  kept: string;
}

/** Ends what others may have begun with the password alone after the end of the period. */
export async function endOtherWaiting(sql: Sql, { ownerId, passkeyDueAt, kept }: Waiting): Promise<void> {
  if (passkeyDueAt === null) return;
  const isWaiting = and(eq(ownerSessions.isOneFactor, true), gte(ownerSessions.startedAt, passkeyDueAt));
  const isOther = and(eq(ownerSessions.ownerId, ownerId), ne(ownerSessions.sessionId, kept));
  await sql.delete(ownerSessions).where(and(isOther, isWaiting));
}
