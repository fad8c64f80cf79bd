import { and, eq, ne, sql as raw } from 'drizzle-orm';
import type { AssignNfcTokenRequest } from '#contracts/v2/nfc.ts';
import { retryOnCollision } from '#platform/db/collisions.ts';
import { nfcTokens } from '#platform/db/schema/cards.ts';
import type { Call } from '#platform/services/call.ts';
import { requireMember } from '#platform/services/members/find.ts';
import { toStoredIssuer } from './issuer.ts';

/** Assigns a wallet pass to a member. Another member of the chain who had the token loses it. */
export async function assignNfcToken(call: Call, accountId: string, request: AssignNfcTokenRequest): Promise<void> {
  const member = await requireMember(call, { by: 'accountId', accountId });
  const { chainId } = call;
  const { token } = request;
  await retryOnCollision(() =>
    call.db.transaction(async (sql) => {
      // one account may have a token for two issuers, so no unique index can keep it from two accounts: this lock
      // does
      await sql.execute(raw`SELECT pg_advisory_xact_lock(hashtextextended(${`nfc ${chainId} ${token}`}, 0))`);
      const isOthers = and(
        eq(nfcTokens.chainId, chainId),
        eq(nfcTokens.token, token),
        ne(nfcTokens.accountId, member.accountId),
      );
      await sql.delete(nfcTokens).where(isOthers);
      await sql
        .insert(nfcTokens)
        .values({
          chainId,
          accountId: member.accountId,
          issuer: toStoredIssuer(request),
          token,
          createdAt: call.clock(),
        })
        .onConflictDoUpdate({
          target: [nfcTokens.chainId, nfcTokens.accountId, nfcTokens.issuer],
          set: { token, createdAt: call.clock() },
        });
    }),
  );
}
