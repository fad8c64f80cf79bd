import 'server-only';
import { createHmac } from 'node:crypto';
import { and, eq, gte, sql } from 'drizzle-orm';
import { withoutLeadingZeros } from '#contracts/v2/rfids.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { forgottenMembers } from '#lib/server/db/schema/forgotten-members.ts';
import type { ScannedCard } from '#lib/wire/verdict.ts';
import type { DeskContext } from './desk-context.ts';
import { hasBeenErased } from './forgotten.ts';

interface Marked {
  locationId: string;
  /** By what the member could be scanned or typed in. */
  scans: readonly ScannedCard[];
  at: Date;
}

/**
 * Marks the cards and addresses of a member who is being erased, as the account is marked, and for as long. A scan that still waits in a
 * browser names no account, so that its member would not be recognised after the erasure.
 */
export async function markForgottenScans(
  tx: Queryable,
  { badgeKey }: Pick<DeskContext, 'badgeKey'>,
  { locationId, scans, at }: Marked,
): Promise<void> {
  const digests = new Set(scans.map((scan) => digestOf(badgeKey, scan)));
  if (digests.size === 0) return;
  await tx
    .insert(forgottenMembers)
    .values([...digests].map((digest) => ({ locationId, digest, forgottenAt: at, erasedAt: at })))
    .onConflictDoUpdate({
      target: [forgottenMembers.locationId, forgottenMembers.digest],
      set: {
        forgottenAt: sql`greatest(${forgottenMembers.forgottenAt}, excluded.forgotten_at)`,
        erasedAt: sql`greatest(${forgottenMembers.erasedAt}, excluded.erased_at)`,
      },
    });
}

/**
 * Refuses a scan of an erased member's card from before the erasure. A scan from after it counts, because the card may belong to another
 * member by then. The transaction must hold `lockVisitor`.
 * @throws ActionFailure `notFound`
 */
export async function refuseErasedScan(
  tx: Queryable,
  { badgeKey }: Pick<DeskContext, 'badgeKey'>,
  { locationId, scan, since }: { locationId: string; scan: ScannedCard; since: Date },
): Promise<void> {
  const isScan = and(
    eq(forgottenMembers.locationId, locationId),
    eq(forgottenMembers.digest, digestOf(badgeKey, scan)),
    gte(forgottenMembers.erasedAt, since),
  );
  if ((await tx.$count(forgottenMembers, isScan)) > 0) throw hasBeenErased();
}

/** Keyed: all card numbers could be tried. The platform finds a card with any leading zeros. */
function digestOf(badgeKey: string, { kind, value }: ScannedCard): string {
  const text = kind === 'rfid' ? withoutLeadingZeros(value) : value;
  return createHmac('sha256', badgeKey).update(`forgotten scan/${kind}/${text.toLowerCase()}`).digest('base64url');
}
