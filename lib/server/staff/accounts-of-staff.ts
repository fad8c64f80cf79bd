import 'server-only';
import { and, eq, ne } from 'drizzle-orm';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { failureOf } from '#lib/server/base/platform-failure.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { lockExclusive } from '#lib/server/db/locks.ts';
import { staff, staffLocations } from '#lib/server/db/schema/staff.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { findAccountByEmail } from '#lib/server/gym-api/accounts.ts';
import { classifyFailure } from '#lib/server/gym-api/errors.ts';
import { displayNameOf } from '#lib/wire/names/person-name.ts';
import type { AccountSearch, AccountSearchInput, LinkInput, LinkOutcome, UnlinkInput } from '#lib/wire/staff.ts';
import { requireColleague } from './colleague.ts';

/** Searches the platform of the location for the account of a staff member. */
export async function findStaffAccount(
  { desk, actor }: StaffContext,
  { email }: AccountSearchInput,
): Promise<AccountSearch> {
  const answer = await findAccountByEmail(desk.gymClientOf(actor.location), { email, urgency: 'interactive' });
  if (answer.ok) {
    return answer.value.membership
      ? { kind: 'found', accountId: answer.value.accountId, name: displayNameOf(memberOf(answer.value)) }
      : { kind: 'noMembership' };
  }
  const failure = classifyFailure(answer.problem);
  if (failure.kind !== 'missing') throw failureOf(answer.problem);
  return { kind: failure.entity === 'MEMBERSHIP' ? 'noMembership' : 'unknown' };
}

/**
 * Links a staff member with their own account, which is sent as author and completer of tasks.
 * @throws ActionFailure `notAllowed`, `conflict` where the address belongs to another account by now, one of
 * `platformTroubles`
 */
export async function linkAccount(context: StaffContext, input: LinkInput): Promise<LinkOutcome> {
  const { desk, actor } = context;
  const { staffId, accountId } = input;
  await requireColleague(desk.db, context, { staffId });
  const found = await findStaffAccount(context, input);
  if (found.kind !== 'found' || found.accountId !== accountId) {
    throw new ActionFailure('conflict', 'This e-mail address belongs to another account by now.');
  }
  return desk.db.transaction(async (tx) => {
    // serializes two managers who link the same account
    await lockExclusive(tx, `account ${actor.location.id}/${accountId}`);
    const [holder] = await tx
      .select({ name: staff.name })
      .from(staffLocations)
      .innerJoin(staff, eq(staff.id, staffLocations.staffId))
      .where(
        and(
          eq(staffLocations.locationId, actor.location.id),
          eq(staffLocations.accountId, accountId),
          ne(staffLocations.staffId, staffId),
        ),
      );
    if (holder) return { kind: 'takenByColleague', name: holder.name };
    await setAccount(tx, context, { staffId, accountId });
    return { kind: 'linked' };
  });
}

export async function unlinkAccount(context: StaffContext, { staffId }: UnlinkInput): Promise<null> {
  return context.desk.db.transaction(async (tx) => {
    await requireColleague(tx, context, { staffId });
    await setAccount(tx, context, { staffId, accountId: null });
    return null;
  });
}

async function setAccount(
  tx: Queryable,
  { desk, actor, staff: manager }: StaffContext,
  { staffId, accountId }: { staffId: string; accountId: string | null },
): Promise<void> {
  const locationId = actor.location.id;
  const linked = await tx
    .update(staffLocations)
    .set({ accountId })
    .where(and(eq(staffLocations.locationId, locationId), eq(staffLocations.staffId, staffId)))
    .returning({ staffId: staffLocations.staffId });
  if (linked.length === 0) throw new ActionFailure('notAllowed', 'This person does not work at this location.');
  const action = accountId === null ? 'unlinkAccount' : 'linkAccount';
  await writeAudit(tx, desk, {
    locationId,
    staffId: manager.id,
    action,
    reason: staffId,
    ...(accountId !== null && { accountId }),
  });
}
