import { and, eq, isNull } from 'drizzle-orm';
import { invalidFields, notFound, PlatformError } from '#platform/base/errors.ts';
import type { Sql } from '#platform/db/client.ts';
import { tans } from '#platform/db/schema/accounts.ts';

/** @throws 400 if a membership becomes corporate without a TAN */
export function requireTan(tan: string | null | undefined): string {
  if (tan) return tan;
  throw invalidFields({
    name: 'membership.verificationTAN',
    message: 'Must be present where the membership becomes CORPORATE_FITNESS.',
    rejectedValue: null,
  });
}

/**
 * Binds a TAN to an account, so that no other account can use it.
 * @throws 400 without a TAN, 404 TAN if it is unknown, 409 if another account has used it
 */
export async function claimTan(sql: Sql, accountId: string, given: string | null | undefined): Promise<string> {
  const tan = requireTan(given);
  const isFree = and(eq(tans.tan, tan), isNull(tans.accountId));
  await sql.update(tans).set({ accountId }).where(isFree);
  const [found] = await sql.select({ accountId: tans.accountId }).from(tans).where(eq(tans.tan, tan));
  if (!found) throw notFound('TAN');
  if (found.accountId !== accountId) {
    throw new PlatformError('tanAssociatedWithAnotherAccount', 'The verification TAN belongs to another account.');
  }
  return tan;
}
