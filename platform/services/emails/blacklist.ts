import { blacklistedEmails } from '#platform/db/schema/accounts.ts';
import { sha256 } from '#platform/services/api-keys/api-key.ts';
import type { Operator } from '#platform/services/operator.ts';

/** Blocks this e-mail address for new members from now on. */
export async function blacklistEmail({ sql, clock }: Operator, email: string) {
  const emailHash = sha256(email.toLowerCase());
  await sql.insert(blacklistedEmails).values({ emailHash, createdAt: clock() }).onConflictDoNothing();
  return { blacklisted: true };
}
