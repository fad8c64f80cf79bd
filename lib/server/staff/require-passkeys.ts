import 'server-only';
import { eq, inArray } from 'drizzle-orm';
import { withNewEnrolments } from '#lib/server/auth/passkeys/enrolment.ts';
import { hasPasskey, lacksPasskey } from '#lib/server/auth/passkeys/find-passkeys.ts';
import { canRequireHere } from '#lib/server/auth/passkeys/relying-party.ts';
import type { Reauthenticated } from '#lib/server/auth/reauthentication/reauthenticated.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { staff, staffLocations } from '#lib/server/db/schema/staff.ts';
import {
  type ColleagueInput,
  type GiveTimeOutcome,
  passkeyRequirements,
  type RequirePasskeysInput,
  type RequirePasskeysOutcome,
  requiresPasskeyOf,
} from '#lib/wire/staff.ts';
import { enrolmentEnd } from '#shared/passkeys/enrolment.ts';
import { changeOther } from './change-colleague.ts';
import { auditEverywhere, requireColleague, requireFullyManaged } from './colleague.ts';

/**
 * Sets who at the location needs a passkey. Whoever has none is led to add one at the next sign-in, and may put it off for some days;
 * open sessions go on. Only a manager who has one requires it of more people: otherwise they could begin their own days anew.
 */
export async function requirePasskeys(
  { desk, actor, staff: manager }: Reauthenticated,
  { shown, requiredOf }: RequirePasskeysInput,
): Promise<RequirePasskeysOutcome> {
  const locationId = actor.location.id;
  return desk.db.transaction(async (tx) => {
    const isThis = eq(locations.id, locationId);
    const [before] = await tx
      .select({ requiredOf: locations.passkeysRequiredOf })
      .from(locations)
      .where(isThis)
      .for('no key update'); // a sign-in that holds its person writes to the log of this location
    if (!before || before.requiredOf === requiredOf) return { kind: 'set' };
    if (before.requiredOf !== shown) return { kind: 'changedMeanwhile' };
    const isStricter = passkeyRequirements.indexOf(requiredOf) > passkeyRequirements.indexOf(before.requiredOf);
    if (isStricter && !(await canRequireHere(desk))) return { kind: 'notHere' };
    if (isStricter && !(await hasPasskey(tx, desk, manager.id))) return { kind: 'ownPasskeyFirst' };
    const ofHere = tx
      .select({ id: staffLocations.staffId })
      .from(staffLocations)
      .where(eq(staffLocations.locationId, locationId));
    await withNewEnrolments(tx, inArray(staff.id, ofHere), () =>
      tx.update(locations).set({ passkeysRequiredOf: requiredOf }).where(isThis),
    );
    const reason = `passkeysRequiredOf ${before.requiredOf} → ${requiredOf}`;
    await writeAudit(tx, desk, { locationId, staffId: manager.id, action: 'changeLocation', reason });
    return { kind: 'set' };
  });
}

/**
 * Gives a colleague who lacks a required passkey some days from now on, in which the password alone signs them in. A manager of a gym
 * that requires it of them may do this too: it gives no access that the colleague did not have.
 * @throws ActionFailure `notAllowed`; `conflict` for a disabled person
 */
export function giveTimeForPasskey(context: Reauthenticated, { staffId }: ColleagueInput): Promise<GiveTimeOutcome> {
  return changeOther(context, staffId, async (tx) => {
    const { desk, actor } = context;
    const { staff: person, locationIds } = await requireColleague(tx, context, { staffId });
    const isRequiredHere =
      locationIds.includes(actor.location.id) && requiresPasskeyOf(person.role, actor.location.passkeysRequiredOf);
    if (!isRequiredHere) await requireFullyManaged(tx, context, { staffId });
    if (person.disabledAt) throw new ActionFailure('conflict', 'This person is disabled.');
    if (!(await lacksPasskey(tx, desk, person))) return { kind: 'notNeeded' };
    const passkeyDueAt = enrolmentEnd(desk.clock());
    await tx.update(staff).set({ passkeyDueAt }).where(eq(staff.id, staffId));
    await auditEverywhere(tx, context, { staffId, action: 'giveTimeForPasskey' });
    return { kind: 'given' };
  });
}
