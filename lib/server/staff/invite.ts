import 'server-only';
import { eq } from 'drizzle-orm';
import { insertStaff } from '#lib/server/auth/create-staff.ts';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { readOwnIds, requireOwnIds } from '#lib/server/auth/own-locations.ts';
import type { Reauthenticated } from '#lib/server/auth/reauthentication/reauthenticated.ts';
import { createSignInLink } from '#lib/server/auth/sign-in-link.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { lockExclusive } from '#lib/server/db/locks.ts';
import { type Staff, staff, staffLocations } from '#lib/server/db/schema/staff.ts';
import type { ColleagueInput, InviteInput, InviteOutcome, SignInLink } from '#lib/wire/staff.ts';
import { changeOther } from './change-colleague.ts';
import { auditEverywhere, requireEnabled } from './colleague.ts';

/**
 * Creates a colleague without a password, and the link with which they choose one.
 * @throws ActionFailure `notAllowed` for a location that is not the manager's
 */
export async function inviteColleague(context: Reauthenticated, input: InviteInput): Promise<InviteOutcome> {
  const { desk, staff: manager } = context;
  await requireOwnIds(desk.db, { staffId: manager.id, locationIds: input.locationIds });
  const ownIds = await readOwnIds(desk.db, manager.id);
  return desk.db.transaction(async (tx) => {
    await lockEmail(tx, input.email);
    const taken = await findEmailHolder(tx, { email: input.email, ownIds });
    if (taken) return taken;
    const id = await insertStaff(tx, desk, { ...input, passwordHash: null });
    for (const locationId of new Set(input.locationIds)) {
      await writeAudit(tx, desk, { locationId, staffId: manager.id, action: 'inviteStaff', reason: id });
    }
    return { kind: 'invited', link: await linkFor(tx, context, { id, passwordHash: null, email: input.email }) };
  });
}

/**
 * Creates a link for a colleague who has lost their password or their invitation.
 * @throws ActionFailure `notAllowed` for a person who also works where the manager does not, and for the manager, who would
 * otherwise choose a password without the current one; `conflict` if disabled
 */
export function createLink(context: Reauthenticated, { staffId }: ColleagueInput): Promise<SignInLink> {
  return changeOther(context, staffId, async (tx) => {
    const person = await requireEnabled(tx, context, { staffId });
    await auditEverywhere(tx, context, { staffId, action: 'createSignInLink' });
    return linkFor(tx, context, person);
  });
}

async function linkFor(
  tx: Queryable,
  { desk, staff: manager }: StaffContext,
  person: Pick<Staff, 'id' | 'passwordHash' | 'email'>,
): Promise<SignInLink> {
  const { url, expiresAt } = await createSignInLink(tx, desk, { ...person, createdBy: manager.id });
  return { url, expiresAt: expiresAt.toISOString(), email: desk.mailer && person.email };
}

/** Serializes two managers who give the same address to a person. */
export const lockEmail = (tx: Queryable, email: string) => lockExclusive(tx, `invite ${email.toLowerCase()}`);

/** The name is told only to managers of one of the person's locations: anybody else may only know that the address is in use. */
export async function findEmailHolder(
  tx: Queryable,
  { email, ownIds }: { email: string; ownIds: readonly string[] },
): Promise<Extract<InviteOutcome, { kind: 'emailTaken' }> | null> {
  const rows = await tx
    .select({ name: staff.name, locationId: staffLocations.locationId })
    .from(staff)
    .leftJoin(staffLocations, eq(staffLocations.staffId, staff.id))
    .where(eq(staff.email, email.trim().toLowerCase()));
  if (rows.length === 0) return null;
  const own = rows.find(({ locationId }) => locationId !== null && ownIds.includes(locationId));
  return { kind: 'emailTaken', name: own?.name ?? null };
}
