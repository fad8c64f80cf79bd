import 'server-only';
import { randomBytes } from 'node:crypto';
import { otherSecret } from '#lib/server/crypto/other-secret.ts';
import { type SealContext, seal, unseal } from '#lib/server/crypto/seal.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { badgeKeys } from '#lib/server/db/schema/staff.ts';
import { hasBadges } from './has-badges.ts';

export const badgeKeyContext: SealContext = { locationId: 'everywhere', field: 'badgeKey' };

interface Secrets {
  secret: string;
  previousSecret?: string | undefined;
}

/**
 * Reads the HMAC key of all badges, and creates it where there is none.
 * @throws EnvironmentError where it was stored under another secret
 */
export async function openBadgeKey(db: Queryable, { secret, previousSecret }: Secrets): Promise<string> {
  // badges from before this key was introduced are keyed with the secret itself
  const made = (await hasBadges(db)) ? (previousSecret ?? secret) : randomBytes(32).toString('base64url');
  await db
    .insert(badgeKeys)
    .values({ sealedKey: seal({ secret }, { plain: made, ...badgeKeyContext }) })
    .onConflictDoNothing();
  const [kept] = await db.select().from(badgeKeys);
  try {
    return unseal({ secret, previousSecret }, { sealed: kept?.sealedKey ?? '', ...badgeKeyContext });
  } catch {
    throw otherSecret();
  }
}
