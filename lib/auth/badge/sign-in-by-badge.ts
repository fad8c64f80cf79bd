import 'server-only';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { digestOfAttempt, forgetAttempts, takeAttempt } from '#lib/auth/attempts.ts';
import type { SignInAnswer } from '#lib/auth/sign-in.ts';
import { locations } from '#lib/db/schema/locations.ts';
import { type Staff, staff, staffBadges, staffLocations } from '#lib/db/schema/staff.ts';
import type { Desk } from '#lib/desk/desk.ts';
import type { ReadCard } from '#lib/scan/read-card.ts';
import { badgeDigest, cardNumberOf } from './card-of-badge.ts';
import { verifyPin } from './pin.ts';

export interface BadgeCredentials extends ReadCard {
  pin: string;
  /** The location whose screen it is; any where nobody is signed in and the screen has none. */
  locationId?: string;
}

/**
 * Checks a badge and its PIN. A card that is no badge, a wrong PIN, and the badge of a disabled person or of one who does
 * not work here get one answer; attempts are counted for each card.
 */
export async function signInByBadge(
  desk: Pick<Desk, 'db' | 'clock' | 'newId' | 'secret' | 'badgeKey'>,
  credentials: BadgeCredentials,
): Promise<SignInAnswer> {
  const badge = await readBadge(desk, credentials);
  const attempt = digestOfAttempt(desk, `badge/${badge?.cardDigest ?? credentials.card}`);
  if (!(await takeAttempt(desk, attempt))) return { kind: 'tooManyAttempts' };

  const staffId = badge?.staff.id ?? '';
  const fits = await verifyPin(desk.badgeKey, badge?.pinHash, { staffId, pin: credentials.pin });
  if (!fits || !badge) return { kind: 'wrong' };
  await forgetAttempts(desk, attempt);
  return { kind: 'signedIn', staff: badge.staff };
}

interface Badge {
  staff: Staff;
  cardDigest: string;
  pinHash: string;
}

/** Readers of different locations may write one card differently: where the location is open, each reading counts. */
async function readBadge(
  { db, badgeKey }: Pick<Desk, 'db' | 'badgeKey'>,
  { locationId, ...card }: BadgeCredentials,
): Promise<Badge | null> {
  const readers = await db
    .select({ profile: locations.readerProfile })
    .from(locations)
    .where(locationId === undefined ? undefined : eq(locations.id, locationId));
  const numbers = new Set(readers.flatMap(({ profile }) => cardNumberOf(card, profile) ?? []));
  const [found] = await db
    .select({ staff, cardDigest: staffBadges.cardDigest, pinHash: staffBadges.pinHash })
    .from(staffBadges)
    .innerJoin(staff, eq(staff.id, staffBadges.staffId))
    .innerJoin(staffLocations, eq(staffLocations.staffId, staff.id))
    .where(
      and(
        inArray(
          staffBadges.cardDigest,
          [...numbers].map((number) => badgeDigest(badgeKey, number)),
        ),
        isNull(staff.disabledAt),
        locationId === undefined ? undefined : eq(staffLocations.locationId, locationId),
      ),
    )
    .limit(1);
  return found ?? null;
}
