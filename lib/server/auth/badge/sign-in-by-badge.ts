import 'server-only';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { forgetAttempt, takeAttempt } from '#lib/server/auth/password/attempts.ts';
import { inLane } from '#lib/server/auth/password/sign-in-lanes.ts';
import { auditSignIn } from '#lib/server/auth/session/audit-sign-in.ts';
import type { SignInAnswer } from '#lib/server/auth/session/sign-in-answer.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { type Staff, staff, staffBadges, staffLocations } from '#lib/server/db/schema/staff.ts';
import { pinOf } from '#lib/wire/pins.ts';
import type { ReadCard } from '#lib/wire/reader/read-card.ts';
import { mostFailures, mostFailuresOfAll } from '#shared/sign-in/attempts.ts';
import type { Browser } from '#shared/sign-in/browser.ts';
import { countBadgeFailure, mostBadgeFailures, takeBackBadgeFailure, whomOfBadge } from './badge-failures.ts';
import { badgeDigest, cardNumberOf, digestOfNoCard } from './card-of-badge.ts';
import { verifyPin } from './pin.ts';

interface BadgeCredentials extends ReadCard {
  pin: string;
  /** The location of the screen. Undefined on the sign-in page, where any location counts. */
  locationId?: string;
}

type SigningIn = Pick<DeskContext, 'db' | 'clock' | 'newId' | 'secret' | 'badgeKey'>;

/**
 * Checks a badge and its PIN, in a browser where a password sign-in succeeded before. An unknown card, a wrong PIN, and the
 * badge of a person who is disabled or works elsewhere get the same answer and count as the same failure.
 */
export async function signInByBadge(
  desk: SigningIn,
  { browser, ...credentials }: BadgeCredentials & { browser: Browser },
): Promise<SignInAnswer> {
  if (browser.deviceId === null) return { kind: 'unknownBrowser' };
  return inLane(browser, () => check(desk, credentials, browser));
}

async function check(desk: SigningIn, credentials: BadgeCredentials, browser: Browser): Promise<SignInAnswer> {
  const { pin, locationId } = credentials;
  const { badge, cardDigest } = await readBadge(desk, credentials);
  const staffId = badge?.staff.id ?? null;
  const audited = { staffId, means: 'badge', browser, locationId } as const;
  const attempt = await takeAttempt(desk, [
    { whom: whomOfBadge(cardDigest), most: mostFailures },
    { whom: `badges-at/${browser.deviceId}`, most: mostFailuresOfAll },
  ]);
  const failures = attempt && (await countBadgeFailure(desk, cardDigest));
  if (!attempt || failures === null) {
    await auditSignIn(desk.db, desk, { ...audited, action: 'signInLocked' });
    return { kind: attempt ? 'locked' : 'tooManyAttempts' };
  }
  const fits = await verifyPin(desk.badgeKey, { pinHash: badge?.pinHash, staffId: staffId ?? '', pin });
  if (!fits || !badge) {
    await auditSignIn(desk.db, desk, { ...audited, action: 'signInFailed' });
    if (badge && failures === mostBadgeFailures) await auditLock(desk, badge, browser);
    return { kind: 'wrong' };
  }
  await takeBackBadgeFailure(desk, cardDigest);
  await forgetAttempt(desk, attempt);
  // set before the person became a manager, or before this rule was introduced
  if (!pinOf(badge.staff.role).safeParse(pin).success) return { kind: 'weakPin' };
  return { kind: 'signedIn', staff: badge.staff };
}

/** At every location of the person, since the managers of each may unlock the badge. */
async function auditLock(
  desk: SigningIn,
  { staff: { id: staffId } }: Badge,
  { clientAddress }: Browser,
): Promise<void> {
  const places = await desk.db
    .select({ locationId: staffLocations.locationId })
    .from(staffLocations)
    .where(eq(staffLocations.staffId, staffId));
  for (const { locationId } of places) {
    await writeAudit(desk.db, desk, { locationId, staffId, action: 'lockBadge', clientAddress });
  }
}

interface Badge {
  staff: Staff;
  cardDigest: string;
  pinHash: string;
}

interface ReadBadge {
  badge: Badge | null;
  /** The key under which failures are counted. */
  cardDigest: string;
}

/** Readers of different locations may write the same card differently: without a location, the readers of each are tried. */
async function readBadge(
  { db, badgeKey }: Pick<DeskContext, 'db' | 'badgeKey'>,
  { locationId, ...card }: BadgeCredentials,
): Promise<ReadBadge> {
  const readers = await db
    .select({ profiles: locations.readerProfiles })
    .from(locations)
    .where(locationId === undefined ? undefined : eq(locations.id, locationId))
    .orderBy(asc(locations.createdAt), asc(locations.id));
  const numbers = new Set(readers.flatMap(({ profiles }) => cardNumberOf(card, profiles) ?? []));
  const digests = [...numbers].map((number) => badgeDigest(badgeKey, number));
  const [found] = await db
    .select({ staff, cardDigest: staffBadges.cardDigest, pinHash: staffBadges.pinHash })
    .from(staffBadges)
    .innerJoin(staff, eq(staff.id, staffBadges.staffId))
    .innerJoin(staffLocations, eq(staffLocations.staffId, staff.id))
    .where(
      and(
        inArray(staffBadges.cardDigest, digests),
        isNull(staff.disabledAt),
        locationId === undefined ? undefined : eq(staffLocations.locationId, locationId),
      ),
    )
    .limit(1);
  const cardDigest = found?.cardDigest ?? digests[0] ?? digestOfNoCard(badgeKey, card.card);
  return { badge: found ?? null, cardDigest };
}
