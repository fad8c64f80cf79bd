import { eq } from 'drizzle-orm';
import { sandboxOwnerLinks } from '#platform/db/schema/sandbox.ts';
import { sha256 } from '#platform/services/api-keys/api-key.ts';
import type { Sandbox } from './sandbox.ts';

type Links = Pick<Sandbox, 'database' | 'ids'>;

/** @returns the secret part of a link that signs in as the owner with this address, once */
export async function createOwnerLink({ database, ids }: Links, email: string): Promise<string> {
  const token = ids.bytes(24).toString('base64url');
  await database.transaction((sql) => sql.insert(sandboxOwnerLinks).values({ tokenHash: sha256(token), email }));
  return token;
}

/** @returns the owner's address; undefined for a wrong token, or a token that was used before */
export async function redeemOwnerLink({ database }: Links, token: string): Promise<string | undefined> {
  const isThis = eq(sandboxOwnerLinks.tokenHash, sha256(token));
  const [link] = await database.transaction((sql) => sql.delete(sandboxOwnerLinks).where(isThis).returning());
  return link?.email;
}
