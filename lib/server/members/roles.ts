import 'server-only';
import { z } from 'zod';
import type { ActorContext, LocationContext } from '#lib/server/base/actor.ts';
import { refuseErased } from '#lib/server/base/forgotten.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { answered } from '#lib/server/base/platform-failure.ts';
import { notConfirmed, writeAudit } from '#lib/server/base/write-audit.ts';
import { classifyFailure } from '#lib/server/gym-api/errors.ts';
import { isInDoubt } from '#lib/server/gym-api/outage-cause.ts';
import { assignRoles, readRoles as read } from '#lib/server/gym-api/roles.ts';
import type { RolesAnswer } from '#lib/wire/answers/members.ts';
import { memberInput, memberRoles } from '#lib/wire/members.ts';
import type { OfMember } from '#lib/wire/reads/read.ts';

/**
 * @returns `roles: null` for a former member
 * @throws ActionFailure one of `platformTroubles`
 */
export async function readRoles(
  { desk, actor: { location } }: LocationContext,
  { accountId }: OfMember,
): Promise<RolesAnswer> {
  const answer = await read(desk.gymClientOf(location), { accountId, urgency: 'interactive' });
  if (!answer.ok && classifyFailure(answer.problem).kind === 'missing') return { roles: null };
  const { trainer, gymOwner } = answered(answer);
  return { roles: { trainer: trainer ?? null, gymOwner: gymOwner ?? null } };
}

export const roleInput = memberInput.extend({ role: z.enum(memberRoles), isGiven: z.boolean() });

/**
 * Grants or revokes one role; the other one is not sent, so that a concurrent change of it is not overwritten.
 * @throws ActionFailure one of `platformTroubles`, or `notFound` for a former member
 */
export async function changeRole(
  { desk, actor }: ActorContext,
  { accountId, role, isGiven }: z.infer<typeof roleInput>,
): Promise<null> {
  const { location, staffId } = actor;
  const at = new Date(desk.clock());
  const answer = await assignRoles(desk.gymClientOf(location), { accountId, roles: { [role]: isGiven } });
  if (answer.ok || isInDoubt(answer.problem)) {
    const change = `${role} ${isGiven ? 'given' : 'taken'}`;
    const reason = answer.ok ? change : notConfirmed(change);
    await desk.db.transaction(async (tx) => {
      await refuseErased(tx, { locationId: location.id, accountId, since: at });
      await writeAudit(tx, desk, { locationId: location.id, staffId, action: 'changeRoles', accountId, reason });
      await notifyLive(tx, { locationId: location.id, event: 'members' });
    });
  }
  answered(answer);
  return null;
}
