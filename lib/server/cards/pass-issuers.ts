import 'server-only';
import { desc, eq } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { passIssuers } from '#lib/server/db/schema/pass-issuers.ts';
import type { NfcIssuer } from '#lib/server/gym-api/nfc.ts';
import type { PassIssuer } from '#lib/wire/cards.ts';

/** More than any gym has. A bound, as the page of a member makes one request for each issuer. */
const mostIssuers = 5;

export async function recallIssuers(db: Queryable, locationId: string): Promise<PassIssuer[]> {
  const rows = await db
    .select({ issuer: passIssuers.issuer })
    .from(passIssuers)
    .where(eq(passIssuers.locationId, locationId))
    .orderBy(desc(passIssuers.usedAt), passIssuers.issuer)
    .limit(mostIssuers);
  return rows.flatMap(({ issuer }) => readIssuer(issuer) ?? []);
}

export async function rememberIssuer(
  tx: Queryable,
  { locationId, issuer, at }: { locationId: string; issuer: PassIssuer; at: Date },
): Promise<void> {
  await tx
    .insert(passIssuers)
    .values({ locationId, issuer: writeIssuer(issuer), usedAt: at })
    .onConflictDoUpdate({ target: [passIssuers.locationId, passIssuers.issuer], set: { usedAt: at } });
}

export function nfcIssuerOf(issuer: PassIssuer | null): NfcIssuer | null {
  if (!issuer) return null;
  return issuer.wallet === 'google' ? { collectorId: issuer.collectorId } : { passTypeId: issuer.passTypeId };
}

/** `google:1234` or `apple:pass.com.example`. */
function writeIssuer(issuer: PassIssuer): string {
  return issuer.wallet === 'google' ? `google:${issuer.collectorId}` : `apple:${issuer.passTypeId}`;
}

function readIssuer(written: string): PassIssuer | null {
  const [, wallet, id] = /^(google|apple):(.+)$/.exec(written) ?? [];
  if (!wallet || !id) return null;
  return wallet === 'google' ? { wallet, collectorId: Number(id) } : { wallet: 'apple', passTypeId: id };
}
