import 'server-only';
import { z } from 'zod';
import type { ActorContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { answered } from '#lib/server/base/platform-failure.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { classifyFailure } from '#lib/server/gym-api/errors.ts';
import { assignRoles, readRoles as read } from '#lib/server/gym-api/roles.ts';
import { memberInput, memberRoles, type RolesView } from '#lib/wire/members.ts';

/**
 * @returns null for who is no member any more
 * @throws ActionFailure one of `platformTroubles`
 */
export async function readRoles(desk: DeskContext, location: Location, accountId: string): Promise<RolesView | null> {
  const answer = await read(desk.gymClientOf(location), accountId, 'interactive');
  if (!answer.ok && classifyFailure(answer.problem).kind === 'missing') return null;
  const { trainer, gymOwner } = answered(answer);
  return { trainer: trainer ?? null, gymOwner: gymOwner ?? null };
}

export const roleInput = memberInput.extend({ role: z.enum(memberRoles), isGiven: z.boolean() });

/**
 * Gives or takes one role; the other one stays as it is, whoever changes it meanwhile.
 * @throws ActionFailure one of `platformTroubles`, or `notFound` for who is no member any more
 */
export async function changeRole(
  { desk, actor }: ActorContext,
  { accountId, role, isGiven }: z.infer<typeof roleInput>,
): Promise<null> {
  const { location, staffId } = actor;
  answered(await assignRoles(desk.gymClientOf(location), accountId, { [role]: isGiven }));
  await desk.db.transaction(async (tx) => {
    const reason = `${role} ${isGiven ? 'given' : 'taken'}`;
    await writeAudit(tx, desk, { locationId: location.id, staffId, action: 'changeRoles', accountId, reason });
    await notifyLive(tx, location.id, 'members');
  });
  return null;
}
