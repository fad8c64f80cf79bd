import 'server-only';
import { and, eq, inArray, ne } from 'drizzle-orm';
import { openLockedBadge } from '#lib/server/auth/badge/badge-failures.ts';
import { badgeDigest, cardNumberOf } from '#lib/server/auth/badge/card-of-badge.ts';
import { hashPin } from '#lib/server/auth/badge/pin.ts';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { lockPerson } from '#lib/server/auth/lock-person.ts';
import { readOwnLocations } from '#lib/server/auth/own-locations.ts';
import type { Reauthenticated } from '#lib/server/auth/reauthentication/reauthenticated.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { lockExclusive } from '#lib/server/db/locks.ts';
import { cards, members } from '#lib/server/db/schema/directory.ts';
import { staff, staffBadges, staffLocations } from '#lib/server/db/schema/staff.ts';
import { displayNameOf } from '#lib/wire/names/person-name.ts';
import { pinOf } from '#lib/wire/pins.ts';
import type {
  BadgeInput,
  BadgeOutcome,
  ChangePinInput,
  OpenBadgeInput,
  StaffRole,
  TakeBadgeInput,
} from '#lib/wire/staff.ts';
import { auditEverywhere, requireColleague, requireEnabled } from './colleague.ts';

/** Gives a person a badge to sign in with, replacing an earlier one. It is valid at all their locations. */
export async function giveBadge(context: Reauthenticated, input: BadgeInput): Promise<BadgeOutcome> {
  const { desk, actor } = context;
  const { staffId } = input;
  const number = cardNumberOf(input, actor.location.readerProfiles);
  if (!number) return { kind: 'unreadable' };
  const pinHash = await hashPin(desk.badgeKey, input);
  const cardDigest = badgeDigest(desk.badgeKey, number);
  return desk.db.transaction(async (tx) => {
    await lockPerson(tx, staffId);
    requireSafePin(input.pin, (await requireEnabled(tx, context, { staffId })).role);
    // serializes two managers who give the same card away
    await lockExclusive(tx, `badge ${cardDigest}`);
    const taken =
      (await findBadgeHolder(tx, context, { cardDigest, staffId })) ?? (await findMemberWith(tx, context, { number }));
    if (taken) return taken;
    const badge = { cardDigest, pinHash, givenBy: context.staff.id };
    await tx
      .insert(staffBadges)
      .values({ staffId, ...badge })
      .onConflictDoUpdate({ target: staffBadges.staffId, set: badge });
    await openLockedBadge(tx, cardDigest);
    await auditEverywhere(tx, context, { action: 'giveBadge', staffId });
    return { kind: 'given' };
  });
}

/** @throws ActionFailure `notFound` for a person without a badge */
export async function changePin(context: Reauthenticated, { staffId, pin }: ChangePinInput): Promise<null> {
  const pinHash = await hashPin(context.desk.badgeKey, { staffId, pin });
  return context.desk.db.transaction(async (tx) => {
    await lockPerson(tx, staffId);
    requireSafePin(pin, (await requireEnabled(tx, context, { staffId })).role);
    const [changed] = await tx
      .update(staffBadges)
      .set({ pinHash, givenBy: context.staff.id })
      .where(eq(staffBadges.staffId, staffId))
      .returning({ cardDigest: staffBadges.cardDigest });
    if (!changed) throw new ActionFailure('notFound', 'This person has no badge.');
    await openLockedBadge(tx, changed.cardDigest);
    await auditEverywhere(tx, context, { action: 'changePin', staffId });
    return null;
  });
}

/**
 * Revokes a badge. Every manager of the person may do this, since it grants no access.
 * @throws ActionFailure `notFound` for a person without a badge
 */
export async function takeBadge(context: StaffContext, { staffId }: TakeBadgeInput): Promise<null> {
  return context.desk.db.transaction(async (tx) => {
    await requireColleague(tx, context, { staffId });
    const taken = await tx
      .delete(staffBadges)
      .where(eq(staffBadges.staffId, staffId))
      .returning({ staffId: staffBadges.staffId });
    if (taken.length === 0) throw new ActionFailure('notFound', 'This person has no badge.');
    await auditEverywhere(tx, context, { action: 'takeBadge', staffId });
    return null;
  });
}

/**
 * Unlocks a badge after failed PINs. Every manager of the person may do this, since the badge is useless without the PIN.
 * @throws ActionFailure `notFound` for a person without a badge
 */
export async function openBadge(context: StaffContext, { staffId }: OpenBadgeInput): Promise<null> {
  return context.desk.db.transaction(async (tx) => {
    await requireColleague(tx, context, { staffId });
    const [badge] = await tx.select().from(staffBadges).where(eq(staffBadges.staffId, staffId));
    if (!badge) throw new ActionFailure('notFound', 'This person has no badge.');
    // of two concurrent managers, one unlocks it
    if (await openLockedBadge(tx, badge.cardDigest))
      await auditEverywhere(tx, context, { action: 'openBadge', staffId });
    return null;
  });
}

async function findBadgeHolder(
  tx: Queryable,
  { staff: manager }: StaffContext,
  { cardDigest, staffId }: { cardDigest: string; staffId: string },
): Promise<BadgeOutcome | null> {
  const [holder] = await tx
    .select({ id: staff.id, name: staff.name })
    .from(staffBadges)
    .innerJoin(staff, eq(staff.id, staffBadges.staffId))
    .where(and(eq(staffBadges.cardDigest, cardDigest), ne(staffBadges.staffId, staffId)));
  if (!holder) return null;
  const own = (await readOwnLocations(tx, manager.id)).map(({ id }) => id);
  const [shared] = await tx
    .select({ staffId: staffLocations.staffId })
    .from(staffLocations)
    .where(and(eq(staffLocations.staffId, holder.id), inArray(staffLocations.locationId, own)))
    .limit(1);
  return { kind: 'takenByColleague', name: shared ? holder.name : null };
}

/**
 * Only the desk's directory is searched, which has the cards of members who came with them: the platform must not learn
 * of badges.
 */
async function findMemberWith(
  tx: Queryable,
  { staff: manager }: StaffContext,
  { number }: { number: string },
): Promise<BadgeOutcome | null> {
  const own = (await readOwnLocations(tx, manager.id)).map(({ id }) => id);
  const [member] = await tx
    .select({
      accountId: members.accountId,
      firstName: members.firstName,
      lastName: members.lastName,
      membershipId: members.membershipId,
    })
    .from(cards)
    .innerJoin(members, and(eq(members.locationId, cards.locationId), eq(members.accountId, cards.accountId)))
    .where(and(eq(cards.kind, 'rfid'), eq(cards.value, number), inArray(cards.locationId, own)))
    .limit(1);
  return member ? { kind: 'takenByMember', name: displayNameOf(member) } : null;
}

/** @throws ActionFailure `invalidInput` for a PIN that is not allowed for this role */
export function requireSafePin(pin: string, role: StaffRole): void {
  if (!pinOf(role).safeParse(pin).success) {
    throw new ActionFailure('invalidInput', 'This PIN is not safe.', { fieldErrors: { pin: 'Is not a safe PIN.' } });
  }
}
