import 'server-only';
import { and, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { taps } from '#lib/server/db/schema/visits.ts';
import { type LookupKey, lookupKeyAgain } from '#lib/server/lookup/lookup-key.ts';
import { awaitsPlatform, type ScannedValue } from '#lib/wire/verdict.ts';

interface Press {
  locationId: string;
  /** The account beside the button. */
  accountId: string;
  /** The tap whose verdict has the button. */
  scanTapId: string;
}

/**
 * The card of a scan of which the platform has not said that it is this member's: the directory recalled its holder, or the answer
 * has come since and names somebody else. Null where the account needs no such question.
 */
export async function findOpenCard(
  db: Queryable,
  { locationId, accountId, scanTapId }: Press,
): Promise<{ lookupKey: LookupKey; scanned: ScannedValue } | null> {
  const [tap] = await db
    .select({ answer: taps.answer })
    .from(taps)
    .where(
      and(
        eq(taps.locationId, locationId),
        eq(taps.tapId, scanTapId),
        // a press that was undone has the button of its scan again
        inArray(taps.operation, ['lookUp', 'checkIn']),
      ),
    );
  if (!tap?.answer) return null;
  const { decision, scanned, accountId: answeredFor } = tap.answer;
  const isConfirmed = answeredFor === accountId && !awaitsPlatform(decision);
  const isCard = scanned.kind === 'rfid' || scanned.kind === 'nfc';
  return isCard && !isConfirmed ? { lookupKey: lookupKeyAgain(scanned, accountId), scanned } : null;
}
