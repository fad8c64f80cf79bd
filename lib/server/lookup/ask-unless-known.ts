import 'server-only';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { differenceFrom } from '#lib/server/base/platform-time.ts';
import { findCurrent } from '#lib/server/directory/find-current.ts';
import { askForMember, type Found } from './find-member.ts';
import type { LookupKey } from './lookup-key.ts';

/**
 * Asks the platform for a member at the counter. If its rate limit would let the request wait, a member whom the directory knows
 * well enough is found there instead, and leaves what remains of the limit to those whom it does not know; the platform is asked
 * afterwards.
 */
export async function askUnlessKnown(context: LocationContext, lookupKey: LookupKey): Promise<Found> {
  const { kind, value } = lookupKey;
  if (kind === 'email' || kind === 'membershipId') return askForMember(context, { lookupKey, urgency: 'interactive' });
  const asked = await askForMember(context, { lookupKey, urgency: 'interactive', isSpare: true });
  if (!isBusy(asked)) return asked;
  const current = await findCurrentMember(context, { kind, value });
  return current ?? askForMember(context, { lookupKey, urgency: 'interactive' });
}

const isBusy = (found: Found): boolean => found.kind !== 'unknown' && found.unavailable?.because === 'busy';

async function findCurrentMember(
  { desk, actor: { location } }: LocationContext,
  key: Parameters<typeof findCurrent>[1]['key'],
): Promise<Found | null> {
  const now = desk.clock();
  const { platformAheadMs, hasAnswered } = differenceFrom(desk.gymClientOf(location), now);
  // the age of the mirror is known by the platform's clock
  if (!hasAnswered) return null;
  const current = await findCurrent(desk.db, { locationId: location.id, key, now, platformAheadMs });
  return current && { kind: 'member', ...current, unavailable: null, unstored: null };
}
